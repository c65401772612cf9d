import type { IntentText } from './language/intent-text.js';
import { written } from './language/match.js';
import { type Reading, read } from './language/reading.js';
import { marked, type Word } from './language/vocabulary.js';
import { compact, isDigit } from './language/words.js';
import { type Memory, remembers } from './memory.js';
import type { Value } from './payload.js';

/** The origins of the parts of a value, as shares that add up to one. */
export interface Provenance {
  readonly value: Value;
  readonly weight: number;
  readonly intent: number;
  readonly result: number;
  readonly call: number;
  readonly instruction: number;
  readonly nowhere: number;
  readonly words: readonly Word[];
  /** The hashes under which later calls may find the value again. */
  readonly marks: readonly number[];
}

const MOST_WORDS = 40;
const MOST_MARKS = 60;

export function traceValue(value: Value, intent: IntentText, memory: Memory): Provenance {
  const shares = { intent: 0, result: 0, call: 0, instruction: 0, nowhere: 0 };
  const whole = value.kind === 'address' || value.kind === 'identifier' ? compact(value.text.replace(SCHEME, '')) : '';
  const asWhole = whole.length >= 3;
  const reading = read(value.text, 'c');
  const words = saying(reading.words);
  if (asWhole) shares[wholeSource(whole, value.text, reading.words, intent, memory)] = 1;
  else for (const word of words) shares[wordSource(word, intent, memory)] += 1 / words.length;
  return {
    value,
    weight: words.length === 0 && whole === '' ? 0 : weightOf(value),
    ...shares,
    words,
    marks: [...words.map(({ called }) => called), ...reading.wholes].slice(0, MOST_MARKS),
  };
}

const SCHEME = /^[a-z]+:\/\//i;

/** Each significant word, once. */
function saying(all: readonly Word[]): Word[] {
  const seen: string[] = [];
  const words: Word[] = [];
  for (const word of all) {
    if (seen.length >= MOST_WORDS) break;
    if (word.written.length < 2 && !isDigit(word.written.charCodeAt(0))) continue;
    if (seen.includes(word.root)) continue;
    seen.push(word.root);
    if (!word.stop) words.push(word);
  }
  return words;
}

type Source = 'intent' | 'result' | 'call' | 'instruction' | 'nowhere';

function wholeSource(whole: string, text: string, parts: readonly Word[], intent: IntentText, memory: Memory): Source {
  if (intent.run.includes(whole) || intent.lower.includes(text.toLowerCase())) return 'intent';
  // A value that an instruction named keeps that origin, although the results of following the instruction name it
  // again.
  if (remembers(memory, marked('i', whole))) return 'instruction';
  if (remembers(memory, marked('k', whole))) return 'result';
  if (remembers(memory, marked('c', whole))) return 'call';
  return parts.length > 1 && parts.every((part) => written(intent, part)) ? 'intent' : 'nowhere';
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

/** The hashes of a text: its words, and each token without blanks as a whole. */
export function traces({ words, wholes }: Reading, mark: 'k' | 'i', atMost: number): number[] {
  return [...words.map((word) => (mark === 'k' ? word.known : word.instructed)), ...wholes].slice(0, atMost);
}
