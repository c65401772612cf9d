import type { IntentText } from './intent-text.js';
import { CONCEPTS_OF } from './lexicon.js';
import type { Word } from './vocabulary.js';

const CONCEPT = 0.7;
const JOINED = 0.9;
const PREFIX = 0.6;

const MOST = 3_000;

/**
 * Scores how closely the intent mentions a word, 0..1: the word itself, written together or apart, its beginning, its
 * meaning.
 */
export function spokenOf(intent: IntentText, word: Word): number {
  const { spoken } = intent.answers;
  const known = spoken.get(word.lower);
  if (known !== undefined) return known;
  const result = compare(intent, word);
  if (spoken.size < MOST) spoken.set(word.lower, result);
  return result;
}

/** Sameness of words alone, for values: meaning does not make one name another. */
export function written(intent: IntentText, word: Word): boolean {
  if (intent.indexOf.has(word.root)) return true;
  if (word.number !== null) return intent.numbers.has(word.number);
  if (word.lower.length < 4) return false;
  const answers = intent.answers.written;
  const known = answers.get(word.lower);
  if (known !== undefined) return known;
  const result = intent.run.includes(word.lower);
  if (answers.size < MOST) answers.set(word.lower, result);
  return result;
}

function compare(intent: IntentText, { lower, root, number }: Word): number {
  if (intent.indexOf.has(root)) return 1;
  if (number !== null && intent.numbers.has(number)) return 1;
  if (lower.length >= 5 && intent.run.includes(lower)) return JOINED;
  for (const concept of CONCEPTS_OF.get(root) ?? []) if (intent.concepts.has(concept)) return CONCEPT;
  if (lower.length >= 6 && intent.run.includes(lower.slice(0, Math.max(5, Math.ceil(lower.length * 0.65)))))
    return PREFIX;
  return 0;
}
