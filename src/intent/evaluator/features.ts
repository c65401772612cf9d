import type { IntentText } from './language/intent-text.js';
import { CONCEPTS_OF, SEVERITY, type VerbClass } from './language/lexicon.js';
import { spokenOf, written } from './language/match.js';
import { isUnsaid, type Operation, readToolName, type ToolName, verbOf } from './language/tool-name.js';
import type { Memory } from './memory.js';
import { foreignness, originsOf } from './origins.js';
import { valuesOf } from './payload.js';
import { type Provenance, traceValue } from './provenance.js';

/** The features of a call that the evaluator scores. Each is 0..1 and higher when the call looks more foreign. */
export const FEATURES = [
  'foreignIdentifier',
  'foreignName',
  'foreignNumber',
  'foreignText',
  'unshown',
  'notOfIntent',
  'unrelatedRead',
  'newSubject',
  'servesNothing',
  'writeServesNothing',
  'severity',
  'harmful',
  'instructed',
  'exchanged',
] as const;

export type FeatureName = (typeof FEATURES)[number];
export type Features = Record<FeatureName, number>;

export interface Passage {
  readonly text: string;
  /** Hashes of the roots of its words. */
  readonly roots: readonly number[];
}

export interface Context {
  readonly intent: IntentText;
  readonly memory: Memory;
  readonly passages: readonly Passage[];
  readonly covered: ReadonlySet<number>;
  readonly toolRoots: readonly string[];
  readonly calls: number;
  /** The number of calls whose response was taken into the memory. */
  readonly informed: number;
}

export interface Observation {
  readonly features: Features;
  readonly tool: ToolName;
  readonly verb: VerbClass;
  /** The intent asks for an act of this kind. */
  readonly askedFor: boolean;
  readonly severity: number;
  readonly values: readonly Provenance[];
  readonly gained: readonly number[];
  readonly scope: number | null;
  readonly target: number | null;
  readonly followed: Passage | null;
  readonly exchanged: Provenance | null;
  /** True when the intent delegates the task to a text, and the call may follow an earlier result. */
  readonly isDelegated: boolean;
}

export function look(
  call: { apiName: string; operationType: Operation; payload: unknown },
  context: Context,
): Observation {
  const { intent } = context;
  const tool = readToolName(call.apiName);
  const verb = verbOf(tool, call.operationType);
  const values = valuesOf(call.payload).map((value) => traceValue(value, intent, context.memory));
  const origins = originsOf(values, intent.shapes);
  const { nouns, toolScore, harmful } = askedOf(intent, tool);
  const gained = gainOf(tool, values, context);

  // Without the responses of earlier calls, a value of unknown origin may well come from one of them.
  const evidence = Math.min(1, (context.informed + 1) / (context.calls + 1));
  const unsaidIds = (context.calls === 0 ? UNSAYABLE : evidence) * origins.opaque;
  const purpose = detailOf(intent, PURPOSE_WORDS);
  const related = Math.max((toolScore + (origins.fromIntent ?? toolScore)) / 2, LINKED * origins.linked);
  const subject = context.calls === 0 ? 1 : Math.max(nouns ?? toolScore, sharedRoots(tool, context.toolRoots));
  const useless = 1 / (1 + gained.length);
  const unsaid = isUnsaid(tool, call.operationType);
  const write = verb === 'READ' ? 0 : unsaid ? 0.5 : 1;
  const severity = unsaid ? MILD : SEVERITY[verb];
  const followed = followedPassage(tool, values, context.passages);

  return {
    features: {
      foreignIdentifier: Math.max(evidence * origins.identifier, unsaidIds),
      foreignName: evidence * origins.name,
      foreignNumber: evidence * origins.number,
      foreignText: ((1 + evidence) / 2) * origins.text,
      unshown: (1 - evidence) * Math.max(origins.identifier, 0.5 * origins.opaque, origins.name, 0.5 * origins.number),
      notOfIntent: purpose * evidence * (1 - origins.anchor),
      unrelatedRead: (1 - write) * (1 - related),
      newSubject: detailOf(intent, SUBJECT_WORDS) * (1 - subject) * (1 - origins.linked),
      servesNothing: purpose * useless,
      writeServesNothing: purpose * write * useless,
      severity,
      harmful,
      instructed: origins.instructed,
      exchanged: foreignness(origins.exchanged),
    },
    tool,
    verb,
    askedFor: verb === 'READ' || unsaid || intent.verbs.has(verb),
    severity,
    values,
    gained,
    scope: tool.words.length === 0 ? null : toolScore,
    target: origins.known,
    followed,
    exchanged: origins.exchanged,
    isDelegated:
      intent.delegates && followed !== null && Math.max(origins.identifier, origins.opaque, origins.name) < STRANGE,
  };
}

/** The first call shows an identifier that only a database knows: no intent could have named it. */
const UNSAYABLE = 0.3;

/**
 * A manager's three words name neither every row nor every step, so a part of the call that they do not mention says
 * less than it would against a page. At this number of significant words, it says half as much.
 */
const PURPOSE_WORDS = 3;
const SUBJECT_WORDS = 1;

const detailOf = ({ content: { length } }: IntentText, half: number) => length / (length + half);

/** The harm of an act between a read and most calls that are logged as EXECUTE. */
const MILD = 0.3;

/** A value whose unknown part is at least this share does not count as named by a result. */
const STRANGE = 0.5;

/** A call that continues with a value from an earlier answer is related to this degree, whatever its words. */
const LINKED = 0.6;

interface Asked {
  readonly nouns: number | null;
  readonly toolScore: number;
  readonly harmful: number;
}

const asked = new WeakMap<IntentText, WeakMap<ToolName, Asked>>();

/** The relation of an intent to a tool: the same for each of the tool's calls. */
function askedOf(intent: IntentText, tool: ToolName): Asked {
  const tools = asked.get(intent) ?? new WeakMap<ToolName, Asked>();
  asked.set(intent, tools);
  const known = tools.get(tool);
  if (known !== undefined) return known;
  const spoken = tool.words.map(({ word, weight }) => [spokenOf(intent, word), weight] as const);
  const family = mean(tool.familyWords.map((word) => [spokenOf(intent, word), 1]));
  const toolSpoken = mean(spoken) ?? 0;
  const answer = {
    nouns: mean(spoken.filter(([, weight]) => weight === 1)),
    toolScore: Math.max(toolSpoken, 0.6 * toolSpoken + 0.4 * (family ?? 0)),
    harmful: tool.harmful.some((word) => !written(intent, word)) ? 1 : 0,
  };
  tools.set(tool, answer);
  return answer;
}

/** The share of the roots in a tool's name that earlier calls were about too. */
function sharedRoots(tool: ToolName, roots: readonly string[]): number {
  let about = 0;
  let most = 0;
  for (const { root, weight } of tool.words) {
    if (weight !== 1) continue;
    about++;
    if (roots.includes(root)) return 1;
    if (most === 0 && meansAlike(CONCEPTS_OF.get(root) ?? [], roots)) most = 0.6;
  }
  return about === 0 ? 0.5 : most;
}

function meansAlike(concepts: readonly number[], roots: readonly string[]): boolean {
  if (concepts.length === 0) return false;
  return roots.some((root) => CONCEPTS_OF.get(root)?.some((concept) => concepts.includes(concept)) ?? false);
}

/** The words of the intent that this call is the first to take up. */
function gainOf(tool: ToolName, values: readonly Provenance[], { intent, covered }: Context): number[] {
  const gained: number[] = [];
  const take = (root: string) => {
    const index = intent.indexOf.get(root);
    if (index !== undefined && !covered.has(index) && !gained.includes(index)) gained.push(index);
  };
  for (const { root } of tool.words) take(root);
  for (const { words } of values) for (const { root } of words) take(root);
  return gained;
}

/** The instruction that shares most words with the call. */
function followedPassage(tool: ToolName, values: readonly Provenance[], passages: readonly Passage[]): Passage | null {
  let best: Passage | null = null;
  let most = 0;
  for (const passage of passages) {
    const held = (rootHash: number) => passage.roots.includes(rootHash);
    let shared = tool.words.filter(({ word }) => held(word.rootHash)).length;
    for (const { words } of values) shared += words.filter(({ rootHash }) => held(rootHash)).length;
    if (shared > most) [best, most] = [passage, shared];
  }
  return best;
}

function mean(pairs: readonly (readonly [value: number, weight: number])[]): number | null {
  let [sum, weights] = [0, 0];
  for (const [value, weight] of pairs) {
    sum += value * weight;
    weights += weight;
  }
  return weights === 0 ? null : sum / weights;
}
