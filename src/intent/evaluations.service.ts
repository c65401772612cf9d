import { Injectable } from '@nestjs/common';
import type { AskedCall, IntentGauge } from '../actions/intent-gauge.js';
import type { Principal } from '../auth/principal.js';
import { Database } from '../platform/database/database.js';
import { notFound } from '../platform/errors.js';
import { RegistryService } from '../registry/registry.service.js';
import {
  begin,
  conclude,
  EVALUATOR_VERSION,
  type IntentCall,
  type IntentProgress,
  learn,
  observe,
} from './evaluate.js';
import { CALLS_AT_ONCE, EvaluationsRepository, type PendingCall, type ScoredAction } from './evaluations.repository.js';
import { Noticed } from './noticed.js';

/** Looks at each call of a session once, in the order they were asked for, and keeps what it found. */
@Injectable()
export class EvaluationsService implements IntentGauge {
  constructor(
    private readonly database: Database,
    private readonly repository: EvaluationsRepository,
    private readonly registry: RegistryService,
    private readonly sessions: Noticed,
  ) {}

  noticed(caller: Principal, sessionId: string): void {
    // Nobody else sees evaluations; where a policy reads one, or the plan rises, they are caught up with.
    if (caller.plan === 'TEAM') this.sessions.add(sessionId, caller.organizationId);
  }

  async driftWith(caller: Principal, { sessionId, payload, ...call }: AskedCall): Promise<number> {
    const progress = await this.catchUp(caller.organizationId, sessionId);
    if (!progress) throw notFound('session');
    return conclude(observe(progress, { id: 'asked', ...call, payload: payload as IntentCall['payload'] }).progress)
      .driftScore;
  }

  /** Every call acknowledged before this is in it. Undefined: there is no such session. */
  async catchUp(organizationId: string, sessionId: string): Promise<IntentProgress | undefined> {
    for (;;) {
      const step = await this.next(organizationId, sessionId);
      if (!step?.more) return step?.progress;
    }
  }

  /** One transaction, of so many calls at most. */
  private next(organizationId: string, sessionId: string) {
    return this.database.transaction(organizationId, async (em) => {
      const session = await this.repository.lock(em, organizationId, sessionId);
      if (!session) return undefined;
      const stored = await this.repository.find(em, organizationId, sessionId);
      const usable = stored?.evaluator === EVALUATOR_VERSION ? stored : undefined;
      if (stored && !usable) await this.repository.forget(em, organizationId, sessionId);
      const before = usable?.progress ?? begin(session.intent);
      const sequence = usable?.evaluated_sequence ?? 0;
      const calls = await this.repository.pending(em, organizationId, sessionId, sequence);
      if (usable && calls.length === 0) return { progress: before, more: false };

      const { progress, scores, learned } = this.fold(before, calls);
      const connectors = new Set([
        ...(usable?.connectors ?? []),
        ...calls.map(({ api_name }) => connectorOf(api_name)),
      ]);
      await this.repository.saveScores(em, organizationId, sessionId, scores);
      await this.repository.saveLearned(em, organizationId, learned);
      const last = scores.at(-1)?.sequence ?? sequence;
      await this.repository.save(em, organizationId, sessionId, progress, last, [...connectors], conclude(progress));
      return { progress, more: calls.length === CALLS_AT_ONCE };
    });
  }

  private fold(before: IntentProgress, calls: readonly PendingCall[]) {
    const scores: ScoredAction[] = [];
    const learned: string[] = [];
    let progress = before;
    for (const call of calls) {
      const read = this.toCall(call);
      if (call.observed) {
        progress = learn(progress, read);
        learned.push(call.id);
        continue;
      }
      const observed = observe(progress, read);
      progress = observed.progress;
      scores.push({ ...observed.score, sequence: call.sequence, learned: call.settled });
    }
    return { progress, scores, learned };
  }

  private toCall({ id, api_name, operation_type, payload, response }: PendingCall): IntentCall {
    const reversibility = this.registry.find(api_name)?.operation.reversibility ?? null;
    return {
      id,
      apiName: api_name,
      operationType: operation_type,
      payload: payload as IntentCall['payload'],
      response: (response ?? undefined) as IntentCall['response'],
      reversibility,
    };
  }
}

const connectorOf = (apiName: string) => apiName.split('.', 1)[0] ?? apiName;
