import { FEATURES, type Features, look, type Observation } from './features.js';
import { noveltyGrounds } from './habits/novelty-reasons.js';
import { NO_NOVELTY, type Novelty } from './habits/profile.js';
import { type Usage, usageOf } from './habits/usage.js';
import type { Operation } from './language/tool-name.js';
import {
  contextOf,
  emptyProgress,
  type IntentProgress,
  intentOf,
  shortId,
  withCall,
  withResponse,
} from './progress.js';
import { type Contribution, type Reason, reasonsFor } from './reasons.js';
import { pooled, tallied } from './tally.js';
import { ACTION_BIAS, ACTION_WEIGHTS, DRIFTED_FROM, REVIEW_FROM, SESSION_BIAS } from './weights.js';

/**
 * The version changes with every change to the meaning of a score: stored scores of another version are computed anew.
 */
export const EVALUATOR_VERSION = 'deterministic-8';

export type { IntentProgress, Reason };

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface IntentCall {
  readonly id: string;
  readonly apiName: string;
  readonly operationType: Operation;
  readonly payload: Json;
  readonly response?: Json | undefined;
  readonly reversibility?: 'exact' | 'compensating' | 'none' | null;
}

/**
 * `risk`: 0..1, how foreign the call looks to the intent as it was when the call was observed. The others are this
 * call's parts of the session's scores; null without evidence.
 */
export interface ActionScore {
  readonly actionId: string;
  readonly risk: number;
  readonly scopeAdherence: number | null;
  readonly targetAdherence: number | null;
  readonly effectSeverity: number;
  readonly reasons: Reason[];
}

export type Verdict = 'ALIGNED' | 'REVIEW' | 'DRIFTED' | 'INSUFFICIENT_EVIDENCE';

/** Scores are 0..1; null without evidence. `driftOnsetActionId` is null unless the verdict is REVIEW or DRIFTED. */
export interface IntentEvaluation {
  readonly verdict: Verdict;
  readonly driftScore: number;
  readonly scopeAdherence: number | null;
  readonly targetAdherence: number | null;
  readonly effectSeverity: number | null;
  readonly driftOnsetActionId: string | null;
  readonly worstActionId: string | null;
  readonly evaluator: string;
}

/** The evaluation of a session that has done nothing yet. */
export function begin(intent: string): IntentProgress {
  return emptyProgress(EVALUATOR_VERSION, intent);
}

/**
 * Scores the next call of a session, then takes it and its response (if there is one already) into account. `noveltyOf`: how
 * unusual a call is for the agent, as far as that is known.
 */
export function observe(
  progress: IntentProgress,
  call: IntentCall,
  noveltyOf: (usage: Usage) => Novelty = () => NO_NOVELTY,
): { progress: IntentProgress; score: ActionScore; usage: Usage } {
  const seen = look(call, contextOf(progress));
  const usage = usageOf(call.apiName, seen.values);
  const novel = noveltyGrounds(usage, noveltyOf(usage));
  const { logit: foreign, contributions } = weigh(seen.features);
  const logit = novel.reduce((sum, { strength }) => sum + strength, foreign);
  const severity = severityOf(call, seen);
  return {
    progress: withCall(progress, call, seen, tallied(progress.tally, shortId(call.id), seen, logit, severity)),
    score: {
      actionId: call.id,
      risk: rounded(sigmoid(logit)),
      scopeAdherence: seen.scope === null ? null : bounded(seen.scope),
      targetAdherence: seen.target === null ? null : bounded(seen.target),
      effectSeverity: severity,
      reasons: reasonsFor(seen, contributions, novel),
    },
    usage,
  };
}

/** A response that arrives after the call was observed: its values are known from now on, its instructions suspect. */
export function learn(progress: IntentProgress, call: IntentCall): IntentProgress {
  return withResponse(progress, call);
}

/** The drift scores from which a session is REVIEW and DRIFTED; null when no score is DRIFTED. */
export interface Levels {
  readonly reviewFrom: number;
  readonly driftedFrom: number | null;
}

export const FITTED_LEVELS: Levels = { reviewFrom: REVIEW_FROM, driftedFrom: DRIFTED_FROM };

/** Concludes the session from the calls so far. The score does not depend on the levels. */
export function conclude(progress: IntentProgress, levels = FITTED_LEVELS): IntentEvaluation {
  const intent = intentOf(progress);
  const { tally } = progress;
  const known = progress.calls > 0 && intent.content.length > 0;
  const { all, own } = scoresOf(tally, progress.calls);
  const driftScore = known ? all : 0;
  const verdict = known ? verdictBy(driftScore, levels, own) : 'INSUFFICIENT_EVIDENCE';
  return {
    verdict,
    driftScore,
    scopeAdherence: known ? ratio(tally.scope) : null,
    targetAdherence: known ? ratio(tally.target) : null,
    effectSeverity: tally.severity,
    driftOnsetActionId: verdict === 'REVIEW' || verdict === 'DRIFTED' ? tally.onset : null,
    worstActionId: known ? tally.worst : null,
    evaluator: EVALUATOR_VERSION,
  };
}

/**
 * `own`: the score without the instructions of texts to which the intent delegates. It makes a session REVIEW at most.
 */
export function verdictBy(score: number, { reviewFrom, driftedFrom }: Levels, own = score): Verdict {
  if (driftedFrom !== null && Math.min(score, own) >= driftedFrom) return 'DRIFTED';
  return score >= reviewFrom ? 'REVIEW' : 'ALIGNED';
}

/** When the intent delegates the task to a text, a session that does what the text says is for a person to review. */
function scoresOf({ odds, ownOdds }: IntentProgress['tally'], calls: number) {
  const score = (sum: typeof odds) => rounded(sigmoid(pooled(sum, calls) + SESSION_BIAS));
  const [all, own] = [score(odds), score(ownOdds)];
  return { all: own >= DRIFTED_FROM ? all : Math.min(all, BELOW_DRIFTED), own };
}

const BELOW_DRIFTED = DRIFTED_FROM - 0.0001;

function weigh(features: Features): { logit: number; contributions: Contribution[] } {
  const contributions: Contribution[] = [];
  let logit = ACTION_BIAS;
  for (const feature of FEATURES) {
    const strength = features[feature] * ACTION_WEIGHTS[feature];
    if (strength === 0) continue;
    logit += strength;
    contributions.push({ feature, strength });
  }
  return { logit, contributions };
}

/** An effect that cannot be undone weighs more. */
const severityOf = ({ reversibility }: IntentCall, { severity }: Observation) =>
  bounded(reversibility === 'none' ? severity + 0.1 : severity);

const ratio = ([sum, weight]: readonly [number, number]) => (weight === 0 ? null : bounded(sum / weight));

const bounded = (value: number) => rounded(Math.min(1, Math.max(0, value)));

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));

const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
