/** Writes one text for all texts of JSON with the same meaning; pure. */
import { canonicalNumber } from '../../decimal.js';

/** A text of JSON, or a number outside of texts. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Equal for equal values, to the last digit, whatever their spaces, the order of members and idle zeros. */
export function canonicalJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  const tagged = text.replaceAll(TOKEN, (token) =>
    token.startsWith('"') ? `"s${token.slice(1)}` : `"n${canonicalNumber(token)}"`,
  );
  return JSON.stringify(JSON.parse(tagged), inOrder);
}

/** The numbers of an array of PostgreSQL, each without idle zeros. */
export function canonicalNumbers(text: string): string {
  return text.replaceAll(TOKEN, canonicalNumber);
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
