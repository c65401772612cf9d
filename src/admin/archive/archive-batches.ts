import type { EntityManager } from 'typeorm';
import { type AuditEntry, bySystem } from '../../audit/audit-entry.js';
import type { AuditLogService } from '../../audit/audit-log.service.js';
import type { AuditTrail } from '../../audit/audit-trail.js';
import type { Accounts } from '../../auth/organizations/accounts.js';
import type { Database } from '../../platform/database/database.js';
import type { SessionRemoval } from '../../rollback/session-removal.js';
import type { SessionLocks } from '../../sessions/session-locks.js';
import { ArchiveFolder, type RecordedPart } from './archive-folder.js';
import { type ArchiveRules, type Reason, reasonToKeep } from './archive-rules.js';
import { factsOf } from './candidates.js';
import { nextPart } from './part.js';
import { PartWriter, type WrittenPart } from './part-writer.js';

/** A file that has reached this size, before compression, takes no further session. */
const PART_BYTES = 20_000_000;
/** A session may be larger than the memory, and a row as large as a snapshot. */
const ROWS_AT_ONCE = 100;

export const ARCHIVED = 'sessions.archived';

/** The organization was deleted while the command ran; its rows are erased by a job. */
export class OrganizationGoneError extends Error {}

export interface Archived extends WrittenPart {
  readonly sessions: number;
  readonly actions: number;
}

export interface BatchOutcome {
  /** Null when none of the sessions may leave any more. */
  readonly archived: Archived | null;
  readonly kept: readonly Reason[];
  /** Sessions that did not fit into the file. */
  readonly left: readonly string[];
}

/** Writes sessions into one file of the archive and deletes them, in one transaction. */
export class ArchiveBatches {
  constructor(
    private readonly root: string,
    private readonly rules: ArchiveRules,
    private readonly database: Database,
    private readonly accounts: Accounts,
    private readonly locks: SessionLocks,
    private readonly removal: SessionRemoval,
    private readonly auditLog: AuditLogService,
    private readonly audit: AuditTrail,
  ) {}

  /** The files of the organization, as the audit records them. */
  recorded(organizationId: string): Promise<RecordedPart[]> {
    return this.database.transaction(organizationId, (em) => this.recordedIn(em, organizationId));
  }

  /** Removes files of runs that did not commit. No other run writes to the organization's folder meanwhile. */
  tidy(organizationId: string): Promise<{ removed: string[]; unrecorded: string[] }> {
    return this.database.transaction(organizationId, async (em) => {
      await holdFolder(em, organizationId);
      const folder = this.folderOf(organizationId);
      const removed = await folder.removeUnfinished();
      return { removed, unrecorded: await folder.unrecorded(await this.recordedIn(em, organizationId)) };
    });
  }

  /**
   * The file is on the disk before the transaction commits: a process that is killed before has deleted nothing, and one that
   * is killed afterwards has lost nothing.
   * @param month in which all of the sessions began
   * @throws OrganizationGoneError
   */
  archive(organizationId: string, month: string, ids: readonly string[]): Promise<BatchOutcome> {
    return this.database.transaction(organizationId, async (em) => {
      await holdFolder(em, organizationId);
      if (!(await this.accounts.holdOpen(em, organizationId))) throw new OrganizationGoneError();
      const held = await this.locks.holdIdle(em, organizationId, ids);
      const kept: Reason[] = Array<Reason>(ids.length - held.length).fill('busy');
      const leaving: string[] = [];
      for (const session of await factsOf(em, organizationId, held)) {
        const reason = reasonToKeep(session, this.rules);
        if (reason) kept.push(reason);
        else leaving.push(session.id);
      }
      if (leaving.length === 0) return { archived: null, kept, left: [] };
      return { kept, ...(await this.write(em, organizationId, month, leaving)) };
    });
  }

  private async write(em: EntityManager, organizationId: string, month: string, leaving: readonly string[]) {
    const name = nextPart(month, await this.folderOf(organizationId).names());
    const writer = await PartWriter.create(this.root, organizationId, name);
    try {
      const taken: string[] = [];
      let actions = 0;
      for (const id of leaving) {
        if (writer.size >= PART_BYTES) break;
        actions += await writeSession(em, organizationId, id, writer);
        taken.push(id);
      }
      const archived = { ...(await writer.finish()), sessions: taken.length, actions };
      await this.remove(em, organizationId, month, taken, archived);
      return { archived, left: leaving.slice(taken.length) };
    } catch (error) {
      await writer.discard();
      throw error;
    }
  }

  private async remove(
    em: EntityManager,
    organizationId: string,
    month: string,
    ids: readonly string[],
    { sessions, actions, ...part }: Archived,
  ) {
    const removed = await this.removal.remove(em, organizationId, ids);
    if (removed !== sessions) throw new Error(`${sessions} sessions were written and ${removed} would be deleted.`);
    await this.audit.record(em, bySystem(organizationId, 'archive'), {
      action: ARCHIVED,
      target: { type: 'month', id: month },
      before: { sessions, actions },
      after: { ...part, undoGivenUp: this.rules.giveUpUndo },
    });
  }

  private async recordedIn(em: EntityManager, organizationId: string): Promise<RecordedPart[]> {
    return recordedParts(await this.auditLog.allOf(em, organizationId, ARCHIVED));
  }

  private folderOf(organizationId: string): ArchiveFolder {
    return new ArchiveFolder(this.root, organizationId);
  }
}

/** The files that entries of the audit name. */
export const recordedParts = (entries: readonly AuditEntry[]): RecordedPart[] =>
  entries.map(({ after }) => ({ file: String(after?.file), sha256: String(after?.sha256) }));

/**
 * Locks the folder: until the transaction ends no other run of the command writes files of the organization, or removes
 * some.
 */
export async function holdFolder(em: EntityManager, organizationId: string): Promise<void> {
  await em.query("SELECT pg_advisory_xact_lock(hashtext('backstop archive'), hashtext($1))", [organizationId]);
}

/** Answers how many actions it had. */
async function writeSession(em: EntityManager, organizationId: string, id: string, writer: PartWriter) {
  await em.query('DECLARE leaving_rows NO SCROLL CURSOR FOR SELECT relation, line FROM rows_of_session($1, $2)', [
    organizationId,
    id,
  ]);
  let actions = 0;
  for (;;) {
    const rows: { relation: string; line: string }[] = await em.query(`FETCH ${ROWS_AT_ONCE} FROM leaving_rows`);
    for (const { relation, line } of rows) {
      if (relation === 'actions') actions++;
      await writer.write(line);
    }
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await em.query('CLOSE leaving_rows');
  return actions;
}
