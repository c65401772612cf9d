import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { bySystem } from '../../audit/audit-entry.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Accounts } from '../../auth/organizations/accounts.js';
import { OrganizationPlans } from '../../auth/organizations/organization-plans.js';
import { Config } from '../../config/config.js';
import { Database } from '../../platform/database/database.js';
import { SessionRemoval } from '../../rollback/session-removal.js';
import { SessionLocks } from '../../sessions/session-locks.js';
import { type ArchiveRules, reasonToKeep } from '../archive/archive-rules.js';
import { BEFORE_ALL, factsOf, type Place, sessionsAfter } from '../archive/candidates.js';

const DAY_MS = 86_400_000;
/** Sessions that one transaction deletes. */
const BATCH_SESSIONS = 100;

/** Deletes sessions that are older than the plan of their organization keeps them (docs/settings.md, `RETENTION_DAYS_…`). */
@Injectable()
export class Retention {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly plans: OrganizationPlans,
    private readonly accounts: Accounts,
    private readonly locks: SessionLocks,
    private readonly removal: SessionRemoval,
    private readonly audit: AuditTrail,
  ) {}

  /** False while every plan keeps its sessions. */
  get isOn(): boolean {
    return Object.values(this.config.retentionDays).some((days) => days > 0);
  }

  /** Answers the number of deleted sessions. */
  async keepTo(organizationId: string, isStopped: () => boolean): Promise<number> {
    const found = await this.database.transaction(organizationId, (em) => this.limits(em, organizationId));
    if (!found) return 0;
    let deleted = 0;
    for (let place: Place = BEFORE_ALL; !isStopped(); ) {
      const after = place;
      const page = await this.database.transaction(organizationId, (em) =>
        sessionsAfter(em, organizationId, after, found.rules.before),
      );
      const last = page.at(-1);
      if (!last) return deleted;
      place = last;
      const leaving = page.filter((session) => reasonToKeep(session, found.rules) === null).map(({ id }) => id);
      for (let from = 0; from < leaving.length && !isStopped(); from += BATCH_SESSIONS)
        deleted += await this.remove(organizationId, leaving.slice(from, from + BATCH_SESSIONS));
    }
    return deleted;
  }

  private remove(organizationId: string, ids: readonly string[]): Promise<number> {
    return this.database.transaction(organizationId, async (em) => {
      if (!(await this.accounts.holdOpen(em, organizationId))) return 0;
      // The plan may have changed since.
      const limits = await this.limits(em, organizationId);
      if (!limits) return 0;
      const held = await factsOf(em, organizationId, await this.locks.holdIdle(em, organizationId, ids));
      const leaving = held.filter((session) => reasonToKeep(session, limits.rules) === null).map(({ id }) => id);
      if (leaving.length === 0) return 0;
      await this.removal.remove(em, organizationId, leaving);
      await this.audit.record(em, bySystem(organizationId, 'retention'), {
        action: 'sessions.expired',
        target: { type: 'organization', id: organizationId },
        before: { sessions: leaving },
        after: { plan: limits.plan, days: limits.days },
      });
      return leaving.length;
    });
  }

  private async limits(em: EntityManager, organizationId: string) {
    const plan = await this.plans.current(em, organizationId);
    const days = plan ? this.config.retentionDays[plan] : 0;
    if (days === 0) return null;
    const [clock]: { now: Date }[] = await em.query('SELECT now() AS now');
    const before = new Date((clock?.now ?? new Date(0)).getTime() - days * DAY_MS);
    const rules: ArchiveRules = { before, giveUpUndo: true };
    return { plan, days, rules };
  }
}
