import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Periodic } from '../../platform/due-work/periodic.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import type { Identity } from '../access/principal.js';

const EVERY_MS = 10_000;
const AT_MOST = 1_000;

interface KeyUse {
  readonly organizationId: string;
  readonly usedAtMs: number;
}

/**
 * Records when each key was last used, directly or through a token made of it. Uses are kept in memory and written a
 * few seconds later, many keys in one statement, and at shutdown: no request waits for it.
 */
@Injectable()
export class KeyUsesJob extends Periodic {
  private uses = new Map<string, KeyUse>();

  constructor(
    private readonly database: Database,
    logger: PinoLogger,
  ) {
    super(EVERY_MS, logger);
  }

  note({ kind, id, organizationId }: Identity): void {
    if (kind === 'API_KEY') this.uses.set(id, { organizationId, usedAtMs: Date.now() });
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.work().catch((error: unknown) =>
      this.logger.warn({ err: error }, 'last uses of API keys were not written'),
    );
  }

  /** A use that could not be written is written the next time, unless the key was used again by then. */
  protected async work(): Promise<void> {
    const due = [...this.uses];
    this.uses = new Map();
    while (due.length > 0) {
      try {
        await this.write(due.slice(0, AT_MOST));
        due.splice(0, AT_MOST);
      } catch (error) {
        this.uses = new Map([...due, ...this.uses]);
        throw error;
      }
    }
  }

  private write(batch: readonly [id: string, use: KeyUse][]) {
    return this.database.lookup('SELECT note_key_uses($1::uuid[], $2::uuid[], $3::timestamptz[])', [
      [...new Set(batch.map(([, { organizationId }]) => organizationId))],
      batch.map(([id]) => id),
      batch.map(([, { usedAtMs }]) => new Date(usedAtMs)),
    ]);
  }
}
