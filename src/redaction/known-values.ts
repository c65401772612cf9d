/**
 * Finds all of many texts in another one, as Aho and Corasick do: in one pass, so that no text makes the search slow.
 */

/** A value that a rule replaced. */
export interface KnownValue {
  readonly rule: string;
  readonly value: string;
}

export interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly rule: string;
}

interface Node {
  readonly next: Map<number, Node>;
  /** The node of the longest end of this one's text that begins a value too. */
  fallback: Node | null;
  /** The longest value that ends here. */
  ending: KnownValue | null;
}

const newNode = (): Node => ({ next: new Map(), fallback: null, ending: null });

/** Values that are prepared for the search in many texts. */
export interface KnownValues {
  readonly all: readonly KnownValue[];
  /** The rule that replaced this very value; null where none did. */
  ruleOf(value: string): string | null;
  /** The places of values in a text; they may overlap. */
  find(text: string): Occurrence[];
}

export const NO_VALUES: KnownValues = { all: [], ruleOf: () => null, find: () => [] };

export function compileKnownValues(all: readonly KnownValue[]): KnownValues {
  if (all.length === 0) return NO_VALUES;
  const rules = new Map(all.map(({ value, rule }) => [value, rule]));
  return { all, ruleOf: (value) => rules.get(value) ?? null, find: compileSearch(all) };
}

function compileSearch(values: readonly KnownValue[]): KnownValues['find'] {
  const root = newNode();
  for (const known of values) {
    let node = root;
    for (let index = 0; index < known.value.length; index += 1) node = child(node, known.value.charCodeAt(index));
    node.ending ??= known;
  }
  linkFallbacks(root);
  return (text) => {
    const found: Occurrence[] = [];
    let node = root;
    for (let index = 0; index < text.length; index += 1) {
      node = step(root, node, text.charCodeAt(index));
      if (node.ending !== null)
        found.push({ start: index + 1 - node.ending.value.length, end: index + 1, rule: node.ending.rule });
    }
    return found;
  };
}

function child(node: Node, code: number): Node {
  const known = node.next.get(code);
  if (known) return known;
  const made = newNode();
  node.next.set(code, made);
  return made;
}

/** Shorter texts first, so that the fallback of each node is linked before. */
function linkFallbacks(root: Node): void {
  const queue = [...root.next.values()];
  for (let at = 0; at < queue.length; at += 1) {
    const node = queue[at] as Node;
    for (const [code, next] of node.next) {
      next.fallback = step(root, node.fallback ?? root, code);
      next.ending ??= next.fallback.ending;
      queue.push(next);
    }
  }
}

function step(root: Node, from: Node, code: number): Node {
  for (let node: Node | null = from; node !== null; node = node === root ? null : (node.fallback ?? root)) {
    const next = node.next.get(code);
    if (next) return next;
  }
  return root;
}
