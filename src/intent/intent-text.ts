import { CONCEPTS_OF, EVOKING_NOUNS, STOP_WORDS, VERB_CLASSES, type VerbClass } from './lexicon.js';
import { canonicalNumber, compact, plain, stem, wordsOf } from './words.js';

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
  /** Forms of the identifiers named: `#W1234` and `#W9876` have one. */
  readonly shapes: ReadonlySet<string>;
  /** Indexes of `content` that name something: identifiers, numbers, names written with a capital. */
  readonly entities: readonly number[];
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
  for (const word of wordsOf(text)) {
    const at = text.indexOf(word, from);
    if (/[.!?:\n]/.test(text.slice(from, at))) sentenceStart = true;
    from = at + word.length;
    const lower = word.toLowerCase();
    const number = numberIn(lower);
    if (number !== null) numbers.add(number);
    const root = stem(lower);
    for (const verb of VERB_CLASSES.get(root) ?? []) verbs.add(verb);
    const noun = EVOKING_NOUNS.get(root);
    if (noun !== undefined) verbs.add(noun);
    if (!STOP_WORDS.has(lower)) {
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
    shapes,
    entities: [...entities],
  };
}

const MONTHS = list('jan feb mar apr may jun jul aug sep oct nov dec');
const NUMBER_WORDS = list(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
);
const ORDINALS = list('zeroth first second third fourth fifth sixth seventh eighth ninth tenth');

/** The number a word stands for: `12`, `twelve`, `12th`, `december`, `5pm`. */
export function numberIn(word: string): string | null {
  const first = word.charCodeAt(0);
  if (first >= 48 && first <= 57) {
    return canonicalNumber(word) ?? canonicalNumber(/^\d+(?=[a-z]{1,6}$)/.exec(word)?.[0] ?? '');
  }
  if (word.length < 3 || word.length > 9) return null;
  const cardinal = NUMBER_WORDS.indexOf(word);
  if (cardinal >= 0) return String(cardinal);
  const ordinal = ORDINALS.indexOf(word);
  if (ordinal >= 0) return String(ordinal);
  const month = MONTHS.indexOf(word.slice(0, 3));
  return month >= 0 && FULL_MONTH.test(word) ? String(month + 1) : null;
}

const FULL_MONTH =
  /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)$/;

/** The form of an identifier (digits and letters mixed, or many digits), null for ordinary words and short numbers. */
export function shapeOf(token: string): string | null {
  if (token.length < 4 || token.length > 80 || !/\d/.test(token)) return null;
  if (/^[\d.,/:-]+$/.test(token) && !/^\d{5,}$/.test(token)) return null;
  const form = token
    .replaceAll(/\d+/g, '9')
    .replaceAll(/[a-z]+/g, 'a')
    .replaceAll(/[A-Z]+/g, 'A');
  return form.length > 12 ? null : form;
}

function list(text: string): string[] {
  return text.split(' ');
}
