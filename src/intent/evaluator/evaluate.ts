import { cutText } from '../../platform/cut-text.js';
import { FEATURES, type Features, look, type Observation } from './features.js';
import { type Operation, shortName } from './language/tool-name.js';
import { type Steps, stepOf } from './onset.js';
import {
  contextOf,
  emptyProgress,
  type IntentProgress,
  intentOf,
  type Tally,
  withCall,
  withResponse,
} from './progress.js';
import { type Contribution, type Reason, reasonsFor } from './reasons.js';
import { ACTION_BIAS, ACTION_WEIGHTS, DRIFTED_FROM, LENGTH, ONSET, REVIEW_FROM, SESSION } from './weights.js';

/** Changes with every change of what a score means: stored scores of another version are to be computed anew. */
export const EVALUATOR_VERSION = 'deterministic-4';

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
 * `risk`: 0..1, how foreign the call looks to the intent as it was when the call was observed. The others are what the
 * session's are made of, for this call alone; null without evidence.
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

/** Scores the next call of a session, then takes it and its response (if there is one already) into account. */
export function observe(progress: IntentProgress, call: IntentCall): { progress: IntentProgress; score: ActionScore } {
  const seen = look(call, contextOf(progress));
  const { logit, contributions } = weigh(seen.features);
  const tool = shortName(call.apiName);
  const step = stepOf(seen, tool, progress);
  const severity = severityOf(call, seen);
  const tally = tallied(progress.tally, call, seen, logit, step, severity);
  return {
    progress: withCall(progress, tool, seen, { trail: step.trail, tally }, call.response),
    score: {
      actionId: call.id,
      risk: rounded(sigmoid(logit)),
      scopeAdherence: seen.scope === null ? null : bounded(seen.scope),
      targetAdherence: seen.target === null ? null : bounded(seen.target),
      effectSeverity: severity,
      reasons: reasonsFor(seen, contributions),
    },
  };
}

/** A response that arrives after the call was observed: its values are known from now on, its instructions suspect. */
export function learn(progress: IntentProgress, call: IntentCall): IntentProgress {
  return withResponse(progress, call.response);
}

/** What the session looks like so far. */
export function conclude(progress: IntentProgress): IntentEvaluation {
  const intent = intentOf(progress);
  const { tally } = progress;
  const known = progress.calls > 0 && intent.content.length > 0;
  const driftScore = known ? rounded(sigmoid(sessionLogit(progress))) : 0;
  const verdict: Verdict = !known
    ? 'INSUFFICIENT_EVIDENCE'
    : driftScore >= DRIFTED_FROM
      ? 'DRIFTED'
      : driftScore >= REVIEW_FROM
        ? 'REVIEW'
        : 'ALIGNED';
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

/** What the verdict on a session rests on; each 0..1 and higher where it looks worse. */
export function sessionFeatures(progress: IntentProgress): number[] {
  const { entities, content } = intentOf(progress);
  const covered = new Set(progress.covered);
  const peak =
    Math.min(6, Math.max(-6, progress.tally.peak)) -
    LENGTH.weight * Math.log(Math.min(LENGTH.most, Math.max(1, progress.calls)));
  return [
    (peak + 6) / 12,
    entities.length === 0 ? 0 : entities.filter((index) => !covered.has(index)).length / entities.length,
    content.length === 0 ? 1 : 1 - covered.size / content.length,
  ];
}

function sessionLogit(progress: IntentProgress): number {
  return sessionFeatures(progress).reduce((sum, value, at) => sum + value * (SESSION.weights[at] ?? 0), SESSION.bias);
}

function weigh(features: Features): { logit: number; contributions: Contribution[] } {
  const contributions: Contribution[] = [];
  let logit = ACTION_BIAS;
  for (const feature of FEATURES) {
    const strength = features[feature] * (ACTION_WEIGHTS[feature] ?? 0);
    if (strength === 0) continue;
    logit += strength;
    contributions.push({ feature, strength });
  }
  return { logit, contributions };
}

/** What nothing undoes weighs more. */
const severityOf = ({ reversibility }: IntentCall, { severity }: Observation) =>
  bounded(reversibility === 'none' ? severity + 0.1 : severity);

function tallied(
  tally: Tally,
  call: IntentCall,
  seen: Observation,
  logit: number,
  step: Steps,
  severity: number,
): Tally {
  const id = cutText(call.id, 128);
  const first = tally.worst === null;
  const surplus = dot(step.starts, ONSET.starts) - tally.sum;
  const start: Tally['start'] = first || surplus > tally.start[0] ? [surplus, id] : tally.start;
  return {
    scope: added(tally.scope, seen.scope, 0.2 + seen.severity),
    target: added(tally.target, seen.target, 0.2 + seen.severity),
    severity: Math.max(tally.severity ?? 0, severity),
    peak: first ? logit : Math.max(tally.peak, logit),
    worst: first || logit > tally.peak ? id : tally.worst,
    sum: tally.sum + dot(step.steps, ONSET.steps) + ONSET.bias,
    start,
    onset: first || logit >= tally.peak - ONSET.reach ? start[1] : tally.onset,
  };
}

const dot = (values: readonly number[], weights: readonly number[]) =>
  values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);

const added = (to: Tally['scope'], value: number | null, weight: number): Tally['scope'] =>
  value === null ? to : [to[0] + value * weight, to[1] + weight];

const ratio = ([sum, weight]: Tally['scope']) => (weight === 0 ? null : bounded(sum / weight));

const bounded = (value: number) => rounded(Math.min(1, Math.max(0, value)));

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));

const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
