import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DecisionsService } from '../../approvals/decisions/decisions.service.js';
import type { Change } from '../../audit/audit-entry.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { Principal } from '../../auth/access/principal.js';
import { type IdempotencyKey, IdempotencyKeys } from '../../auth/idempotency.js';
import { Accounts } from '../../auth/organizations/accounts.js';
import { Database } from '../../platform/database/database.js';
import { notFound, validationFailed } from '../../platform/errors.js';
import { Idempotent } from '../../platform/http/answers/answer.js';
import { parseMoment } from '../../platform/moment.js';
import { KnownAgents } from '../../sessions/known-agents.js';
import type { HeldSession } from '../../sessions/session-locks.js';
import { SessionRollbacks } from '../../sessions/session-rollbacks.js';
import { RollbackJob } from '../engine/rollback.job.js';
import { lastEffectFirstAcross } from '../rollback.js';
import { RollbackRepository } from '../rollback.repository.js';
import { RollbackService } from '../rollback.service.js';
import { AgentRollbackRepository, type AgentRollbackRow, type EffectRow } from './agent-rollback.repository.js';

const ANSWER_WITHIN_MS = 25_000;
const LOOK_EVERY_MS = 250;

/** Undoing everything that an agent did since a moment, across its live sessions (docs/contract.md, "Agents"). */
@Injectable()
export class AgentRollbackService {
  constructor(
    private readonly database: Database,
    private readonly agents: KnownAgents,
    private readonly decisions: DecisionsService,
    private readonly rollbacks: RollbackService,
    private readonly repository: AgentRollbackRepository,
    private readonly steps: RollbackRepository,
    private readonly sessionRollbacks: SessionRollbacks,
    private readonly idempotency: IdempotencyKeys,
    private readonly job: RollbackJob,
    private readonly accounts: Accounts,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Closes every affected session in one transaction, then undoes their effects in one order, the one confirmed last
   * first; waits up to 25 seconds, and it continues if the client disconnects. Sessions that are being rolled back already are left to
   * that and named in `skipped`.
   * @throws 404; 400 for a `since` that is no moment, or has not come yet
   */
  async start(caller: Principal, agentId: string, sinceText: string, key: IdempotencyKey | null) {
    const since = parseMoment(sinceText);
    if (!since) throw validationFailed('since', 'must be a moment in ISO 8601, with its zone');
    const started = await this.database.transaction(caller.organizationId, async (em) => {
      const changes: Change[] = [];
      const begun = await this.idempotency.once(
        em,
        caller,
        key,
        () => this.begin(em, caller, agentId, since, changes),
        async (id) => id,
      );
      await this.audit.record(em, caller, ...changes);
      return begun;
    });
    this.job.wake();
    await this.finished(caller.organizationId, started.data);
    return new Idempotent(await this.report(caller, started.data), started.replayed);
  }

  private async begin(em: EntityManager, caller: Principal, agentId: string, since: Date, changes: Change[]) {
    const { organizationId, label: requestedBy } = caller;
    const agent = await this.agents.slugOf(em, organizationId, agentId);
    if (!(await this.repository.isPast(em, since))) throw validationFailed('since', 'must not be in the future');
    const affected = await this.repository.lockAffected(em, organizationId, agent, since);
    await this.accounts.keepOpen(em, organizationId);
    const isRunning = (session: HeldSession) => session.rollback_state === 'RUNNING';
    const skipped = affected.filter(isRunning).map(({ id }) => id);
    const sessions = affected.filter((session) => !isRunning(session)).map(({ id }) => id);
    for (const session of sessions)
      changes.push(...(await this.decisions.rejectAllOf(em, organizationId, session, 'rolled-back')));
    const effects = await this.repository.effectsOf(em, organizationId, sessions, since);
    const order = { organization_id: organizationId, agent_id: agentId, agent_slug: agent, since };
    const id = await this.repository.insert(em, { ...order, requested_by: requestedBy }, skipped);
    const row = await this.get(em, organizationId, id);
    const begun = await this.repository.begin(em, row, inOrder(effects));
    await this.sessionRollbacks.begin(em, begun.sessions, true);
    const after = { id, ...viewOf(row), sessions, steps: effects.length, requestedBy };
    changes.push({ action: 'agent.rollback-started', target: { type: 'agent', id: agentId }, before: null, after });
    for (const made of await this.steps.auditedAll(em, organizationId, begun.rollbacks)) {
      const target = { type: 'rollback', id: made.id };
      changes.push({ action: 'rollback.started', target, before: null, after: made });
    }
    return id;
  }

  private async finished(organizationId: string, id: string): Promise<void> {
    const until = performance.now() + ANSWER_WITHIN_MS;
    while (performance.now() < until && !this.job.isStopped) {
      const rollbacks = await this.database.transaction(organizationId, (em) =>
        this.repository.rollbacksOf(em, organizationId, id),
      );
      if (rollbacks.every(({ status }) => status === 'FINISHED')) return;
      await sleep(LOOK_EVERY_MS);
    }
  }

  private report(caller: Principal, id: string) {
    const { organizationId } = caller;
    return this.database.snapshot(organizationId, async (em) => {
      const row = await this.get(em, organizationId, id);
      const rollbacks: Awaited<ReturnType<RollbackService['report']>>[] = [];
      for (const begun of await this.repository.rollbacksOf(em, organizationId, id))
        rollbacks.push(await this.rollbacks.reportIn(em, caller, begun.session_id, begun.id));
      const isFinished = rollbacks.every(({ state }) => state === 'finished');
      const state = isFinished ? ('finished' as const) : ('running' as const);
      return { id, ...viewOf(row), state, startedAt: row.created_at.toISOString(), rollbacks };
    });
  }

  private async get(em: EntityManager, organizationId: string, id: string): Promise<AgentRollbackRow> {
    const row = await this.repository.find(em, organizationId, id);
    if (!row) throw notFound('rollback');
    return row;
  }
}

function inOrder(effects: readonly EffectRow[]): EffectRow[] {
  const actions = effects.map((row) => ({
    id: row.id,
    sessionId: row.session_id,
    status: row.status,
    sequence: row.sequence,
    effectSequence: row.effect_sequence,
    at: Number(row.at),
    row,
  }));
  return lastEffectFirstAcross(actions).map(({ row }) => row);
}

/** `skipped`: sessions that were being rolled back already. */
function viewOf({ agent_slug: agentId, since, skipped_sessions: skipped }: AgentRollbackRow) {
  return { agentId, since: since.toISOString(), skipped };
}
