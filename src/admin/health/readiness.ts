import { Injectable } from '@nestjs/common';
import { SingleFlight } from '../../platform/concurrency/single-flight.js';
import { Database } from '../../platform/database/database.js';
import { missingForWrite } from '../../platform/database/write-proof.js';
import { Draining } from '../../platform/draining.js';
import { DomainError } from '../../platform/errors.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';

type Part = 'database' | 'schema' | 'draining';

const SENTENCES: Record<Part, string> = {
  database: 'PostgreSQL does not take or commit a write.',
  schema: 'The schema of the database is not that of this release.',
  draining: 'The process is about to stop.',
};

/** A proof holds for this long, so that requests without a credential cause no more than two writes a second. */
const HOLDS_MS = 500;

/** Answers whether this process can take new requests now (docs/contract.md, "Health"). */
@Injectable()
export class Readiness {
  private readonly proving = new SingleFlight<Part | null>();
  private proved: { readonly missing: Part | null; readonly at: number } = { missing: null, at: -HOLDS_MS };

  constructor(
    private readonly database: Database,
    private readonly draining: Draining,
    private readonly logger: PinoLogger,
  ) {}

  /** @throws 503 not-ready with what is missing */
  async require(): Promise<void> {
    const missing = this.draining.isDraining ? 'draining' : await this.missing();
    if (missing === null) return;
    throw new DomainError('unavailable', 'not-ready', `The process takes no new requests. ${SENTENCES[missing]}`, {
      errors: [{ field: missing, message: SENTENCES[missing] }],
      retryAfterSeconds: 1,
    });
  }

  private missing(): Promise<Part | null> | Part | null {
    const { missing, at } = this.proved;
    return performance.now() - at < HOLDS_MS ? missing : this.proving.run('', () => this.prove());
  }

  private async prove(): Promise<Part | null> {
    const found = await missingForWrite(this.database);
    const missing = found?.part ?? null;
    if (missing !== this.proved.missing) {
      if (found) this.logger.error({ missing, err: found.cause }, 'the process is not ready');
      else this.logger.info('the process is ready again');
    }
    this.proved = { missing, at: performance.now() };
    return missing;
  }
}
