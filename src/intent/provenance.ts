import type { IntentText } from './intent-text.js';
import { shapeOf } from './intent-text.js';
import { STOP_WORDS } from './lexicon.js';
import { written } from './match.js';
import { type Memory, remembers } from './memory.js';
import type { Value } from './payload.js';
import { canonicalNumber, compact, stem, wordsOf } from './words.js';

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
}

const MOST_WORDS = 40;

export function traceValue(value: Value, intent: IntentText, memory: Memory): Provenance {
  const shares = { intent: 0, result: 0, call: 0, instruction: 0, nowhere: 0 };
  const roots: string[] = [];
  const whole = value.kind === 'address' || value.kind === 'identifier' ? compact(value.text) : '';
  if (whole.length >= 3) {
    shares[wholeSource(whole, value.text, intent, memory)] = 1;
  }
  const seen = new Set<string>();
  let words = 0;
  for (const word of wordsOf(value.text)) {
    if (seen.size >= MOST_WORDS) break;
    const lower = word.toLowerCase();
    if (lower.length < 2 && !/\d/.test(lower)) continue;
    const root = stem(lower);
    if (seen.has(root)) continue;
    seen.add(root);
    if (STOP_WORDS.has(lower)) continue;
    roots.push(root);
    words++;
    if (whole.length >= 3) continue;
    shares[wordSource(lower, root, intent, memory)] += 1;
  }
  if (whole.length < 3) {
    for (const source of Object.keys(shares) as (keyof typeof shares)[]) shares[source] /= Math.max(1, words);
  }
  const form = shares.intent < 0.5 ? shapeOf(value.text) : null;
  return {
    value,
    weight: words === 0 && whole === '' ? 0 : weightOf(value),
    ...shares,
    conflict: form !== null && intent.shapes.has(form) && shares.result < 0.5,
    roots,
  };
}

type Source = 'intent' | 'result' | 'call' | 'instruction' | 'nowhere';

function wholeSource(whole: string, text: string, intent: IntentText, memory: Memory): Source {
  if (intent.run.includes(whole) || intent.lower.includes(text.toLowerCase())) return 'intent';
  if (remembers(memory, `k:${whole}`)) return 'result';
  if (remembers(memory, `i:${whole}`)) return 'instruction';
  if (remembers(memory, `c:${whole}`)) return 'call';
  const parts = wordsOf(text).map((word) => word.toLowerCase());
  if (parts.length > 1 && parts.every((word) => written(intent, word, stem(word)))) return 'intent';
  return 'nowhere';
}

function wordSource(word: string, root: string, intent: IntentText, memory: Memory): Source {
  if (written(intent, word, root)) return 'intent';
  const key = canonicalNumber(word) ?? root;
  if (remembers(memory, `k:${key}`)) return 'result';
  if (remembers(memory, `i:${key}`)) return 'instruction';
  if (remembers(memory, `c:${key}`)) return 'call';
  return 'nowhere';
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
export function traces(text: string, mark: 'k' | 'i' | 'c', atMost: number): string[] {
  const found: string[] = [];
  for (const word of wordsOf(text)) {
    if (found.length >= atMost) return found;
    const lower = word.toLowerCase();
    found.push(`${mark}:${canonicalNumber(lower) ?? stem(lower)}`);
  }
  for (const chunk of text.split(/[\s,;"'()[\]{}<>]+/)) {
    if (found.length >= atMost) return found;
    const bare = chunk.replace(/[.:!?]+$/, '');
    if (bare.length >= 3 && bare.length <= 120 && NOT_PLAIN_WORD.test(bare)) found.push(`${mark}:${compact(bare)}`);
  }
  return found;
}

const NOT_PLAIN_WORD = /[^A-Za-z]/;
