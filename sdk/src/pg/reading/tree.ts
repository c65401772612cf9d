/** The parse tree as plain values; imports nothing. Names of nodes start with a capital, names of fields do not. */

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** `[{ String: { sval: 'a' } }]` → `['a']`; what is no name becomes an empty part, which names nothing. */
export function pathOf(names: unknown): string[] {
  return listOf(names).map(nameOf);
}

/** Of a `String` node; empty for any other. */
export function nameOf(node: unknown): string {
  const text = isFields(node) ? node.String : undefined;
  return isFields(text) ? (textOf(text.sval) ?? '') : '';
}
