// SQL: sessions are compared with their file through the function that wrote it.

import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { bySystem } from '../../audit/audit-entry.js';
import { AuditLogService } from '../../audit/audit-log.service.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Accounts } from '../../auth/organizations/accounts.js';
import type { Database } from '../../platform/database/database.js';
import type { OwnedTable } from '../erasure/erasure.js';
import { OWNED_TABLES } from '../erasure/owned-tables.js';
import { ArchiveFaultError } from './archive.js';
import { ARCHIVED, holdFolder, recordedParts } from './archive-batches.js';
import { ArchiveFolder } from './archive-folder.js';
import { type RestoreOptions, UsageError } from './arguments.js';
import { insertRows, type WrittenRow } from './insert-rows.js';
import { monthOfPart } from './part.js';
import { linesOf } from './part-reader.js';

export interface Restored {
  readonly sessions: number;
  /** Sessions that were there already. */
  readonly present: number;
}

/** Brings archived sessions back into the database, where they can be read (docs/decisions/0026). The files stay. */
export class Restore {
  private readonly accounts = new Accounts();
  private readonly audit = new AuditTrail();
  private readonly auditLog: AuditLogService;
  private readonly folder: ArchiveFolder;

  constructor(
    private readonly options: RestoreOptions,
    private readonly database: Database,
    private readonly tell: (line: string) => void,
  ) {
    this.auditLog = new AuditLogService(database);
    this.folder = new ArchiveFolder(options.from, options.organization);
  }

  /** Each file is one transaction. Safe to stop and to repeat. @throws UsageError; ArchiveFaultError */
  async run(): Promise<Restored> {
    const { organization, month } = this.options;
    const entries = await this.database.transaction(organization, async (em) => {
      if (!(await this.accounts.holdOpen(em, organization)))
        throw new UsageError(`There is no organization ${organization}.`);
      return this.auditLog.allOf(em, organization, ARCHIVED);
    });
    // The newest file of a session that was archived twice is how it was last.
    const parts = recordedParts(entries)
      .reverse()
      .filter(({ file }) => month === undefined || monthOfPart(file) === month);
    const faults = await this.folder.faultsOf(parts);
    if (faults.length > 0) throw new ArchiveFaultError(faults.join('\n'));
    let [sessions, present] = [0, 0];
    for (const { file } of parts) {
      const restored = await this.database.transaction(organization, (em) => this.restore(em, file));
      sessions += restored.sessions;
      present += restored.present;
      if (restored.sessions > 0) this.tell(`Restored ${restored.sessions} sessions of ${file}.`);
    }
    return { sessions, present };
  }

  private async restore(em: EntityManager, file: string): Promise<Restored> {
    const { organization } = this.options;
    await holdFolder(em, organization);
    if (!(await this.accounts.holdOpen(em, organization)))
      throw new UsageError('The organization was deleted meanwhile.');
    const written = new WrittenSessions();
    let present = 0;
    const wanted = this.wanted(em, file, written, () => present++);
    const tables: OwnedTable[] = await em.query(OWNED_TABLES);
    await insertRows(
      em,
      tables.map(({ name }) => name),
      wanted,
    );
    for (const [session, digest] of written.digests()) {
      const found = new WrittenSessions();
      for await (const row of rowsOfSession(em, organization, session)) found.add(session, written.asWritten(row));
      if (found.digests().get(session) !== digest)
        throw new ArchiveFaultError(`Session ${session} is not as ${file} has it.`);
      await em.query('SELECT note_return($1, $2)', [organization, session]);
    }
    const sessions = written.digests().size;
    if (sessions > 0) {
      await this.audit.record(em, bySystem(organization, 'archive'), {
        action: 'sessions.restored',
        target: { type: 'month', id: String(monthOfPart(file)) },
        before: null,
        after: { file, sessions },
      });
    }
    return { sessions, present };
  }

  /** The rows of sessions that are wanted and not there. A file has the rows of one session after those of another. */
  private async *wanted(
    em: EntityManager,
    file: string,
    written: WrittenSessions,
    tellPresent: () => void,
  ): AsyncGenerator<WrittenRow> {
    const { organization, session: only } = this.options;
    let session = '';
    let isWanted = false;
    for await (const line of linesOf(this.folder.pathOf(file))) {
      const { table, row } = JSON.parse(line) as ParsedRow;
      if (table === 'sessions') {
        session = String(row.id);
        isWanted = only === undefined || only === session;
        if (isWanted && (await isPresent(em, organization, session))) {
          isWanted = false;
          tellPresent();
        }
      }
      if (!isWanted) continue;
      written.add(session, { table, row });
      yield { table, line };
    }
  }
}

interface ParsedRow {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Sessions are compared by a digest of their rows in any order. */
class WrittenSessions {
  private readonly hashes = new Map<string, string[]>();
  private readonly columns = new Map<string, readonly string[]>();

  add(session: string, { table, row }: ParsedRow): void {
    if (!this.columns.has(table)) this.columns.set(table, Object.keys(row));
    const hash = createHash('sha256')
      .update(JSON.stringify([table, row]))
      .digest('base64');
    const hashes = this.hashes.get(session);
    if (hashes) hashes.push(hash);
    else this.hashes.set(session, [hash]);
  }

  /** The row with the columns that its table had when the file was written. */
  asWritten({ table, row }: ParsedRow): ParsedRow {
    const columns = this.columns.get(table) ?? Object.keys(row);
    return { table, row: Object.fromEntries(columns.map((column) => [column, row[column]])) };
  }

  digests(): ReadonlyMap<string, string> {
    return new Map([...this.hashes].map(([session, hashes]) => [session, hashes.sort().join()]));
  }
}

async function isPresent(em: EntityManager, organizationId: string, session: string): Promise<boolean> {
  const found = await em.query('SELECT FROM session_states WHERE organization_id = $1 AND id = $2', [
    organizationId,
    session,
  ]);
  return found.length > 0;
}

async function* rowsOfSession(em: EntityManager, organizationId: string, session: string): AsyncGenerator<ParsedRow> {
  await em.query('DECLARE returned_rows NO SCROLL CURSOR FOR SELECT line FROM rows_of_session($1, $2)', [
    organizationId,
    session,
  ]);
  for (let isMore = true; isMore; ) {
    const rows: { line: string }[] = await em.query('FETCH 100 FROM returned_rows');
    for (const { line } of rows) yield JSON.parse(line);
    isMore = rows.length === 100;
  }
  await em.query('CLOSE returned_rows');
}
