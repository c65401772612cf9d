import { GENERIC_NAME_PARTS, HARMFUL, PLAIN_READS, VERB_CLASSES, type VerbClass } from './lexicon.js';
import { readWord, type Word } from './vocabulary.js';
import { nameWords, plain, stem } from './words.js';

export interface ToolName {
  readonly family: string;
  readonly familyWords: readonly Word[];
  /** What the name says beyond the vocabulary of any API: lower case, and stemmed. */
  readonly words: readonly { readonly word: Word; readonly root: string; readonly weight: number }[];
  readonly verb: VerbClass | null;
  /** It begins with a verb that nobody gives to a tool that changes something. */
  readonly plainRead: boolean;
  readonly harmful: readonly Word[];
}

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'EXECUTE' | 'READ';

const VERB_WEIGHT = 0.5;
const read = new Map<string, ToolName>();

/** The name as it is kept: without what is not seen, at most 64 characters. */
export const shortName = (apiName: string) => plain(apiName, LONGEST_NAME);

const LONGEST_NAME = 64;

/** `<connector>.<resource>.<verb>` or any other name, taken apart. Remembers what it took apart; pure all the same. */
export function readToolName(apiName: string): ToolName {
  const known = read.get(apiName);
  if (known !== undefined) return known;
  const name = shortName(apiName);
  const dot = name.indexOf('.');
  const family = dot > 0 ? name.slice(0, dot) : '';
  const parts = nameWords(dot > 0 ? name.slice(dot + 1) : name).slice(0, 16);
  const words: { word: Word; root: string; weight: number }[] = [];
  let verb: VerbClass | null = null;
  let plainRead = false;
  for (const word of parts) {
    const root = stem(word);
    const classes = VERB_CLASSES.get(root);
    const isVerb = verb === null && classes !== undefined;
    if (isVerb) {
      verb = classes[0] ?? null;
      plainRead = PLAIN_READS.has(root);
    }
    if (!GENERIC_NAME_PARTS.has(root)) words.push({ word: readWord(word), root, weight: isVerb ? VERB_WEIGHT : 1 });
  }
  const tool: ToolName = {
    family: family.toLowerCase(),
    familyWords: nameWords(family).map(readWord),
    words,
    verb,
    plainRead,
    harmful: parts.filter((word) => HARMFUL.has(stem(word))).map(readWord),
  };
  if (read.size < 2_000 && apiName.length <= LONGEST_NAME) read.set(apiName, tool);
  return tool;
}

/**
 * The class of a call: what its name says, unless only the logged operation says anything. EXECUTE says least: it is no
 * more than that a tool was called, and `list_orders` reads all the same.
 */
export function verbOf(tool: ToolName, operation: Operation): VerbClass {
  if (tool.verb === null) return operation;
  if (tool.verb !== 'READ' || operation === 'READ') return tool.verb;
  return operation === 'EXECUTE' && tool.plainRead ? 'READ' : operation;
}
