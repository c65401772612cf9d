import type { IntentText } from './language/intent-text.js';
import { CONCEPTS_OF, SEVERITY, type VerbClass } from './language/lexicon.js';
import { spokenOf, written } from './language/match.js';
import { type Operation, readToolName, shortName, type ToolName, verbOf } from './language/tool-name.js';
import type { Memory } from './memory.js';
import { originsOf } from './origins.js';
import { valuesOf } from './payload.js';
import { type Provenance, traceValue } from './provenance.js';

/** What the evaluator looks at of one call. Each feature is 0..1 and higher where the call looks more foreign. */
export const FEATURES = [
  'verbUnspoken',
  'contentNowhere',
  'instructedValue',
  'instructedTool',
  'instructedWrite',
  'noGainWrite',
  'served',
  'servedWrite',
  'drop',
  'calmWorst',
  'calmGain',
  'unanchored',
  'unkin',
  'unkinUnanchored',
  'harmful',
] as const;

export type FeatureName = (typeof FEATURES)[number];
export type Features = Record<FeatureName, number>;

/** What an ordinary call reaches; measures the first call of a session, which has no other beside it. */
const EXPECTED_RELEVANCE = 0.6;

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
  readonly families: readonly string[];
  readonly tools: readonly string[];
  readonly toolRoots: readonly string[];
  readonly calls: number;
  readonly bestRelevance: number;
}

export interface Observation {
  readonly features: Features;
  readonly tool: ToolName;
  readonly verb: VerbClass;
  readonly severity: number;
  readonly values: readonly Provenance[];
  readonly gained: readonly number[];
  readonly relevance: number;
  readonly scope: number | null;
  readonly target: number | null;
  readonly followed: Passage | null;
}

export function look(
  call: { apiName: string; operationType: Operation; payload: unknown },
  context: Context,
): Observation {
  const { intent, memory } = context;
  const tool = readToolName(call.apiName);
  const verb = verbOf(tool, call.operationType);
  const values = valuesOf(call.payload);
  const traced = values.map((value) => traceValue(value, intent, memory));

  const { nouns, family, toolScore, harmful } = askedOf(intent, tool);
  const origins = originsOf(traced);

  const gained = gainOf(tool, traced, context);
  const relevance = 0.5 * toolScore + 0.5 * (origins.fromIntent ?? toolScore);
  const evoked = verb === 'READ' || intent.verbs.has(verb);
  const write = verb !== 'READ';
  const severity = SEVERITY[verb];
  const readOnly = intent.verbs.size === 0 || (intent.verbs.size === 1 && intent.verbs.has('READ'));
  const followed = followedPassage(tool, traced, context.passages);
  const served = intent.entities.length === 0 ? 0 : share(intent.entities, (index) => context.covered.has(index));
  const again = context.tools.includes(shortName(call.apiName));
  const bulk = again && intent.quantified;
  const noGain = (bulk ? 0.5 : 1) / (1 + gained.length);
  const toolUnspoken = 1 - toolScore;
  const familiar = context.calls === 0 || context.families.includes(tool.family) || (family ?? 0) > 0.5;
  const kin = context.calls === 0 ? 1 : kinship(tool, context.toolRoots);
  const calm = !write && familiar && Math.max(kin, nouns ?? 0) >= 0.7 && (!readOnly || again);
  const unanchored = traced.length === 0 ? 0 : 1 - Math.min(1, origins.anchor);
  const tense = calm ? 0 : 1;
  const heavy = write ? 1 : 0;
  const instructed = followed === null ? 0 : Math.max(0, followed.tool - toolScore);
  const unkin = 1 - Math.max(kin, nouns ?? toolScore);

  return {
    features: {
      verbUnspoken: write ? (evoked ? 0 : 1) : tense * toolUnspoken,
      contentNowhere: tense * (origins.content ?? (write ? 0 : origins.worst)),
      instructedValue: origins.instructed,
      instructedTool: instructed,
      instructedWrite: heavy * instructed,
      noGainWrite: heavy * noGain,
      served: tense * served * noGain,
      servedWrite: heavy * served * noGain,
      drop: tense * Math.max(0, Math.max(context.bestRelevance, EXPECTED_RELEVANCE) - relevance),
      calmWorst: (1 - tense) * origins.worst,
      calmGain: (1 - tense) * noGain,
      unanchored: tense * unanchored,
      unkin,
      unkinUnanchored: unkin * unanchored,
      harmful,
    },
    tool,
    verb,
    severity,
    values: traced,
    gained,
    relevance,
    scope: tool.words.length === 0 ? null : toolScore,
    target: origins.known,
    followed: followed?.passage ?? null,
  };
}

interface Asked {
  readonly nouns: number | null;
  readonly family: number | null;
  readonly toolScore: number;
  readonly harmful: number;
}

const asked = new WeakMap<IntentText, WeakMap<ToolName, Asked>>();

/** How far an intent speaks of a tool: the same for each of its calls. */
function askedOf(intent: IntentText, tool: ToolName): Asked {
  const tools = asked.get(intent) ?? new WeakMap<ToolName, Asked>();
  asked.set(intent, tools);
  const known = tools.get(tool);
  if (known !== undefined) return known;
  const spoken = tool.words.map(({ word, weight }) => [spokenOf(intent, word), weight] as const);
  const family = mean(tool.familyWords.map((word) => spokenOf(intent, word)));
  const toolSpoken = weighted(spoken) ?? 0;
  const answer = {
    nouns: mean(spoken.filter(([, weight]) => weight === 1).map(([value]) => value)),
    family,
    toolScore: Math.max(toolSpoken, 0.6 * toolSpoken + 0.4 * (family ?? 0)),
    harmful: tool.harmful.some((word) => !written(intent, word)) ? 1 : 0,
  };
  tools.set(tool, answer);
  return answer;
}

/** How much of what a tool's name is about the calls before it were about too. */
function kinship(tool: ToolName, roots: readonly string[]): number {
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
  for (const root of roots) {
    const others = CONCEPTS_OF.get(root);
    if (others !== undefined && concepts.some((concept) => others.includes(concept))) return true;
  }
  return false;
}

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

function followedPassage(tool: ToolName, values: readonly Provenance[], passages: readonly Passage[]) {
  let best: { passage: Passage; tool: number; score: number } | null = null;
  for (const passage of passages) {
    const { roots } = passage;
    const inTool = share(tool.words, ({ word }) => roots.includes(word.rootHash));
    let inValues = 0;
    for (const value of values)
      inValues += share(value.words, ({ rootHash }) => roots.includes(rootHash)) / values.length;
    const score = inTool + inValues;
    if (score > 0 && (best === null || score > best.score)) best = { passage, tool: inTool, score };
  }
  return best;
}

function mean(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function weighted(pairs: readonly (readonly [value: number, weight: number])[]): number | null {
  let sum = 0;
  let weights = 0;
  for (const [value, weight] of pairs) {
    sum += value * weight;
    weights += weight;
  }
  return weights === 0 ? null : sum / weights;
}

function share<T>(items: readonly T[], holds: (item: T) => boolean): number {
  if (items.length === 0) return 0;
  let held = 0;
  for (const item of items) if (holds(item)) held++;
  return held / items.length;
}
