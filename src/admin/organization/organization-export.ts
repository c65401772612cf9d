// SQL: the rows are read with a cursor; what must have ended before is read from views of two other modules.

import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { bySystem } from '../../audit/audit-entry.js';
import type { AuditLogService } from '../../audit/audit-log.service.js';
import type { AuditTrail } from '../../audit/audit-trail.js';
import { keyOf } from '../../auth/keys/hashed-secret.js';
import type { Accounts } from '../../auth/organizations/accounts.js';
import type { Config } from '../../config/config.js';
import type { KeyRing } from '../../credentials/key-ring.js';
import type { Database } from '../../platform/database/database.js';
import { SCHEMA_VERSION } from '../../platform/database/schema/schema-version.js';
import { UsageError } from '../archive/arguments.js';
import { OWNED_TABLES } from '../erasure/owned-tables.js';
import { movedTables, WRITTEN_ANEW } from './moved-tables.js';
import { type FileEnd, OrganizationFileWriter } from './organization-file.js';
import type { TransferKey } from './transfer-key.js';

/** After this time no process takes a held organization for an open one. */
const KNOWN_AFTER_MS = 3_000;
const LOOK_EVERY_MS = 500;
const QUIET_WITHIN_MS = 120_000;
const ROWS_AT_ONCE = 100;

/** The settings that an installation needs to move organizations. */
export interface Moving {
  readonly database: Database;
  readonly accounts: Accounts;
  readonly audit: AuditTrail;
  readonly auditLog: AuditLogService;
  readonly keys: KeyRing;
  readonly config: Config;
}

/** Writes all of an organization into a file, after nothing can change in it any more (docs/decisions/0083). */
export class OrganizationExport {
  constructor(
    private readonly moving: Moving,
    private readonly transferKey: TransferKey,
    private readonly tell: (line: string) => void,
  ) {}

  /** Safe to stop and to repeat. @throws UsageError when there is no such organization */
  async run(organizationId: string, root: string): Promise<FileEnd> {
    await this.hold(organizationId);
    await this.untilQuiet(organizationId);
    return this.moving.database.snapshot(organizationId, (em) => this.write(em, organizationId, root));
  }

  private async hold(organizationId: string): Promise<void> {
    const { database, accounts, audit } = this.moving;
    const state = await database.transaction(organizationId, async (em) => {
      if (!(await accounts.hold(em, organizationId))) return accounts.stateOf(em, organizationId);
      const target = { type: 'organization', id: organizationId };
      await audit.record(em, bySystem(organizationId, 'organization'), {
        action: 'organization.held',
        target,
        before: null,
        after: null,
      });
      return 'held';
    });
    if (state !== 'held') throw new UsageError(`There is no organization ${organizationId}.`);
    this.tell(`Organization ${organizationId} is held: its clients are answered 503.`);
  }

  /** Waits until what began before has ended: its transactions, calls that run, and rollbacks. */
  private async untilQuiet(organizationId: string): Promise<void> {
    const begun = await this.transactions();
    await sleep(KNOWN_AFTER_MS);
    for (const until = Date.now() + QUIET_WITHIN_MS; ; await sleep(LOOK_EVERY_MS)) {
      const { oldest } = await this.transactions();
      const isOver = oldest >= begun.next;
      if (isOver && !(await this.isWorking(organizationId))) return;
      if (Date.now() > until)
        throw new Error('A call, a rollback or a transaction does not end. Repeat the command later.');
    }
  }

  private async transactions(): Promise<{ oldest: bigint; next: bigint }> {
    const [row] = await this.moving.database.lookup<{ oldest: string; next: string }>(
      `SELECT pg_snapshot_xmin(s)::text AS oldest, pg_snapshot_xmax(s)::text AS next FROM pg_current_snapshot() s`,
      [],
    );
    return { oldest: BigInt(row?.oldest ?? 0), next: BigInt(row?.next ?? 0) };
  }

  private isWorking(organizationId: string): Promise<boolean> {
    return this.moving.database.transaction(organizationId, async (em) => {
      const [row]: { works: boolean }[] = await em.query(
        `SELECT EXISTS (SELECT FROM unfinished_calls WHERE organization_id = $1 AND state = 'running')
           OR EXISTS (SELECT FROM session_states WHERE organization_id = $1 AND rollback_state = 'RUNNING') AS works`,
        [organizationId],
      );
      return row?.works === true;
    });
  }

  private async write(em: EntityManager, organizationId: string, root: string): Promise<FileEnd> {
    const writer = await OrganizationFileWriter.create(root, await this.head(em, organizationId), this.transferKey);
    try {
      for (const table of movedTables(await em.query(OWNED_TABLES)))
        for await (const line of rowsOf(em, organizationId, table)) await writer.row(table, line);
      return await writer.finish();
    } catch (error) {
      await writer.discard();
      throw error;
    }
  }

  private async head(em: EntityManager, organizationId: string) {
    const key = await this.moving.keys.keyOf(em, organizationId);
    return {
      schema: SCHEMA_VERSION,
      organization: organizationId,
      exportedAt: new Date().toISOString(),
      key: key && this.transferKey.seal(organizationId, 'secrets', key),
      hashes: await this.hashes(em, organizationId),
      audit: await this.moving.auditLog.newest(em, organizationId),
    };
  }

  private async hashes(em: EntityManager, organizationId: string) {
    const origins: { hash_key: number; hash_secret: Buffer | null }[] = await em.query(
      'SELECT hash_key, hash_secret FROM hash_origins($1)',
      [organizationId],
    );
    return origins.flatMap(({ hash_key: hashKey, hash_secret: hashSecret }) => {
      const key = keyOf(this.moving.config, { hashKey, hashSecret });
      // Without their root key, these API keys do not work here either.
      if (!key) return [];
      const sealed = this.transferKey.seal(organizationId, 'hashes', key);
      return [{ hashKey, hashSecret: hashSecret?.toString('base64') ?? null, key: sealed }];
    });
  }
}

/** The lines of a table, a few at a time. */
export async function* rowsOf(em: EntityManager, organizationId: string, table: string): AsyncGenerator<string> {
  await em.query('DECLARE moved_rows NO SCROLL CURSOR FOR SELECT line FROM rows_of_organization($1, $2, $3) AS line', [
    organizationId,
    table,
    WRITTEN_ANEW[table] ?? [],
  ]);
  for (let isMore = true; isMore; ) {
    const rows: { line: string }[] = await em.query(`FETCH ${ROWS_AT_ONCE} FROM moved_rows`);
    for (const { line } of rows) yield line;
    isMore = rows.length === ROWS_AT_ONCE;
  }
  await em.query('CLOSE moved_rows');
}
