/** The parse tree as plain values; imports nothing. Names of nodes start with a capital, names of fields do not. */

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of a node of this kind, or null when it is one of another kind. */
export function nodeOf(value: unknown, kind: string): Fields | null {
  if (!isFields(value)) return null;
  const fields = value[kind];
  return isFields(fields) ? fields : null;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** `[{ String: { sval: 'a' } }]` → `['a']`; anything that is no name becomes an empty part, which names nothing. */
export function pathOf(names: unknown): string[] {
  return listOf(names).map(nameOf);
}

/** The text of a `String` node; empty for any other. */
export function nameOf(node: unknown): string {
  return textOf(nodeOf(node, 'String')?.sval) ?? '';
}

/**
 * True when two trees have the same meaning, regardless of their place in the text; `number` gives the number in `a` of
 * a parameter of `b`.
 */
export function sameTree(a: unknown, b: unknown, number: (parameter: number) => number): boolean {
  return JSON.stringify(bare(a, (same) => same)) === JSON.stringify(bare(b, number));
}

function bare(tree: unknown, number: (parameter: number) => number): unknown {
  if (Array.isArray(tree)) return tree.map((item) => bare(item, number));
  if (!isFields(tree)) return tree;
  const reference = nodeOf(tree, 'ParamRef');
  if (reference !== null) return { ParamRef: number(Number(reference.number ?? 0)) };
  return Object.fromEntries(
    Object.entries(tree)
      .filter(([name]) => name !== 'location')
      .map(([name, value]) => [name, bare(value, number)]),
  );
}
