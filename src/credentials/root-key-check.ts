import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In } from 'typeorm';
import { StartRefusedError } from '../config/start-refused.error.js';
import { Database } from '../platform/database/database.js';
import { SealError } from '../platform/envelope.js';
import { PinoLogger } from '../platform/logging/pino-logger.js';
import { KeyRing } from './key-ring.js';
import { OrganizationKeyEntity } from './organization-key.entity.js';

/** A rotation goes from the oldest organization to the newest, so both ends show whatever root keys are in use. */
const BOTH_ENDS = `
  (SELECT id FROM organizations_behind(0, '00000000-0000-0000-0000-000000000000', $1) AS id)
  UNION (SELECT id FROM organizations_behind(0, '00000000-0000-0000-0000-000000000000', 2147483647) AS id
         ORDER BY id DESC LIMIT $1)`;
const AT_EACH_END = 10;

/**
 * Boot stops when the root keys are not those of the database: stored secrets could not be read, and deliveries would
 * fail one after another. If only a few organizations' keys do not open, an error is logged, and the other
 * organizations work.
 */
@Injectable()
export class RootKeyCheck implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
    private readonly logger: PinoLogger,
  ) {}

  /** @throws StartRefusedError */
  async onModuleInit(): Promise<void> {
    const stored = await this.sample();
    const unreadable = stored.filter((one) => !this.opens(one));
    if (unreadable.length === 0) return;
    const rootKeys = [...new Set(unreadable.map((one) => one.rootKey))].sort((a, b) => a - b);
    if (unreadable.length < stored.length) {
      this.logger.error({ rootKeys }, 'ENCRYPTION_KEYS does not open the keys of some organizations');
      return;
    }
    throw new StartRefusedError(
      `ENCRYPTION_KEYS does not open what is stored in this database; root key ${rootKeys.join(', ')} is needed. ` +
        'Nothing was changed. Start with the ENCRYPTION_KEYS (or, embedded, the secrets.json) that this database was ' +
        'used with. docs/operations.md, "If the keys are lost", says what to do without them.',
    );
  }

  private async sample(): Promise<OrganizationKeyEntity[]> {
    const found = await this.database.lookup<{ id: string }>(BOTH_ENDS, [AT_EACH_END]);
    return await this.stored(found.map(({ id }) => id));
  }

  private stored(organizations: readonly string[]): Promise<OrganizationKeyEntity[]> {
    const organizationId = In([...organizations]);
    return this.database.transaction(organizations, (em) => em.findBy(OrganizationKeyEntity, { organizationId }));
  }

  private opens({ organizationId, rootKey, wrappedKey }: OrganizationKeyEntity): boolean {
    try {
      this.keys.unwrap(organizationId, rootKey, wrappedKey);
      return true;
    } catch (error) {
      if (error instanceof SealError) return false;
      throw error;
    }
  }
}
