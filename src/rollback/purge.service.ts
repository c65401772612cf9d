// SQL: it counts over views of three other modules in one statement.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditTrail } from '../audit/audit-trail.js';
import type { Principal } from '../auth/access/principal.js';
import { OpenCalls } from '../calls/open-calls.service.js';
import { Database } from '../platform/database/database.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { rollbackRunning } from './rollback.errors.js';
import { SessionRemoval } from './session-removal.js';

type Counts = Readonly<Record<'actions' | 'snapshots' | 'approvals' | 'rollbacks', number>>;

/** The time that it waits for a call that the service makes. */
const ANSWER_WITHIN_MS = 25_000;

/** A session goes for good, with everything that was kept of it. */
@Injectable()
export class PurgeService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly removal: SessionRemoval,
    private readonly calls: OpenCalls,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Purges a session in one transaction that locks it: a request that logs, confirms, decides or rolls back comes
   * before it, or finds nothing. Counters stay: the quota is not given back, and the agent's number of sessions does
   * not fall. The audit records the purge, its actor and its size.
   * @throws 404; 409 rollback-running, calls-open
   */
  async purge(caller: Principal, id: string) {
    const { organizationId } = caller;
    const inTransaction = async (em: EntityManager) => {
      const { rollbackState, agentSlug: agentId, simulated } = await this.sessions.lock(em, caller, id);
      if (rollbackState === 'RUNNING') throw rollbackRunning();
      await this.calls.endIn(em, { organizationId, sessionIds: [id], reason: 'purged' });
      const counts = await this.count(em, organizationId, id);
      await this.removal.remove(em, organizationId, [id]);
      await this.audit.record(em, caller, {
        action: 'session.purged',
        target: { type: 'session', id },
        before: { agentId, simulated, ...counts },
        after: null,
      });
    };
    const until = performance.now() + ANSWER_WITHIN_MS;
    await this.calls.whenOver(until, () => this.database.transaction(organizationId, inTransaction));
    this.sessions.forget(id);
    return { id, deleted: true };
  }

  private async count(em: EntityManager, organizationId: string, id: string): Promise<Counts> {
    const [counts]: Counts[] = await em.query(
      `SELECT (SELECT count(*)::int FROM action_details WHERE organization_id = $1 AND session_id = $2) AS actions,
         (SELECT count(*)::int FROM session_snapshots WHERE organization_id = $1 AND session_id = $2) AS snapshots,
         (SELECT count(*)::int FROM approval_states WHERE organization_id = $1 AND session_id = $2) AS approvals,
         (SELECT count(*)::int FROM rollbacks WHERE organization_id = $1 AND session_id = $2) AS rollbacks`,
      [organizationId, id],
    );
    if (!counts) throw new Error('nothing was counted');
    return counts;
  }
}
