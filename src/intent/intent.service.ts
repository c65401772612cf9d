import { Injectable } from '@nestjs/common';
import type { Principal } from '../auth/access/principal.js';
import { Database } from '../platform/database/database.js';
import { notFound } from '../platform/errors.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { EvaluationsRepository, type StoredEvaluation } from './evaluations.repository.js';
import { EvaluationsService } from './evaluations.service.js';
import { begin, conclude, type IntentEvaluation, type Levels } from './evaluator/evaluate.js';
import { FeedbackService } from './feedback/feedback.service.js';
import { JudgeService } from './judge/judge.service.js';
import { AgentLevels } from './level/agent-levels.service.js';
import { type Assessment, type NumberedScore, unnumbered, withSecondOpinion } from './second-opinion.js';

/** Reasons that a summary shows, of the riskiest calls first. */
const REASONS = 5;

/** Answers whether a session keeps to its intent (docs/contract.md, "Intent"; docs/intent.md). */
@Injectable()
export class IntentService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly evaluations: EvaluationsService,
    private readonly repository: EvaluationsRepository,
    private readonly judge: JudgeService,
    private readonly levels: AgentLevels,
    private readonly feedback: FeedbackService,
  ) {}

  /** Every action acknowledged before it is in it, unless the evaluation failed: then it shows the last. @throws 404 */
  async read(caller: Principal, sessionId: string) {
    const { assessment, failed, level } = await this.assess(caller, sessionId);
    const { actions, evaluator, ...found } = assessment;
    const feedback = await this.feedback.ofSession(caller, sessionId);
    return { sessionId, ...found, level, feedback, evaluator: { name: evaluator, failed }, actions };
  }

  /** The session as one line of a list: its scores, and the reasons that weigh most. @throws 404 */
  async summarize(caller: Principal, sessionId: string) {
    const { session, assessment, evaluatedAt, failed } = await this.assess(caller, sessionId);
    const { actions, evaluator, ...found } = assessment;
    const worst = [...actions].sort((one, other) => other.risk - one.risk);
    const reasons = worst.flatMap(({ actionId, reasons: [first] }) => (first ? [{ actionId, ...first }] : []));
    return {
      sessionId,
      agentId: session.agentSlug,
      intent: session.intent,
      simulated: session.simulated,
      ...found,
      evaluator: { name: evaluator, failed },
      actions: actions.length,
      reasons: reasons.slice(0, REASONS),
      evaluatedAt: evaluatedAt?.toISOString() ?? null,
    };
  }

  private async assess(caller: Principal, sessionId: string) {
    const { organizationId } = caller;
    const session = await this.database.transaction(organizationId, (em) => this.sessions.get(em, caller, sessionId));
    const progress = await this.evaluations.catchUp(organizationId, sessionId);
    if (!progress) throw notFound('session');
    const failed = progress === 'failed';
    const { levelFor, percentileOf } = await this.levels.read(organizationId, {
      agent_slug: session.agentSlug,
      simulated: session.simulated,
    });
    const level = { ...levelFor(sessionId), percentile: null };
    const { stored, scores } = await this.stored(organizationId, sessionId);
    if (!stored) {
      const assessment = { ...conclude(begin(session.intent)), actions: [] };
      return { session, assessment, evaluatedAt: null, failed, level };
    }
    const found = toEvaluation(stored);
    const judged = await this.judge.judge(organizationId, sessionId, session.intent, stored.evaluated_sequence);
    const assessment = assessmentOf(found, scores, judged, level);
    const isKnown = found.verdict !== 'INSUFFICIENT_EVIDENCE';
    const percentile = isKnown ? percentileOf(sessionId, found.driftScore) : null;
    return { session, assessment, evaluatedAt: stored.evaluated_at, failed, level: { ...level, percentile } };
  }

  private stored(organizationId: string, sessionId: string) {
    return this.database.transaction(organizationId, async (em) => {
      const stored = await this.repository.find(em, organizationId, sessionId);
      return { stored, scores: await this.repository.scores(em, organizationId, sessionId) };
    });
  }
}

function assessmentOf(
  found: IntentEvaluation,
  scores: readonly NumberedScore[],
  judged: Awaited<ReturnType<JudgeService['judge']>>,
  levels: Levels,
): Assessment {
  if (judged && 'judgement' in judged) return withSecondOpinion(found, scores, judged, levels);
  const evaluator = judged ? `${found.evaluator} (the model ${judged.silent})` : found.evaluator;
  return { ...found, evaluator, actions: scores.map(unnumbered) };
}

function toEvaluation(stored: StoredEvaluation): IntentEvaluation {
  return {
    verdict: stored.verdict,
    driftScore: stored.drift_score,
    scopeAdherence: stored.scope_adherence,
    targetAdherence: stored.target_adherence,
    effectSeverity: stored.effect_severity,
    driftOnsetActionId: stored.drift_onset_action_id,
    worstActionId: stored.worst_action_id,
    evaluator: stored.evaluator,
  };
}
