import { cutText } from '../../platform/cut-text.js';
import type { Context, Observation, Passage } from './features.js';
import { instructionsIn } from './language/instructions.js';
import { type IntentText, LONGEST_INTENT, readIntent } from './language/intent-text.js';
import { read } from './language/reading.js';
import { plain } from './language/words.js';
import { emptyMemory, type Memory, remember } from './memory.js';
import { NO_TRAIL, type Trail } from './onset.js';
import { traces } from './provenance.js';

/** How far a session has been read: a JSON value of at most 64 KB, however long the session. */
export interface IntentProgress {
  readonly evaluator: string;
  readonly intent: { readonly text: string };
  readonly memory: Memory;
  readonly passages: readonly Passage[];
  readonly covered: readonly number[];
  readonly families: readonly string[];
  readonly tools: readonly string[];
  readonly toolRoots: readonly string[];
  readonly calls: number;
  readonly bestRelevance: number;
  readonly trail: Trail;
  readonly tally: Tally;
}

export interface Tally {
  readonly scope: readonly [sum: number, weight: number];
  readonly target: readonly [sum: number, weight: number];
  readonly severity: number | null;
  readonly peak: number;
  readonly worst: string | null;
  /** What the calls up to now add up to, and the call that makes the best beginning of a drift that lasts until now. */
  readonly sum: number;
  readonly start: readonly [surplus: number, call: string | null];
  /** That call as it was when the session last looked its worst. */
  readonly onset: string | null;
}

export const emptyProgress = (evaluator: string, intent: string): IntentProgress => ({
  evaluator,
  intent: { text: plain(intent, LONGEST_INTENT) },
  memory: emptyMemory(),
  passages: [],
  covered: [],
  families: [],
  tools: [],
  toolRoots: [],
  calls: 0,
  bestRelevance: 0,
  trail: NO_TRAIL,
  tally: {
    scope: [0, 0],
    target: [0, 0],
    severity: null,
    peak: 0,
    worst: null,
    sum: 0,
    start: [0, null],
    onset: null,
  },
});

const intents = new WeakMap<object, IntentText>();

export function intentOf(progress: IntentProgress): IntentText {
  const known = intents.get(progress.intent);
  if (known !== undefined) return known;
  const text = readIntent(progress.intent.text);
  intents.set(progress.intent, text);
  return text;
}

const coveredSets = new WeakMap<readonly number[], ReadonlySet<number>>();

function coveredBy(covered: readonly number[]): ReadonlySet<number> {
  const known = coveredSets.get(covered);
  if (known !== undefined) return known;
  const set = new Set(covered);
  coveredSets.set(covered, set);
  return set;
}

export const contextOf = (progress: IntentProgress): Context => ({
  intent: intentOf(progress),
  memory: progress.memory,
  passages: progress.passages,
  covered: coveredBy(progress.covered),
  families: progress.families,
  tools: progress.tools,
  toolRoots: progress.toolRoots,
  calls: progress.calls,
  bestRelevance: progress.bestRelevance,
});

const MOST_FAMILIES = 16;
const MOST_ROOTS = 64;
const MOST_PASSAGES = 6;
const LONGEST_RESPONSE = 8_000;
const MOST_TRACES = 1_500;

export function withCall(
  progress: IntentProgress,
  apiName: string,
  seen: Observation,
  { trail, tally }: { trail: Trail; tally: Tally },
  response: unknown,
): IntentProgress {
  const { marks, passages } = lessonsOf(response);
  for (const value of seen.values) for (const mark of value.marks) marks.push(mark);
  const { families, tools } = progress;
  // Each member named: spreading first and overwriting then took a tenth of the time of a call.
  return {
    evaluator: progress.evaluator,
    intent: progress.intent,
    memory: remember(progress.memory, marks),
    passages: withPassages(progress.passages, passages),
    covered: seen.gained.length === 0 ? progress.covered : [...progress.covered, ...seen.gained],
    families: families.includes(seen.tool.family) ? families : [seen.tool.family, ...families].slice(0, MOST_FAMILIES),
    tools: tools.includes(apiName) ? tools : [apiName, ...tools].slice(0, MOST_FAMILIES),
    toolRoots: withRoots(progress.toolRoots, seen),
    calls: progress.calls + 1,
    bestRelevance: Math.max(progress.bestRelevance, seen.relevance),
    trail,
    tally,
  };
}

/** The same list if the call brings nothing new: what is derived from it is remembered by it. */
function withRoots(roots: readonly string[], { tool }: Observation): readonly string[] {
  const fresh = tool.words.filter(({ root, weight }) => weight === 1 && !roots.includes(root)).map(({ root }) => root);
  return fresh.length === 0 ? roots : [...new Set([...fresh, ...roots])].slice(0, MOST_ROOTS);
}

/** Takes in what a tool answered: its words are known from now on, its instructions are remembered as such. */
export function withResponse(progress: IntentProgress, response: unknown): IntentProgress {
  const { marks, passages } = lessonsOf(response);
  if (marks.length === 0) return progress;
  return {
    ...progress,
    memory: remember(progress.memory, marks),
    passages: withPassages(progress.passages, passages),
  };
}

function lessonsOf(response: unknown): { marks: number[]; passages: readonly Passage[] } {
  const text = response === undefined || response === null ? '' : textOf(response);
  if (text === '') return { marks: [], passages: [] };
  const instructions = instructionsIn(text);
  let rest = text;
  for (const instruction of instructions) rest = rest.replace(instruction, '\n');
  const marks = traces(read(rest, 'k', MOST_TRACES), 'k', MOST_TRACES);
  const passages = instructions.map((instruction) => {
    const reading = read(instruction, 'i');
    marks.push(...traces(reading, 'i', 120));
    const roots = new Set(reading.words.map(({ rootHash }) => rootHash));
    return { text: cutText(instruction, 160), roots: [...roots].slice(0, 32) };
  });
  return { marks, passages };
}

const withPassages = (before: readonly Passage[], found: readonly Passage[]) =>
  found.length === 0 ? before : [...found, ...before].slice(0, MOST_PASSAGES);

function textOf(response: unknown): string {
  if (typeof response === 'string') return plain(response, LONGEST_RESPONSE);
  const parts: string[] = [];
  let length = 0;
  let visits = 0;
  const walk = (value: unknown, depth: number): void => {
    if (length >= LONGEST_RESPONSE || depth > 16 || ++visits > 2_000) return;
    if (typeof value === 'string' || typeof value === 'number') {
      const text = plain(String(value), LONGEST_RESPONSE - length);
      parts.push(text);
      length += text.length;
    } else if (value !== null && typeof value === 'object') {
      for (const name in value) walk((value as Record<string, unknown>)[name], depth + 1);
    }
  };
  walk(response, 0);
  return parts.map((part) => `"${part}"`).join('\n');
}
