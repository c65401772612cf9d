import type { Node } from 'libpg-query';
import type { Json } from '../../../json.js';
import { toJsonValue } from './json-value.js';

/**
 * The tree with literals in place of its parameters, or null when one is missing. A parameter becomes an untyped string:
 * the server finds its type in the same way as for a parameter.
 */
export function inlineParameters(tree: Node, values: readonly unknown[]): Node | null {
  let missing = false;
  const visit = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(visit);
    if ('ParamRef' in part) {
      const index = ((part.ParamRef as { number?: number }).number ?? 0) - 1;
      const literal = index >= 0 && index < values.length ? literalOf(toJsonValue(values[index])) : null;
      if (!literal) missing = true;
      return literal ?? part;
    }
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, visit(value)]));
  };
  const inlined = visit(tree) as Node;
  return missing ? null : inlined;
}

function literalOf(value: Json): Node | null {
  if (value === null) return { A_Const: { isnull: true } };
  if (Array.isArray(value)) return null;
  return { A_Const: { sval: { sval: typeof value === 'object' ? JSON.stringify(value) : String(value) } } };
}
