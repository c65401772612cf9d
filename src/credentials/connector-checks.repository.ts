// SQL: whether a check is fresh is read by the clock of the database, and the one kept is answered with its time.

import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Check, Finding } from './connector-health.js';

/** This very credential, as it is stored: a changed one has another version, a new one another id. */
export interface StoredCredential {
  readonly id: string;
  readonly connector: string;
  readonly version: number;
  /** Its last check, if that is less than a minute old. */
  readonly check: Check | null;
}

interface Row {
  id: string;
  connector: string;
  version: number;
  fresh: boolean;
  last_checked_at: Date;
  last_check_ok: boolean;
  last_check_latency_ms: number;
  last_check_detail: string | null;
}

/** Checks are kept with the credential, so that a minute's cache holds in every process and ends with the credential. */
@Injectable()
export class ConnectorChecksRepository {
  constructor(private readonly database: Database) {}

  ofOrganization(organizationId: string): Promise<StoredCredential[]> {
    return this.database.transaction(organizationId, async (em) => {
      const rows: Row[] = await em.query(
        `SELECT id, connector, version, last_checked_at, last_check_ok, last_check_latency_ms, last_check_detail,
           coalesce(last_checked_at > now() - interval '1 minute', false) AS fresh
         FROM credentials WHERE organization_id = $1`,
        [organizationId],
      );
      return rows.map(({ id, connector, version, fresh, ...last }) => ({
        id,
        connector,
        version,
        check: fresh
          ? {
              checkedAt: last.last_checked_at,
              ok: last.last_check_ok,
              latencyMs: last.last_check_latency_ms,
              detail: last.last_check_detail,
            }
          : null,
      }));
    });
  }

  /**
   * Marks the credential that was checked, but not one that has replaced it since.
   * @returns the time; null when it has been replaced or removed
   */
  async record(organizationId: string, { id, version }: StoredCredential, found: Finding): Promise<Date | null> {
    const marked: { last_checked_at: Date }[] = await this.database.transaction(organizationId, (em) =>
      em.query(
        `WITH marked AS (
           UPDATE credentials SET last_checked_at = now(), last_check_ok = $4, last_check_latency_ms = $5, last_check_detail = $6
           WHERE organization_id = $1 AND id = $2 AND version = $3 RETURNING last_checked_at)
         SELECT last_checked_at FROM marked`,
        [organizationId, id, version, found.ok, found.latencyMs, found.detail],
      ),
    );
    return marked[0]?.last_checked_at ?? null;
  }
}
