import type { Json } from '../../json.js';
import { canonicalJson } from '../../wire/canonical-json.js';

/** Equal but for the order of lists: of observations, relations, entries of a directory, which mean nothing by it. */
export function sameState(a: Json, b: Json): boolean {
  return canonicalJson(unordered(a)) === canonicalJson(unordered(b));
}

function unordered(value: Json): Json {
  if (Array.isArray(value)) {
    return value
      .map(unordered)
      .map((item) => [canonicalJson(item), item] as const)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([, item]) => item);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, unordered(member)]));
}
