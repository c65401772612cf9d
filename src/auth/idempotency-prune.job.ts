import { Injectable } from '@nestjs/common';
import { In, Raw } from 'typeorm';
import { Database } from '../platform/database/database.js';
import { Periodic } from '../platform/due-work/periodic.js';
import { PinoLogger } from '../platform/logging/pino-logger.js';
import { KEY_LIFETIME } from './idempotency.js';
import { IdempotencyKeyEntity } from './idempotency-key.entity.js';

const EVERY_MS = 60_000;
const AT_MOST = 1_000;

/** Deletes idempotency keys that have expired: each session of an SDK leaves one. */
@Injectable()
export class IdempotencyPruneJob extends Periodic {
  constructor(
    private readonly database: Database,
    logger: PinoLogger,
  ) {
    super(EVERY_MS, logger);
  }

  protected async work(): Promise<void> {
    const old = await this.database.lookup<{ scope: string; organization_id: string }>(
      'SELECT * FROM old_idempotency_keys($1, $2)',
      [KEY_LIFETIME, AT_MOST],
    );
    // A request may have used the key anew since.
    const createdAt = Raw((column) => `${column} < now() - interval '${KEY_LIFETIME}'`);
    const organizations = [...new Set(old.map((row) => row.organization_id))];
    await this.each(organizations, (organizationId) => {
      const scopes = old.filter((row) => row.organization_id === organizationId).map(({ scope }) => scope);
      return this.database.transaction(organizationId, (em) =>
        em.delete(IdempotencyKeyEntity, { organizationId, scope: In(scopes), createdAt }),
      );
    });
    if (old.length === AT_MOST) this.wake();
  }
}
