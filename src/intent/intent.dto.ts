import {
  count,
  day,
  describe,
  eachOf,
  flag,
  id,
  listOf,
  named,
  number,
  object,
  oneOf,
  optional,
  orNull,
  percent,
  ratio,
  text,
  time,
} from '../platform/http/shape.js';
import { agentSlug } from '../sessions/sessions.dto.js';
import { IntentMark } from './feedback/feedback.dto.js';

const VERDICTS = ['ALIGNED', 'REVIEW', 'DRIFTED', 'INSUFFICIENT_EVIDENCE'] as const;

const reason = {
  code: text('value-not-in-intent'),
  message: text(),
  evidence: optional(describe('Untrusted text of the call.', text())),
};

const FOUND = {
  verdict: oneOf(...VERDICTS),
  driftScore: ratio,
  scopeAdherence: orNull(ratio),
  targetAdherence: orNull(ratio),
  effectSeverity: orNull(ratio),
  driftOnsetActionId: orNull(id),
  worstActionId: orNull(id),
  evaluator: object({ name: text('rules'), failed: describe('The scores are the last that could be found.', flag) }),
};

const LEVEL = {
  alarmBudget: describe('The number of sessions in a hundred of an agent that may be DRIFTED.', number),
  sessions: describe('Other sessions of the agent that the level was learned from, 500 at most.', count),
  reviewFrom: describe('The driftScore from which a session of the agent is REVIEW.', ratio),
  driftedFrom: describe(
    'The driftScore from which a session of the agent is DRIFTED; null before 20 other sessions were scored.',
    orNull(ratio),
  ),
  percentile: describe(
    'The number of other sessions in a hundred of the agent with a lower driftScore; null before 20 were scored.',
    orNull(percent),
  ),
  heldBack: describe('The level would be higher if it might rise faster in a day.', flag),
  history: describe('Sessions with a driftScore from 0 to 0.1, from 0.1 to 0.2, and so on.', listOf(count)),
};

export const SessionIntent = named(
  'SessionIntent',
  'Says how a session keeps to its intent.',
  object({
    sessionId: id,
    ...FOUND,
    level: object(LEVEL),
    feedback: describe('The newest first, at most 100.', listOf(IntentMark)),
    actions: listOf(
      object({
        actionId: id,
        risk: ratio,
        scopeAdherence: orNull(ratio),
        targetAdherence: orNull(ratio),
        effectSeverity: ratio,
        reasons: listOf(object(reason)),
      }),
    ),
  }),
);

export const SessionIntentSummary = named(
  'SessionIntentSummary',
  'The same as one line of a list.',
  object({
    sessionId: id,
    agentId: agentSlug,
    intent: text('look after customers'),
    simulated: flag,
    ...FOUND,
    actions: count,
    reasons: listOf(object({ actionId: id, ...reason })),
    evaluatedAt: orNull(time),
  }),
);

const VerdictCounts = named('VerdictCounts', 'The sessions with each verdict.', eachOf(VERDICTS, count));

const FIGURES = {
  sessions: count,
  verdicts: VerdictCounts,
  averageDriftScore: orNull(ratio),
};

const summary = {
  ...FIGURES,
  agents: listOf(object({ agentId: agentSlug, ...FIGURES })),
  connectors: listOf(object({ connector: text('stripe'), ...FIGURES })),
  days: listOf(object({ day, ...FIGURES })),
};

export const OrganizationIntent = named(
  'OrganizationIntent',
  'Figures on how the live sessions of the last 30 days kept to their intents; simulated ones are counted apart.',
  object({ ...summary, simulated: object(summary), evaluator: text('rules') }),
);
