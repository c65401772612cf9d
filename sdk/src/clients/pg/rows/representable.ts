import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../../../json.js';

/** Below the limits of the service, with room for what surrounds a payload. */
const LARGEST_BYTES = 200 * 1024;
const MOST_KEYS = 9_000;
const DEEPEST = 28;
const SHOWN_CHARACTERS = 4_000;

/** True if the service accepts it as it is. */
export function isRepresentable(value: Json): boolean {
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > LARGEST_BYTES || /\\ud[89a-f]/.test(text) || text.includes('\\u0000')) return false;
  let keys = 0;
  const fits = (part: Json, depth: number): boolean => {
    if (typeof part !== 'object' || part === null) return true;
    const members = Object.values(part);
    keys += Array.isArray(part) ? 0 : members.length;
    return depth <= DEEPEST && keys <= MOST_KEYS && members.every((member) => fits(member as Json, depth + 1));
  };
  return fits(value, 1);
}

/**
 * Returns the summary of a statement that is too large to report: its beginning, its size, and the hash of the whole.
 */
export function summaryOf(payload: JsonObject): JsonObject {
  const text = JSON.stringify(payload);
  const { sql } = payload;
  const shown = typeof sql === 'string' ? Buffer.from(sql.slice(0, SHOWN_CHARACTERS)).toString() : '';
  const digest = { sha256: createHash('sha256').update(text).digest('hex'), bytes: Buffer.byteLength(text) };
  return { sql: shown.replaceAll('\0', ''), unrepresentable: true, ...digest };
}
