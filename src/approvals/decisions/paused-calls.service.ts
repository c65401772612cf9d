import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { By } from '../../audit/audit-entry.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Database } from '../../platform/database/database.js';
import { KnownAgents } from '../../sessions/known-agents.js';
import { SessionLocks } from '../../sessions/session-locks.js';
import { pauseUnfinished } from '../approval.errors.js';
import { ApprovalsRepository } from '../approvals.repository.js';
import { DecisionWaits } from '../waiting/decision-waits.js';
import { DecisionsService } from './decisions.service.js';

/** The most approvals one transaction rejects, so that other requests wait for the session's lock only briefly. */
const APPROVALS_PER_TRANSACTION = 50;
const SESSIONS_PER_LOOKUP = 100;

/**
 * Rejects (`agent-paused`) the approvals for which calls of a paused agent wait; a review of a call that already ran is
 * left to a person. The rows decide, so any number of processes may run it repeatedly (docs/contract.md, "Approvals").
 */
@Injectable()
export class PausedCalls {
  constructor(
    private readonly database: Database,
    private readonly repository: ApprovalsRepository,
    private readonly decisions: DecisionsService,
    private readonly agents: KnownAgents,
    private readonly locks: SessionLocks,
    private readonly decisionWaits: DecisionWaits,
    private readonly audit: AuditTrail,
  ) {}

  /** Rejects the agent's waiting calls, for `budgetMs` at most: the job rejects the rest. */
  async rejectAllOf(by: By, agent: string, budgetMs: number): Promise<void> {
    const until = performance.now() + budgetMs;
    for (;;) {
      const sessions = await this.database.transaction(by.organizationId, (em) =>
        this.repository.sessionsWaiting(em, by.organizationId, agent, SESSIONS_PER_LOOKUP),
      );
      let rejected = 0;
      for (const session of sessions) {
        if (performance.now() > until) return;
        rejected += await this.rejectIn(by, session);
      }
      if (rejected === 0) return;
    }
  }

  /**
   * Refuses in the transaction that resumes the agent, because an approval from before would clear a call after it.
   * @throws 409 pause-unfinished
   */
  async refuseWhileWaiting(em: EntityManager, organizationId: string, agent: string): Promise<void> {
    if (await this.repository.isAnyWaiting(em, organizationId, agent)) throw pauseUnfinished();
  }

  /** Rejects some of the waiting calls of the session, if its agent is paused; answers their number. */
  async rejectIn(by: By, sessionId: string): Promise<number> {
    const { organizationId } = by;
    const changes = await this.database.transaction(organizationId, async (em) => {
      const session = await this.locks.hold(em, organizationId, sessionId);
      if (!session || !(await this.agents.isPausedNow(em, organizationId, session.agent_slug))) return [];
      const made = await this.decisions.rejectWaitingOf(
        em,
        organizationId,
        sessionId,
        'agent-paused',
        APPROVALS_PER_TRANSACTION,
      );
      await this.audit.record(em, by, ...made);
      return made;
    });
    for (const { target } of changes) this.decisionWaits.decided(target.id);
    return changes.length;
  }
}
