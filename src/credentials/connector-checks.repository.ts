import { Injectable } from '@nestjs/common';
import { NOW } from '../platform/database/columns.js';
import { Database } from '../platform/database/database.js';
import type { Check, Finding } from './connector-health.js';
import { CredentialEntity } from './credential.entity.js';

/** This very credential, as it is stored: a changed one has another version, a new one another id. */
export interface StoredCredential {
  readonly id: string;
  readonly connector: string;
  readonly version: number;
  /** Its last check, if that is less than a minute old. */
  readonly check: Check | null;
}

/** Checks are kept with the credential, so that a minute's cache holds in every process and ends with the credential. */
@Injectable()
export class ConnectorChecksRepository {
  constructor(private readonly database: Database) {}

  ofOrganization(organizationId: string): Promise<StoredCredential[]> {
    return this.database.transaction(organizationId, async (em) => {
      const { entities, raw } = await em
        .createQueryBuilder(CredentialEntity, 'c')
        .select(['c.id', 'c.connector', 'c.version'])
        .addSelect(['c.lastCheckedAt', 'c.lastCheckOk', 'c.lastCheckLatencyMs', 'c.lastCheckDetail'])
        .addSelect("coalesce(c.last_checked_at > now() - interval '1 minute', false)", 'fresh')
        .where({ organizationId })
        .getRawAndEntities<{ fresh: boolean }>();
      return entities.map((one, index) => ({
        id: one.id,
        connector: one.connector,
        version: one.version,
        check: raw[index]?.fresh ? checkOf(one) : null,
      }));
    });
  }

  /**
   * Marks the credential that was checked, and none that has taken its place since.
   * @returns when; null when it has been replaced or removed
   */
  async record(organizationId: string, { id, version }: StoredCredential, found: Finding): Promise<Date | null> {
    const { raw } = await this.database.transaction(organizationId, (em) =>
      em
        .createQueryBuilder()
        .update(CredentialEntity)
        .set({
          lastCheckedAt: NOW,
          lastCheckOk: found.ok,
          lastCheckLatencyMs: found.latencyMs,
          lastCheckDetail: found.detail,
        })
        .where({ organizationId, id, version })
        .returning(['lastCheckedAt'])
        .execute(),
    );
    const [marked]: { last_checked_at: Date }[] = raw;
    return marked?.last_checked_at ?? null;
  }
}

/** Null: none yet. */
function checkOf({ lastCheckedAt, lastCheckOk, lastCheckLatencyMs, lastCheckDetail }: CredentialEntity): Check | null {
  if (lastCheckedAt === null || lastCheckOk === null || lastCheckLatencyMs === null) return null;
  return { checkedAt: lastCheckedAt, ok: lastCheckOk, latencyMs: lastCheckLatencyMs, detail: lastCheckDetail };
}
