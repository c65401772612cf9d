const MAX_LENGTH = 255;
const SEGMENT = /^[A-Za-z0-9_-]+$/;

/** The segments of a valid pattern. `*` stands for one segment; as the last one, for one or more. */
export type Pattern = readonly string[];

/** The message explains to the author the fault in the pattern. */
export class InvalidPatternError extends Error {
  override readonly name = 'InvalidPatternError';
}

/**
 * Reads an `apiNamePattern` such as `stripe.charges.create`, `stripe.*.create`, `stripe.*` or `*`.
 *
 * @throws InvalidPatternError
 */
export function parsePattern(text: string): Pattern {
  if (text === '') throw new InvalidPatternError('The pattern is empty; use "*" to match every call.');
  if (text.length > MAX_LENGTH) throw new InvalidPatternError(`The pattern is longer than ${MAX_LENGTH} characters.`);
  const segments = text.split('.');
  segments.forEach(checkSegment);
  return segments;
}

function checkSegment(segment: string, index: number): void {
  if (segment === '*' || SEGMENT.test(segment)) return;
  const which = `Segment ${index + 1} of the pattern`;
  if (segment === '') throw new InvalidPatternError(`${which} is empty.`);
  if (segment.includes('*')) {
    throw new InvalidPatternError(`${which} mixes "*" with other characters; "*" stands for a whole segment.`);
  }
  throw new InvalidPatternError(`${which} may only contain letters, digits, "_" and "-".`);
}

interface TrieNode<T> {
  readonly literals: Map<string, TrieNode<T>>;
  wildcard: TrieNode<T> | null;
  /** Items whose pattern ends with this very segment. */
  readonly ending: T[];
  /** Items whose pattern continues from here with a trailing `*`. */
  readonly openEnded: T[];
}

/** Items filed under patterns. The cost of a search depends on the segments of the name, not on the number of items. */
export class PatternTrie<T> {
  private readonly root: TrieNode<T> = emptyNode();

  add(pattern: Pattern, item: T): void {
    let node = this.root;
    pattern.forEach((segment, index) => {
      const isLast = index === pattern.length - 1;
      if (segment !== '*') node = literalChild(node, segment);
      else if (!isLast) node = node.wildcard ??= emptyNode();
      if (isLast) (segment === '*' ? node.openEnded : node.ending).push(item);
    });
  }

  /** The items whose pattern matches, in no particular order. */
  find(apiName: string): T[] {
    const found: T[] = [];
    collect(this.root, apiName, 0, found);
    return found;
  }
}

function emptyNode<T>(): TrieNode<T> {
  return { literals: new Map(), wildcard: null, ending: [], openEnded: [] };
}

function literalChild<T>(node: TrieNode<T>, segment: string): TrieNode<T> {
  let child = node.literals.get(segment);
  if (child === undefined) {
    child = emptyNode();
    node.literals.set(segment, child);
  }
  return child;
}

/** Collects the items that match from `start`, where there is always one more segment, possibly an empty one. */
function collect<T>(node: TrieNode<T>, apiName: string, start: number, found: T[]): void {
  for (const item of node.openEnded) found.push(item);
  const end = apiName.indexOf('.', start);
  const literal = node.literals.get(end === -1 ? apiName.slice(start) : apiName.slice(start, end));
  if (literal !== undefined) enter(literal, apiName, end, found);
  if (node.wildcard !== null) enter(node.wildcard, apiName, end, found);
}

function enter<T>(node: TrieNode<T>, apiName: string, end: number, found: T[]): void {
  if (end !== -1) collect(node, apiName, end + 1, found);
  else for (const item of node.ending) found.push(item);
}
