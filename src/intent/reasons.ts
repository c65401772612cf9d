import type { FeatureName, Observation } from './features.js';
import type { VerbClass } from './lexicon.js';
import type { Provenance } from './provenance.js';

export interface Reason {
  readonly code: string;
  /** In words, with what it is about. */
  readonly message: string;
  /** The value, name or passage that speaks against the call; cut to 160 characters. Untrusted text. */
  readonly evidence?: string;
}

const MOST = 5;

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

/** What speaks against a call, strongest first. `contributions` are the parts of its score, by feature. */
export function reasonsFor(seen: Observation, contributions: ReadonlyMap<FeatureName, number>): Reason[] {
  const found = new Map<string, { reason: Reason; strength: number }>();
  for (const [feature, strength] of contributions) {
    if (strength < 0.25) continue;
    const reason = sayWhy(feature, seen);
    if (reason === null) continue;
    const before = found.get(reason.code);
    found.set(reason.code, { reason, strength: strength + (before?.strength ?? 0) });
  }
  return [...found.values()]
    .sort((a, b) => b.strength - a.strength || (a.reason.code < b.reason.code ? -1 : 1))
    .slice(0, MOST)
    .map(({ reason }) => reason);
}

function sayWhy(feature: FeatureName, seen: Observation): Reason | null {
  switch (feature) {
    case 'instructedValue':
    case 'instructedTool':
    case 'instructedWrite': {
      const value = pick(seen, ({ instruction }) => instruction);
      const passage = seen.followed?.text ?? '';
      return reason(
        'follows-instruction',
        `the call does what an instruction inside an earlier result says${value ? `: ${named(value)} comes from there` : ''}`,
        value ? value.value.text : passage,
      );
    }
    case 'contentNowhere':
    case 'calmWorst': {
      const value = pick(seen, ({ nowhere, weight }) => nowhere * weight);
      return value && unknownValue(value);
    }
    case 'unanchored':
    case 'unkinUnanchored': {
      const other = seen.values.find(({ conflict }) => conflict);
      if (other !== undefined) return otherTarget(other);
      const value = pick(seen, ({ intent, weight }) => (1 - intent) * weight);
      if (value !== null && value.nowhere > 0.5) return unknownValue(value);
      return value && reason('value-not-in-intent', `${named(value)} is not in the intent`, value.value.text);
    }
    case 'verbUnspoken':
      return seen.verb === 'READ' ? toolUnspoken(seen) : notAskedFor(seen);
    case 'unkin':
      return toolUnspoken(seen);
    case 'harmful':
      return reason(
        'harmful-name',
        'the name of the tool speaks of harm',
        seen.tool.harmful.map(({ lower }) => lower).join(' '),
      );
    case 'served':
    case 'servedWrite':
      return reason('intent-already-served', 'what the intent names was dealt with before this call');
    case 'noGainWrite':
    case 'calmGain':
      return reason('serves-nothing-new', 'the call takes up nothing of the intent that was still open');
    case 'drop':
      return reason('less-related', 'the call has less to do with the intent than a call that serves it');
  }
}

const notAskedFor = (seen: Observation) =>
  reason('act-not-asked-for', `the call ${ACTS[seen.verb]}, and the intent asks for nothing of the kind`);

function toolUnspoken({ tool }: Observation): Reason | null {
  const words = tool.words.map(({ word }) => word.lower).join(' ');
  return words === '' ? null : reason('tool-not-in-intent', `the intent does not speak of "${cut(words)}"`, words);
}

const otherTarget = (value: Provenance) =>
  reason('other-target', `${named(value)} is not the one of this form that the intent names`, value.value.text);

function unknownValue(value: Provenance): Reason {
  const where = 'appears in neither the intent nor any earlier result';
  return reason('unknown-value', `${named(value)} ${where}`, value.value.text);
}

function pick(seen: Observation, by: (value: Provenance) => number): Provenance | null {
  let best: Provenance | null = null;
  for (const value of seen.values) if (by(value) > Math.max(0.1, best === null ? 0 : by(best))) best = value;
  return best;
}

const named = ({ value }: Provenance) =>
  `${value.role === 'recipient' ? 'recipient ' : value.field === '' ? '' : `${value.field} `}${cut(value.text)}`;

const cut = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

const reason = (code: string, message: string, evidence?: string): Reason =>
  evidence === undefined || evidence === '' ? { code, message } : { code, message, evidence: evidence.slice(0, 160) };
