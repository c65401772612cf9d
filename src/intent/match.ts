import type { IntentText } from './intent-text.js';
import { numberIn } from './intent-text.js';
import { CONCEPTS_OF } from './lexicon.js';

const CONCEPT = 0.7;
const JOINED = 0.9;
const PREFIX = 0.6;

const remembered = new WeakMap<IntentText, Map<string, number>>();

/** How far the intent speaks of a word, 0..1: the word itself, written together or apart, its beginning, its meaning. */
export function spokenOf(intent: IntentText, word: string, root: string): number {
  const cache = remembered.get(intent) ?? new Map<string, number>();
  remembered.set(intent, cache);
  const known = cache.get(word);
  if (known !== undefined) return known;
  const result = compare(intent, word, root);
  if (cache.size < 3_000) cache.set(word, result);
  return result;
}

/** Sameness of words alone, for values: meaning does not make one name another. */
export function written(intent: IntentText, word: string, root: string): boolean {
  if (intent.indexOf.has(root)) return true;
  const number = numberIn(word);
  if (number !== null) return intent.numbers.has(number);
  return word.length >= 4 && intent.run.includes(word);
}

function compare(intent: IntentText, word: string, root: string): number {
  if (intent.indexOf.has(root)) return 1;
  const number = numberIn(word);
  if (number !== null && intent.numbers.has(number)) return 1;
  if (word.length >= 5 && intent.run.includes(word)) return JOINED;
  for (const concept of CONCEPTS_OF.get(root) ?? []) if (intent.concepts.has(concept)) return CONCEPT;
  if (word.length >= 6 && intent.run.includes(word.slice(0, Math.max(5, Math.ceil(word.length * 0.65))))) return PREFIX;
  return 0;
}
