import { CONCEPTS_OF, EVOKING_NOUNS, VERB_CLASSES, type VerbClass } from './lexicon.js';
import { read } from './reading.js';
import { compact, plain } from './words.js';

/** The stated intent, read once. Derived from its text alone. */
export interface IntentText {
  /** Stems of words that say something, in order of first occurrence; what a call serves is counted over these. */
  readonly content: readonly string[];
  readonly indexOf: ReadonlyMap<string, number>;
  readonly concepts: ReadonlySet<number>;
  readonly verbs: ReadonlySet<VerbClass>;
  readonly numbers: ReadonlySet<string>;
  /** Letters and digits only, to find what is written together or apart. */
  readonly run: string;
  readonly lower: string;
  /** It asks for something to be done to all of a kind. */
  readonly quantified: boolean;
  /** Forms of the identifiers named: `#W1234` and `#W9876` have one. */
  readonly shapes: ReadonlySet<string>;
  /** Indexes of `content` that name something: identifiers, numbers, names written with a capital. */
  readonly entities: readonly number[];
  /** By word in lower case, what was asked of it before (match.ts). */
  readonly answers: { readonly spoken: Map<string, number>; readonly written: Map<string, boolean> };
}

export const LONGEST_INTENT = 4_000;
const MOST_CONTENT = 400;

export function readIntent(intent: string): IntentText {
  const text = plain(intent, LONGEST_INTENT);
  const indexOf = new Map<string, number>();
  const concepts = new Set<number>();
  const verbs = new Set<VerbClass>();
  const numbers = new Set<string>();
  const shapes = new Set<string>();
  const entities = new Set<number>();
  let sentenceStart = true;
  let from = 0;
  for (const { written: word, lower, root, number, stop } of read(text).words) {
    const at = text.indexOf(word, from);
    if (/[.!?:\n]/.test(text.slice(from, at))) sentenceStart = true;
    from = at + word.length;
    if (number !== null) numbers.add(number);
    for (const verb of VERB_CLASSES.get(root) ?? []) verbs.add(verb);
    const noun = EVOKING_NOUNS.get(root);
    if (noun !== undefined) verbs.add(noun);
    if (!stop) {
      for (const concept of CONCEPTS_OF.get(root) ?? []) concepts.add(concept);
      let index = indexOf.get(root);
      if (index === undefined && indexOf.size < MOST_CONTENT) {
        index = indexOf.size;
        indexOf.set(root, index);
      }
      const named = /\d/.test(word) || (!sentenceStart && word !== lower);
      if (named && index !== undefined && word.length > 1) entities.add(index);
    }
    sentenceStart = false;
  }
  for (const token of text.split(/[\s,;:'"()[\]{}!?]+/)) {
    const form = shapeOf(token.replace(/\.+$/, ''));
    if (form !== null) shapes.add(form);
  }
  return {
    content: [...indexOf.keys()],
    indexOf,
    concepts,
    verbs,
    numbers,
    run: compact(text),
    lower: text.toLowerCase(),
    quantified: QUANTIFIED.test(text),
    shapes,
    entities: [...entities],
    answers: { spoken: new Map(), written: new Map() },
  };
}

/** The form of an identifier (digits and letters mixed, or many digits), null for ordinary words and short numbers. */
export function shapeOf(token: string): string | null {
  if (token.length < 4 || token.length > 80 || !DIGIT.test(token)) return null;
  if (DIGITS_AND_MARKS.test(token) && !LONG_NUMBER.test(token)) return null;
  const form = token.replaceAll(DIGITS, '9').replaceAll(LOWER, 'a').replaceAll(UPPER, 'A');
  return form.length > 12 ? null : form;
}

const DIGIT = /\d/;
const DIGITS_AND_MARKS = /^[\d.,/:-]+$/;
const LONG_NUMBER = /^\d{5,}$/;
const DIGITS = /\d+/g;
const LOWER = /[a-z]+/g;
const UPPER = /[A-Z]+/g;

const QUANTIFIED = /\b(?:all|each|every|everyone|everybody)\b/i;
