import { stem } from 'porter2';
import { cutText } from '../../platform/cut-text.js';
import type { Context, Observation, Passage } from './features.js';
import type { Taught } from './habits/profile.js';
import { type IntentText, LONGEST_INTENT, readIntent } from './language/intent-text.js';
import { REQUEST_OPENERS, VERB_CLASSES } from './language/lexicon.js';
import { read } from './language/reading.js';
import { plain } from './language/words.js';
import { emptyMemory, type Memory, remember } from './memory.js';
import { traces } from './provenance.js';
import { NO_TALLY, type Tally } from './tally.js';

/** The evaluator's state after the calls it has read: a JSON value of at most 64 KB, however long the session. */
export interface IntentProgress {
  readonly evaluator: string;
  readonly intent: { readonly text: string };
  readonly memory: Memory;
  readonly passages: readonly Passage[];
  readonly covered: readonly number[];
  readonly toolRoots: readonly string[];
  readonly calls: number;
  readonly informed: number;
  /** The last calls that followed an instruction inside a result: their answers count as the instruction's. */
  readonly tainted: readonly string[];
  readonly tally: Tally;
  readonly taught: Taught;
}

export const emptyProgress = (evaluator: string, intent: string): IntentProgress => ({
  evaluator,
  intent: { text: plain(intent, LONGEST_INTENT) },
  memory: emptyMemory(),
  passages: [],
  covered: [],
  toolRoots: [],
  calls: 0,
  informed: 0,
  tainted: [],
  tally: NO_TALLY,
  taught: [],
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
  toolRoots: progress.toolRoots,
  calls: progress.calls,
  informed: progress.informed,
});

const MOST_ROOTS = 64;
const MOST_PASSAGES = 6;
const MOST_TAINTED = 16;
const LONGEST_ID = 128;
const LONGEST_RESPONSE = 8_000;
const MOST_TRACES = 1_500;

export const shortId = (id: string) => cutText(id, LONGEST_ID);

export function withCall(
  progress: IntentProgress,
  call: { readonly id: string; readonly response?: unknown },
  seen: Observation,
  tally: Tally,
): IntentProgress {
  const follows = seen.features.instructed >= 0.5;
  const { marks, passages } = lessonsOf(call.response, follows);
  for (const value of seen.values) for (const mark of value.marks) marks.push(mark);
  // Each member named, as in origins.ts.
  return {
    evaluator: progress.evaluator,
    intent: progress.intent,
    memory: remember(progress.memory, marks),
    passages: withPassages(progress.passages, passages),
    covered: seen.gained.length === 0 ? progress.covered : [...progress.covered, ...seen.gained],
    toolRoots: withRoots(progress.toolRoots, seen),
    calls: progress.calls + 1,
    informed: progress.informed + (hasResponse(call) ? 1 : 0),
    tainted: follows ? [shortId(call.id), ...progress.tainted].slice(0, MOST_TAINTED) : progress.tainted,
    tally,
    taught: progress.taught,
  };
}

/** The same list if the call adds nothing new, because derived values are cached by the list. */
function withRoots(roots: readonly string[], { tool }: Observation): readonly string[] {
  const fresh = tool.words.filter(({ root, weight }) => weight === 1 && !roots.includes(root)).map(({ root }) => root);
  return fresh.length === 0 ? roots : [...new Set([...fresh, ...roots])].slice(0, MOST_ROOTS);
}

/** Takes in the answer of a tool: its words are known from now on, and its instructions are remembered as such. */
export function withResponse(
  progress: IntentProgress,
  call: { readonly id: string; readonly response?: unknown },
): IntentProgress {
  if (!hasResponse(call)) return progress;
  const { marks, passages } = lessonsOf(call.response, progress.tainted.includes(shortId(call.id)));
  return {
    ...progress,
    memory: remember(progress.memory, marks),
    passages: withPassages(progress.passages, passages),
    informed: progress.informed + 1,
  };
}

/** An agent that logs `None` kept no response, so the results it was shown are unknown. */
const hasResponse = ({ response }: { readonly response?: unknown }) =>
  response !== undefined && response !== null && !(typeof response === 'string' && NOTHING.test(response));

const NOTHING = /^\s*(?:none|null|nil|undefined)?\s*$/i;

function lessonsOf(response: unknown, tainted: boolean): { marks: number[]; passages: readonly Passage[] } {
  const text = textOf(response);
  if (text === '') return { marks: [], passages: [] };
  const instructions = instructionsIn(text);
  let rest = text;
  for (const instruction of instructions) rest = rest.replace(instruction, '\n');
  const as = tainted ? 'i' : 'k';
  const marks = traces(read(rest, as, MOST_TRACES), as, MOST_TRACES);
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

const LONGEST = 400;
const MOST = 8;

/**
 * The passages of a text that instruct the reader: a sentence that begins with an imperative ("Send …", "Please add
 * …"), a request ("I need you to …"), or phrases that people use towards a machine.
 */
function instructionsIn(text: string): string[] {
  const found: string[] = [];
  let until = 0;
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match !== null && found.length < MOST; match = OPENING.exec(text)) {
    const at = match.index + (match[1]?.length ?? 0);
    if (at < until) continue;
    const word = (match[3] ?? '').toLowerCase();
    if (match[2] === undefined && !REQUEST_OPENERS.has(word) && !VERB_CLASSES.has(stem(word))) continue;
    const rest = text.slice(at, at + LONGEST);
    const end = rest.search(/["\n}\]]|'\s*[,}\]]| … /);
    const passage = end < 0 ? rest : rest.slice(0, end);
    if (passage.split(/\s+/, 5).length < 4) continue;
    found.push(passage);
    until = at + passage.length;
  }
  return found;
}

const OPENING =
  /(^|[:{[,(]\s*['"]|["_.!?;:>*#-]\s*|\n[^\S\n]*)(?:((?:[Cc]an|[Cc]ould|[Ww]ould) you (?:please )?(?=[a-z])|I (?:need|want|would like) you to|[Yy]ou (?:must|should|need to|have to)|(?:[Ii]gnore|[Dd]isregard|[Ff]orget) (?:all|any|the|your|previous|prior)|I(?:'d| would) like (?:you )?to)|([A-Z][a-z]+)(?=[\s,:]+[A-Za-z'"]))/g;
