import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DecisionsService } from '../../approvals/decisions/decisions.service.js';
import type { Change } from '../../audit/audit-entry.js';
import { may } from '../../auth/access/permissions.js';
import type { Principal } from '../../auth/access/principal.js';
import type { IdempotencyKey } from '../../auth/idempotency.js';
import { Accounts } from '../../auth/organizations/accounts.js';
import { OpenCalls } from '../../calls/open-calls.service.js';
import { Database } from '../../platform/database/database.js';
import { notFound, validationFailed } from '../../platform/errors.js';
import { Idempotent } from '../../platform/http/answers/answer.js';
import { parseMoment } from '../../platform/moment.js';
import { RegistryService } from '../../registry/registry.service.js';
import { KnownAgents } from '../../sessions/known-agents.js';
import type { HeldSession } from '../../sessions/session-locks.js';
import { SessionRollbacks } from '../../sessions/session-rollbacks.js';
import { RollbackJob } from '../engine/rollback.job.js';
import { lastEffectFirstAcross } from '../rollback.js';
import { RollbackRepository } from '../rollback.repository.js';
import { ANSWER_WITHIN_MS, RollbackService } from '../rollback.service.js';
import { AgentRollbackRepository, type AgentRollbackRow, type EffectRow } from './agent-rollback.repository.js';

interface PlanQuery {
  readonly since: string;
  /** The number of its effects that were seen already. */
  readonly after: number;
  readonly limit: number;
}

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
    private readonly job: RollbackJob,
    private readonly accounts: Accounts,
    private readonly calls: OpenCalls,
    private readonly registry: RegistryService,
  ) {}

  /**
   * Closes every affected session in one transaction, then undoes their effects in one order, the one confirmed last
   * first; waits up to 25 seconds, and it continues if the client disconnects. Sessions that are being rolled back already are left to
   * that and named in `skipped`.
   * @throws 404; 409 calls-open; 400 for a `since` that is no moment, or has not come yet
   */
  async start(caller: Principal, agentId: string, sinceText: string, key: IdempotencyKey | null) {
    const since = momentOf(sinceText);
    const until = performance.now() + ANSWER_WITHIN_MS;
    const started = await this.rollbacks.beginOnce(caller, key, until, (em, changes) =>
      this.begin(em, caller, agentId, since, changes),
    );
    this.job.wake();
    await this.rollbacks.awaitEnd(caller.organizationId, until, async (em) => {
      const begun = await this.repository.rollbacksOf(em, caller.organizationId, started.data);
      return begun.every(({ status }) => status === 'FINISHED');
    });
    return new Idempotent(await this.report(caller, started.data), started.replayed);
  }

  /**
   * Answers the effects that `start` would undo now, in its order; it locks and changes nothing.
   * @throws the errors of `start`
   */
  plan({ organizationId }: Principal, agentId: string, { since: sinceText, after, limit }: PlanQuery) {
    const since = momentOf(sinceText);
    return this.database.snapshot(organizationId, async (em) => {
      const agent = await this.agents.slugOf(em, organizationId, agentId);
      await this.checkPast(em, since);
      const affected = await this.repository.affected(em, organizationId, agent, since);
      const { skipped, sessions } = apart(affected);
      const effects = inOrder(await this.repository.effectsOf(em, organizationId, sessions, since));
      const shown = effects.slice(after, after + limit);
      const calls = await this.repository.callsOf(
        em,
        organizationId,
        shown.map(({ id }) => id),
      );
      return {
        agentId: agent,
        since: since.toISOString(),
        state: 'planned' as const,
        skipped,
        sessions: sessions.length,
        total: effects.length,
        effects: shown.map((effect) => ({
          sessionId: effect.session_id,
          actionId: effect.id,
          apiName: effect.api_name,
          summary: this.registry.summaryOf(effect.api_name, calls.get(effect.id)?.payload ?? {}),
          status: effect.status,
          at: new Date(Number(effect.at) / 1_000).toISOString(),
          captured: calls.get(effect.id)?.captured ?? false,
        })),
      };
    });
  }

  private async checkPast(em: EntityManager, since: Date): Promise<void> {
    if (!(await this.repository.isPast(em, since))) throw validationFailed('since', 'must not be in the future');
  }

  private async begin(em: EntityManager, caller: Principal, agentId: string, since: Date, changes: Change[]) {
    const { organizationId, label: requestedBy } = caller;
    const agent = await this.agents.slugOf(em, organizationId, agentId);
    await this.checkPast(em, since);
    const affected = await this.repository.lockAffected(em, organizationId, agent, since);
    await this.accounts.keepOpen(em, organizationId);
    const { skipped, sessions: held } = apart(affected);
    await this.calls.endIn(em, { organizationId, sessionIds: held, reason: 'rolled-back' });
    const effects = await this.repository.effectsOf(em, organizationId, held, since);
    // A session in which no call had begun is affected no more, and goes on.
    const touched = new Set(effects.map(({ session_id: id }) => id));
    const sessions = held.filter((id) => touched.has(id));
    for (const session of sessions)
      changes.push(...(await this.decisions.rejectAllOf(em, organizationId, session, 'rolled-back')));
    const order = { organization_id: organizationId, agent_id: agentId, agent_slug: agent, since };
    const id = await this.repository.insert(em, { ...order, requested_by: requestedBy }, skipped);
    const row = await this.get(em, organizationId, id);
    const needsProof = !may(caller, 'undo-without-proof');
    const begun = await this.repository.begin(em, row, inOrder(effects), needsProof);
    await this.sessionRollbacks.begin(em, begun.sessions, true);
    const after = { id, ...viewOf(row), sessions, steps: effects.length, requestedBy };
    changes.push({ action: 'agent.rollback-started', target: { type: 'agent', id: agentId }, before: null, after });
    for (const made of await this.steps.auditedAll(em, organizationId, begun.rollbacks)) {
      const target = { type: 'rollback', id: made.id };
      changes.push({ action: 'rollback.started', target, before: null, after: made });
    }
    return id;
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

function momentOf(text: string): Date {
  const moment = parseMoment(text);
  if (!moment) throw validationFailed('since', 'must be a moment in ISO 8601, with its zone');
  return moment;
}

/** A session that is being rolled back already is left to that. */
function apart(affected: readonly Pick<HeldSession, 'id' | 'rollback_state'>[]) {
  const idsOf = (sessions: typeof affected) => sessions.map(({ id }) => id);
  const isRunning = ({ rollback_state: state }: (typeof affected)[number]) => state === 'RUNNING';
  return {
    skipped: idsOf(affected.filter(isRunning)),
    sessions: idsOf(affected.filter((session) => !isRunning(session))),
  };
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
