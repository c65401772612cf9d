import { CONCEPTS_OF, EVOKING_NOUNS, VERB_CLASSES, type VerbClass } from './lexicon.js';
import { read } from './reading.js';
import { shapesIn } from './shape.js';
import { compact, plain } from './words.js';

/** The stated intent, read once. Derived from its text alone. */
export interface IntentText {
  /** Stems of significant words, in order of first occurrence; the call's coverage is counted over these. */
  readonly content: readonly string[];
  readonly indexOf: ReadonlyMap<string, number>;
  readonly concepts: ReadonlySet<number>;
  readonly verbs: ReadonlySet<VerbClass>;
  readonly numbers: ReadonlySet<string>;
  /** Letters and digits only, to find words that are written together or apart. */
  readonly run: string;
  readonly lower: string;
  /** The shapes of the identifiers that it names (shape.ts). */
  readonly shapes: ReadonlySet<string>;
  /** True when it delegates the task to a text: "do what the message asks". */
  readonly delegates: boolean;
  /** Answers that were computed before, by word in lower case (match.ts). */
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
  for (const { root, number, stop } of read(text).words) {
    if (number !== null) numbers.add(number);
    for (const verb of VERB_CLASSES.get(root) ?? []) verbs.add(verb);
    const noun = EVOKING_NOUNS.get(root);
    if (noun !== undefined) verbs.add(noun);
    if (!stop) {
      for (const concept of CONCEPTS_OF.get(root) ?? []) concepts.add(concept);
      if (indexOf.size < MOST_CONTENT && !indexOf.has(root)) indexOf.set(root, indexOf.size);
    }
  }
  return {
    content: [...indexOf.keys()],
    indexOf,
    concepts,
    verbs,
    numbers,
    run: compact(text),
    lower: text.toLowerCase(),
    shapes: shapesIn(text),
    delegates: DELEGATES.test(text),
    answers: { spoken: new Map(), written: new Map() },
  };
}

/** Matches a task that stands elsewhere: an agent that does what it reads there does what it was told. */
const DELEGATES =
  /\b(?:follow|do|perform|complete|execute|carry out|act on|handle|process|apply)\b(?! the following)[^.!?\n]{0,60}\b(?:instructions?|steps|tasks?|to-?dos?|says?|asks?|requests?|requested|listed|described|wants?|needs?)\b/i;
