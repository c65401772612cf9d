import type { IntentText } from './intent-text.js';
import { shapeOf } from './intent-text.js';
import { written } from './match.js';
import { type Memory, remembers } from './memory.js';
import type { Value } from './payload.js';
import { type Mark, marked, markedCompact, readWord, type Word } from './vocabulary.js';
import { compact, isDigit, wordsOf } from './words.js';

/** Where the parts of a value come from, as shares that add up to one. */
export interface Provenance {
  readonly value: Value;
  readonly weight: number;
  readonly intent: number;
  readonly result: number;
  readonly call: number;
  readonly instruction: number;
  readonly nowhere: number;
  /** The intent names something of this form, but not this. */
  readonly conflict: boolean;
  readonly roots: readonly string[];
  /** What the value is to be remembered by: later calls may repeat it. */
  readonly marks: readonly number[];
}

const MOST_WORDS = 40;
const MOST_MARKS = 60;

export function traceValue(value: Value, intent: IntentText, memory: Memory): Provenance {
  const shares = { intent: 0, result: 0, call: 0, instruction: 0, nowhere: 0 };
  const roots: string[] = [];
  const marks: number[] = [];
  const whole = value.kind === 'address' || value.kind === 'identifier' ? compact(value.text) : '';
  if (whole.length >= 3) {
    shares[wholeSource(whole, value.text, intent, memory)] = 1;
  }
  const seen: string[] = [];
  let words = 0;
  for (const part of wordsOf(value.text)) {
    if (seen.length >= MOST_WORDS) break;
    const word = readWord(part);
    if (part.length < 2 && !isDigit(part.charCodeAt(0))) continue;
    if (seen.includes(word.root)) continue;
    seen.push(word.root);
    if (word.stop) continue;
    roots.push(word.root);
    marks.push(word.called);
    words++;
    if (whole.length >= 3) continue;
    shares[wordSource(word, intent, memory)] += 1;
  }
  if (whole.length < 3) {
    for (const source of SOURCES) shares[source] /= Math.max(1, words);
  }
  const form = intent.shapes.size > 0 && shares.intent < 0.5 && shares.result < 0.5 ? shapeOf(value.text) : null;
  return {
    value,
    weight: words === 0 && whole === '' ? 0 : weightOf(value),
    ...shares,
    conflict: form !== null && intent.shapes.has(form),
    roots,
    marks: withChunks(value.text, 'c', marks, MOST_MARKS),
  };
}

const SOURCES = ['intent', 'result', 'call', 'instruction', 'nowhere'] as const;
type Source = (typeof SOURCES)[number];

function wholeSource(whole: string, text: string, intent: IntentText, memory: Memory): Source {
  if (intent.run.includes(whole) || intent.lower.includes(text.toLowerCase())) return 'intent';
  if (remembers(memory, marked('k', whole))) return 'result';
  if (remembers(memory, marked('i', whole))) return 'instruction';
  if (remembers(memory, marked('c', whole))) return 'call';
  const parts = wordsOf(text);
  return parts.length > 1 && parts.every((part) => written(intent, readWord(part))) ? 'intent' : 'nowhere';
}

function wordSource(word: Word, intent: IntentText, memory: Memory): Source {
  if (written(intent, word)) return 'intent';
  if (remembers(memory, word.known)) return 'result';
  if (remembers(memory, word.instructed)) return 'instruction';
  return remembers(memory, word.called) ? 'call' : 'nowhere';
}

function weightOf({ kind, role, text }: Value): number {
  if (role === 'paging') return 0.1;
  if (role === 'secret') return 1.5;
  if (kind === 'date') return 0.5;
  if (kind === 'address') return 2;
  if (kind === 'identifier') return 1.5;
  if (kind === 'number') return Math.abs(Number(text)) <= 2 || text === '10' || text === '100' ? 0.1 : 0.5;
  if (kind === 'prose' || role === 'content') return 0.5;
  return role === 'recipient' ? 1.5 : text === text.toLowerCase() ? 0.4 : 1;
}

/** What is to be remembered of a text: its words, and whole what is written without blanks. */
export function traces(text: string, mark: 'k' | 'i', atMost: number): number[] {
  const found: number[] = [];
  const words = wordsOf(text);
  for (let at = 0; at < words.length && found.length < atMost; at++) {
    const word = readWord(words[at] as string);
    found.push(mark === 'k' ? word.known : word.instructed);
  }
  return withChunks(text, mark, found, atMost);
}

function withChunks(text: string, mark: Mark, found: number[], atMost: number): number[] {
  for (let from = 0, at = 0; at <= text.length && found.length < atMost; at++) {
    if (at < text.length && !SEPARATES[text.charCodeAt(at)]) continue;
    if (at - from >= 3) take(text, from, at, mark, found);
    from = at + 1;
  }
  return found;
}

function take(text: string, from: number, to: number, mark: Mark, found: number[]): void {
  let end = to;
  while (end > from && ENDS.has(text.charCodeAt(end - 1))) end--;
  if (end - from < 3 || end - from > 120) return;
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at) | 32;
    if (code >= 97 && code <= 122) continue;
    found.push(markedCompact(mark, text, from, end));
    return;
  }
}

const codes = (text: string) => [...text].map((sign) => sign.charCodeAt(0));
const ENDS: ReadonlySet<number> = new Set(codes('.:!?'));
const SEPARATES = Uint8Array.from({ length: 0x10000 }, (_, code) => Number(/\s/.test(String.fromCharCode(code))));
for (const code of codes(',;"\'()[]{}<>')) SEPARATES[code] = 1;
