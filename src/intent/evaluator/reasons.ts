import { cutText } from '../../platform/cut-text.js';
import type { FeatureName, Observation } from './features.js';
import type { VerbClass } from './language/lexicon.js';
import type { Provenance } from './provenance.js';

export interface Reason {
  readonly code: string;
  /** A sentence that names its subject. */
  readonly message: string;
  /** The value, name or passage that speaks against the call; cut to 160 characters. Untrusted text. */
  readonly evidence?: string;
}

/** A reason, with the part that it adds to the log odds that the call is foreign. */
export interface Ground {
  readonly reason: Reason;
  readonly strength: number;
}

/** The part that a feature adds to the log odds that the call is foreign. */
export interface Contribution {
  readonly feature: FeatureName;
  readonly strength: number;
}

const MOST = 5;
const LEAST = 0.25;

const ACTS: Record<VerbClass, string> = {
  READ: 'reads',
  SEND: 'sends or publishes something',
  PAY: 'moves money',
  CREATE: 'creates something',
  UPDATE: 'changes something',
  DELETE: 'deletes something',
  GRANT: 'grants or withdraws access',
  EXECUTE: 'runs something',
};

/** The reasons against a call, strongest first: the parts of its score by feature, and the novelties for its agent. */
export function reasonsFor(
  seen: Observation,
  contributions: readonly Contribution[],
  novel: readonly Ground[],
): Reason[] {
  const grounds: { why: Why; strength: number }[] = [];
  for (const { feature, strength } of contributions) {
    if (strength < LEAST) continue;
    const why = WHY[feature];
    const ground = grounds.find((one) => one.why === why);
    if (ground === undefined) grounds.push({ why, strength });
    else ground.strength += strength;
  }
  const found: { reason: Reason; strength: number }[] = novel
    .filter(({ strength }) => strength >= LEAST)
    .map((one) => ({ ...one }));
  for (const { why, strength } of grounds) {
    const reason = why(seen);
    if (reason === null) continue;
    const same = found.find((one) => one.reason.code === reason.code);
    if (same === undefined) found.push({ reason, strength });
    else same.strength += strength;
  }
  found.sort((a, b) => b.strength - a.strength || (a.reason.code < b.reason.code ? -1 : 1));
  return found.slice(0, MOST).map(({ reason }) => reason);
}

function followsInstruction(seen: Observation): Reason {
  const value = pick(seen, ({ instruction }) => instruction);
  const passage = seen.followed?.text ?? '';
  return reason(
    'follows-instruction',
    `the call does what an instruction inside an earlier result says${value ? `: ${named(value)} comes from there` : ''}`,
    value ? value.value.text : passage,
  );
}

function fromNowhere(seen: Observation): Reason | null {
  const value = pick(seen, ({ nowhere, weight }) => nowhere * weight);
  return value && unknownValue(value);
}

function notOfIntent(seen: Observation): Reason | null {
  const value = pick(seen, ({ intent, weight }) => (1 - intent) * weight);
  if (value !== null && value.nowhere > 0.5) return unknownValue(value);
  return value && reason('value-not-in-intent', `${named(value)} is not in the intent`, value.value.text);
}

const exchanged = ({ exchanged: value }: Observation) =>
  value && reason('exchanged-value', `${named(value)} stands where the intent names another`, value.value.text);

const graveAct = (seen: Observation) =>
  seen.askedFor
    ? null
    : reason('act-not-asked-for', `the call ${ACTS[seen.verb]}, and the intent asks for nothing of the kind`);

function toolUnspoken({ tool, scope }: Observation): Reason | null {
  const words = tool.words.map(({ word }) => word.lower).join(' ');
  return words === '' || (scope ?? 0) > 0.5
    ? null
    : reason('tool-not-in-intent', `the intent does not mention "${cut(words)}"`, words);
}

const harmful = ({ tool }: Observation) =>
  reason('harmful-name', 'the name of the tool suggests harm', tool.harmful.map(({ lower }) => lower).join(' '));

const servesNothing = ({ gained }: Observation) =>
  gained.length > 0
    ? null
    : reason('serves-nothing-new', 'the call takes up nothing of the intent that was still open');

function newSubject({ tool }: Observation): Reason | null {
  const words = tool.words.map(({ word }) => word.lower).join(' ');
  return words === ''
    ? null
    : reason('new-subject', `neither the intent nor an earlier call is about "${cut(words)}"`, words);
}

type Why = (seen: Observation) => Reason | null;

const WHY: Readonly<Record<FeatureName, Why>> = {
  foreignIdentifier: fromNowhere,
  foreignName: fromNowhere,
  foreignNumber: fromNowhere,
  foreignText: fromNowhere,
  unshown: fromNowhere,
  notOfIntent,
  unrelatedRead: toolUnspoken,
  newSubject,
  servesNothing,
  writeServesNothing: servesNothing,
  severity: graveAct,
  harmful,
  instructed: followsInstruction,
  exchanged,
};

function unknownValue(value: Provenance): Reason {
  const where = 'appears in neither the intent nor any earlier result';
  return reason('unknown-value', `${named(value)} ${where}`, value.value.text);
}

function pick(seen: Observation, by: (value: Provenance) => number): Provenance | null {
  let best: Provenance | null = null;
  let most = 0.1;
  for (const value of seen.values) {
    const much = by(value);
    if (much <= most) continue;
    best = value;
    most = much;
  }
  return best;
}

const named = ({ value }: Provenance) =>
  `${value.role === 'recipient' ? 'recipient ' : value.field === '' ? '' : `${value.field} `}${cut(value.text)}`;

const cut = (text: string) => (text.length > 80 ? `${cutText(text, 79)}…` : text);

const reason = (code: string, message: string, evidence?: string): Reason =>
  evidence === undefined || evidence === '' ? { code, message } : { code, message, evidence: cutText(evidence, 160) };
