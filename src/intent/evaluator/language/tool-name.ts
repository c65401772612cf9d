import { stem } from 'porter2';
import { GENERIC_NAME_PARTS, HARMFUL, PLAIN_READS, VERB_CLASSES, type VerbClass } from './lexicon.js';
import { readWord, type Word } from './vocabulary.js';
import { hash, nameWords, plain } from './words.js';

export interface ToolName {
  readonly hash: number;
  readonly family: string;
  readonly familyWords: readonly Word[];
  /** The words of the name beyond the vocabulary of any API: lower case, and stemmed. */
  readonly words: readonly { readonly word: Word; readonly root: string; readonly weight: number }[];
  readonly verb: VerbClass | null;
  /** Its verb is one that tools which change something do not have. */
  readonly plainRead: boolean;
  readonly harmful: readonly Word[];
}

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'EXECUTE' | 'READ';

const VERB_WEIGHT = 0.5;
const read = new Map<string, ToolName>();

/** The stored name: without invisible characters, at most 64 characters. */
const shortName = (apiName: string) => plain(apiName, LONGEST_NAME);

const LONGEST_NAME = 64;

const isVerb = (word: string) => VERB_CLASSES.has(stem(word));
const classOf = (word = ''): VerbClass => VERB_CLASSES.get(stem(word))?.[0] ?? 'EXECUTE';

/** `create` says less than its object: `refunds.create` pays, `messages.create` sends. */
const MAKES: ReadonlySet<string> = new Set(['CREATE', 'EXECUTE']);

/** `find_and_modify` does more than find, `check_in` more than check. */
function isPlainRead(parts: readonly string[], place: number): boolean {
  const [act = '', next = ''] = parts.slice(place);
  return PLAIN_READS.has(stem(act)) && !['in', 'out'].includes(next) && !parts.includes('and') && !parts.includes('or');
}

/**
 * `<connector>.<resource>.<verb>` or any other name, split into its parts. The results are cached; the function is
 * still pure.
 */
export function readToolName(apiName: string): ToolName {
  const known = read.get(apiName);
  if (known !== undefined) return known;
  const name = shortName(apiName);
  const dot = name.indexOf('.');
  const family = dot > 0 ? name.slice(0, dot) : '';
  const segments = (dot > 0 ? name.slice(dot + 1) : name).split('.').map(nameWords);
  const parts = segments.flat().slice(0, 16);
  const last = parts.length - (segments.at(-1)?.length ?? 0);
  const final = parts.findIndex((part, at) => at >= last && isVerb(part));
  const first = parts.findIndex(isVerb);
  const place = final < 0 || (MAKES.has(classOf(parts[final])) && classOf(parts[first]) !== 'READ') ? first : final;
  const act = parts[place];
  const words: { word: Word; root: string; weight: number }[] = [];
  parts.forEach((part, at) => {
    const root = stem(part);
    if (!GENERIC_NAME_PARTS.has(root))
      words.push({ word: readWord(part), root, weight: at === place ? VERB_WEIGHT : 1 });
  });
  const tool: ToolName = {
    hash: hash(name),
    family: family.toLowerCase(),
    familyWords: nameWords(family).map(readWord),
    words,
    verb: act === undefined ? null : classOf(act),
    plainRead: act !== undefined && isPlainRead(parts, place),
    harmful: parts.filter((word) => HARMFUL.has(stem(word))).map(readWord),
  };
  if (read.size < 2_000 && apiName.length <= LONGEST_NAME) read.set(apiName, tool);
  return tool;
}

/**
 * The class of a call: its name decides, unless only the logged operation has a meaning. EXECUTE and CREATE mean least,
 * because agents log any call with them: `list_orders` still reads.
 */
export function verbOf(tool: ToolName, operation: Operation): VerbClass {
  if (tool.verb === null) return operation;
  if (tool.verb !== 'READ' || operation === 'READ') return tool.verb;
  return tool.plainRead && MAKES.has(operation) ? 'READ' : operation;
}

/** True when neither the tool's name nor the logged operation says whether it reads or writes. */
export const isUnsaid = (tool: ToolName, operation: Operation): boolean => tool.verb === null && MAKES.has(operation);
