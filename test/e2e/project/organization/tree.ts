/** A node of what `libpg-query` answers, which is `{ Kind: { … } }` or a member without its kind. */
export type Tree = Readonly<Record<string, unknown>>;

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const inside = (value: unknown, ...path: string[]): unknown =>
  path.reduce((found, key) => (isTree(found) ? found[key] : undefined), value);

export const stringOf = (node: unknown): string => String(inside(node, 'String', 'sval') ?? '');

/** The names of a column reference: `['a', 'id']`; a star is `*`. */
export const fieldsOf = (node: unknown): string[] =>
  list(inside(node, 'ColumnRef', 'fields')).map((field) => (inside(field, 'A_Star') ? '*' : stringOf(field)));

/** Every node of one kind, those in sub-queries included. */
export function everyNode(node: unknown, kind: string): Tree[] {
  if (Array.isArray(node)) return node.flatMap((one) => everyNode(one, kind));
  if (!isTree(node)) return [];
  const own = node[kind];
  return [...(isTree(own) ? [own] : []), ...Object.values(node).flatMap((one) => everyNode(one, kind))];
}
