import { Injectable } from '@nestjs/common';
import type { AskedCall, DriftOfCall, IntentGauge } from '../actions/intent-gauge.js';
import type { AtEpoch, Principal } from '../auth/access/principal.js';
import { inTurns } from '../platform/concurrency/in-turns.js';
import { Database, sqlState } from '../platform/database/database.js';
import { notFound } from '../platform/errors.js';
import { PinoLogger } from '../platform/logging/pino-logger.js';
import { intentFailures } from '../platform/telemetry/meters.js';
import { RegistryService } from '../registry/registry.service.js';
import {
  CALLS_PER_EVALUATION,
  EvaluationsRepository,
  type PendingCall,
  type ScoredAction,
} from './evaluations.repository.js';
import {
  begin,
  conclude,
  EVALUATOR_VERSION,
  type IntentCall,
  type IntentProgress,
  learn,
  observe,
} from './evaluator/evaluate.js';
import type { Novelty } from './evaluator/habits/profile.js';
import type { Usage } from './evaluator/habits/usage.js';
import { AgentLevels } from './level/agent-levels.service.js';
import { PendingEvaluations } from './pending-evaluations.js';

/** The rules could not make anything of the calls, and would not another time either. */
class EvaluationError extends Error {}

/** SQLSTATE classes of results that the database cannot store: data exceptions and broken constraints. */
const UNSTORABLE = /^2[23]/;

/** Evaluates each call of a session once, in the order of the asks, and stores the results. */
@Injectable()
export class EvaluationsService implements IntentGauge {
  constructor(
    private readonly database: Database,
    private readonly repository: EvaluationsRepository,
    private readonly registry: RegistryService,
    private readonly levels: AgentLevels,
    private readonly pending: PendingEvaluations,
    private readonly logger: PinoLogger,
  ) {}

  noticed(caller: Principal, sessionId: string): void {
    // Only TEAM reads evaluations. When a policy reads one, or after an upgrade, the service catches up.
    if (caller.plan === 'TEAM') this.pending.add(sessionId, caller.organizationId);
  }

  async driftWith(
    { organizationId }: AtEpoch,
    { sessionId, agentSlug, simulated, wantsPercentile, payload, ...call }: AskedCall,
  ): Promise<DriftOfCall> {
    const progress = await this.catchUp(organizationId, sessionId);
    if (!progress) throw notFound('session');
    if (progress === 'failed') return FAILED;
    const agent = { organizationId, agentSlug, simulated };
    const noveltyOf = await this.database.transaction(organizationId, (em) =>
      this.levels.noveltyFor(em, agent, sessionId),
    );
    const asked = { ...{ id: 'asked', ...call }, payload: payload as IntentCall['payload'] };
    const found = this.concludeWith(progress, sessionId, asked, noveltyOf);
    if (found === 'failed') return FAILED;
    const { driftScore, verdict } = found;
    if (!wantsPercentile || verdict === 'INSUFFICIENT_EVIDENCE') return { driftScore, driftPercentile: null };
    const { percentileOf } = await this.levels.read(organizationId, { agent_slug: agentSlug, simulated });
    return { driftScore, driftPercentile: percentileOf(sessionId, driftScore) };
  }

  private concludeWith(progress: IntentProgress, sessionId: string, asked: IntentCall, noveltyOf: NoveltyOf) {
    try {
      return conclude(observe(progress, asked, noveltyOf).progress);
    } catch (error) {
      return this.alarm(error, sessionId);
    }
  }

  /**
   * Brings the evaluation up to date with every call acknowledged before. `failed`: the evaluation could not continue,
   * so the stored one is older. Undefined when there is no such session.
   * @throws when the database is unavailable
   */
  async catchUp(organizationId: string, sessionId: string): Promise<IntentProgress | 'failed' | undefined> {
    for (;;) {
      const step = await this.step(organizationId, sessionId);
      if (step === 'failed') return step;
      if (!step?.more) return step?.progress;
    }
  }

  /** Looks at the next calls of the session. @returns there may be more */
  async advance(organizationId: string, sessionId: string): Promise<boolean> {
    const step = await this.step(organizationId, sessionId);
    return step !== 'failed' && step?.more === true;
  }

  private async step(organizationId: string, sessionId: string) {
    try {
      return await this.next(organizationId, sessionId);
    } catch (error) {
      if (error instanceof EvaluationError || UNSTORABLE.test(sqlState(error))) return this.alarm(error, sessionId);
      throw error;
    }
  }

  private alarm(error: unknown, sessionId: string): 'failed' {
    intentFailures.inc();
    this.logger.error({ err: error, sessionId }, 'an evaluation failed; policies that read drift match');
    return 'failed';
  }

  /** Evaluates the next calls in one transaction; their number is limited. */
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

      const agent = { organizationId, agentSlug: session.agent_slug, simulated: session.simulated };
      const noveltyOf = await this.levels.noveltyFor(em, agent, sessionId);
      const { progress: folded, scores, learned, usages } = await this.evaluate(before, calls, noveltyOf);
      const connectors = new Set([
        ...(usable?.connectors ?? []),
        ...calls.map(({ api_name }) => connectorOf(api_name)),
      ]);
      await this.repository.saveScores(em, organizationId, sessionId, scores);
      await this.repository.saveLearned(em, organizationId, learned);
      const last = scores.at(-1)?.sequence ?? sequence;
      const { found, progress } = await this.levels.judge(em, agent, sessionId, folded, usages);
      await this.repository.save(em, organizationId, sessionId, progress, last, [...connectors], found);
      return { progress, more: calls.length === CALLS_PER_EVALUATION };
    });
  }

  /** @throws EvaluationError */
  private async evaluate(before: IntentProgress, calls: readonly PendingCall[], noveltyOf: NoveltyOf) {
    try {
      const folded = await this.fold(before, calls, noveltyOf);
      // The conclusion is computed before any row is locked for it, so that an error in it holds no lock.
      conclude(folded.progress);
      return folded;
    } catch (cause) {
      throw new EvaluationError('the evaluator failed', { cause });
    }
  }

  private async fold(before: IntentProgress, calls: readonly PendingCall[], noveltyOf: NoveltyOf) {
    const usages: Usage[] = [];
    const scores: ScoredAction[] = [];
    const learned: string[] = [];
    let progress = before;
    await inTurns(calls, (call) => {
      const read = this.toCall(call);
      if (call.observed) {
        progress = learn(progress, read);
        learned.push(call.id);
        return;
      }
      const observed = observe(progress, read, noveltyOf);
      progress = observed.progress;
      usages.push(observed.usage);
      scores.push({ sequence: call.sequence, learned: call.is_final, ...observed.score });
    });
    return { progress, scores, learned, usages };
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

type NoveltyOf = (usage: Usage) => Novelty;

const FAILED = { driftScore: 'failed', driftPercentile: 'failed' } as const;

const connectorOf = (apiName: string) => apiName.split('.', 1)[0] ?? apiName;
