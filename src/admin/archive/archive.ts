import { access, constants } from 'node:fs/promises';
import { AuditLogService } from '../../audit/audit-log.service.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Accounts } from '../../auth/organizations/accounts.js';
import type { Database } from '../../platform/database/database.js';
import { SessionRemoval } from '../../rollback/session-removal.js';
import { SessionLocks } from '../../sessions/session-locks.js';
import { SessionRollbacks } from '../../sessions/session-rollbacks.js';
import { ArchiveBatches, OrganizationGoneError } from './archive-batches.js';
import { ArchiveFolder } from './archive-folder.js';
import { type ArchiveRules, type Reason, reasonToKeep } from './archive-rules.js';
import { type ArchiveOptions, UsageError } from './arguments.js';
import { BEFORE_ALL, type Place, sessionsAfter } from './candidates.js';
import { openOrganizations } from './open-organizations.js';
import { hasEnded, monthOf, startOf } from './part.js';

/** Sessions that one transaction locks. */
const BATCH_SESSIONS = 200;

export interface Summary {
  sessions: number;
  actions: number;
  files: number;
  readonly kept: Map<Reason, number>;
}

/** The audit names files that are missing or were changed. */
export class ArchiveFaultError extends Error {}

/** Moves old sessions out of the database into files (docs/decisions/0026-archive-old-sessions-with-a-command.md). */
export class Archive {
  private readonly summary: Summary = { sessions: 0, actions: 0, files: 0, kept: new Map() };
  private readonly rules: ArchiveRules;
  private readonly accounts = new Accounts();
  private readonly batches: ArchiveBatches;

  /** @param tell is called after each batch */
  constructor(
    private readonly options: ArchiveOptions,
    private readonly database: Database,
    private readonly tell: (line: string) => void,
  ) {
    this.rules = { before: startOf(options.before), giveUpUndo: options.giveUpUndo };
    const removal = new SessionRemoval(new SessionRollbacks());
    const [auditLog, audit] = [new AuditLogService(database), new AuditTrail()];
    const locks = new SessionLocks();
    this.batches = new ArchiveBatches(options.to, this.rules, database, this.accounts, locks, removal, auditLog, audit);
  }

  /** @throws UsageError; ArchiveFaultError. Neither has changed anything. */
  async run(): Promise<Summary> {
    const { to, isDryRun } = this.options;
    await this.refuseMonth();
    await access(to, constants.W_OK | constants.X_OK).catch(() => {
      throw new UsageError(`--to must be a directory that exists and can be written to: ${to}`);
    });
    const organizations = await this.organizations();
    await this.refuseFaults(organizations);
    for (const id of organizations) {
      if (!isDryRun) await this.tidy(id);
      await this.archiveOrganization(id).catch((error: unknown) => {
        if (!(error instanceof OrganizationGoneError)) throw error;
        this.tell(`Organization ${id} was deleted meanwhile.`);
      });
    }
    return this.summary;
  }

  /** Refuses a month that is not over, by the clock of the database, which determines all months. */
  private async refuseMonth(): Promise<void> {
    const [clock] = await this.database.lookup<{ now: Date }>('SELECT now() AS now', []);
    const { before } = this.options;
    if (clock && hasEnded(before, clock.now)) return;
    throw new UsageError(`--before must be a month that has ended, and ${before} has not.`);
  }

  private async organizations(): Promise<string[]> {
    const { organization } = this.options;
    if (organization !== undefined) {
      const isOpen = await this.database.transaction(organization, (em) => this.accounts.holdOpen(em, organization));
      if (isOpen) return [organization];
      throw new UsageError(`There is no organization ${organization}.`);
    }
    const found: string[] = [];
    for await (const page of openOrganizations(this.database)) found.push(...page);
    return found;
  }

  private async refuseFaults(organizations: readonly string[]): Promise<void> {
    const faults: string[] = [];
    for (const id of organizations) {
      const recorded = await this.batches.recorded(id);
      faults.push(...(await new ArchiveFolder(this.options.to, id).faultsOf(recorded)));
    }
    if (faults.length > 0) throw new ArchiveFaultError(faults.join('\n'));
  }

  private async tidy(organizationId: string): Promise<void> {
    const { removed, unrecorded } = await this.batches.tidy(organizationId);
    for (const path of removed) this.tell(`Removed ${path}, which a run had not finished.`);
    for (const path of unrecorded) this.tell(`Left ${path} as it is: no audit entry names it.`);
  }

  private async archiveOrganization(organizationId: string): Promise<void> {
    let month = '';
    let leaving: string[] = [];
    const flush = async () => {
      await this.archiveMonth(organizationId, month, leaving);
      leaving = [];
    };
    for (let place: Place = BEFORE_ALL; ; ) {
      const after = place;
      const page = await this.database.transaction(organizationId, (em) =>
        sessionsAfter(em, organizationId, after, this.rules.before),
      );
      for (const session of page) {
        const reason = reasonToKeep(session, this.rules);
        if (reason) {
          this.keep([reason]);
          continue;
        }
        if (monthOf(session.createdAt) !== month || leaving.length === BATCH_SESSIONS) await flush();
        month = monthOf(session.createdAt);
        leaving.push(session.id);
      }
      const last = page.at(-1);
      if (!last) break;
      place = last;
    }
    await flush();
  }

  private async archiveMonth(organizationId: string, month: string, ids: readonly string[]): Promise<void> {
    if (this.options.isDryRun) {
      this.summary.sessions += ids.length;
      if (ids.length > 0) this.tell(`Organization ${organizationId}, ${month}: ${ids.length} sessions would leave.`);
      return;
    }
    for (let left = ids; left.length > 0; ) {
      const batch = await this.batches.archive(organizationId, month, left);
      this.keep(batch.kept);
      left = batch.left;
      if (!batch.archived) continue;
      const { file, sessions, actions, bytes } = batch.archived;
      this.summary.sessions += sessions;
      this.summary.actions += actions;
      this.summary.files += 1;
      this.tell(`Organization ${organizationId}: ${sessions} sessions, ${actions} actions, ${bytes} bytes in ${file}.`);
    }
  }

  private keep(reasons: readonly Reason[]): void {
    for (const reason of reasons) this.summary.kept.set(reason, (this.summary.kept.get(reason) ?? 0) + 1);
  }
}
