import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../connectors/connector.js';

const MOST_BYTES = 256 * 1024;
/** The list of an answer lies no deeper: `{ data: { items: […] } }`. */
const DEPTH = 3;

/**
 * The stored form of an answer: for one that is too large, or that JSON cannot hold, its size and its hash; for a read, its
 * first rows.
 */
export function bounded(response: Json, isRead = false): Json {
  const text = JSON.stringify(response);
  const bytes = Buffer.byteLength(text);
  // PostgreSQL stores neither a NUL nor half a surrogate.
  if (bytes <= MOST_BYTES && !/\\u(0000|d[89a-f])/i.test(text)) return response;
  const first = isRead && bytes > MOST_BYTES ? firstRows(response, bytes) : null;
  if (first !== null) return bounded(first);
  return { unrepresentable: true, sha256: createHash('sha256').update(text).digest('hex'), bytes };
}

/** Cuts the largest list of an answer to the members that fit. Null when no list makes the answer too large. */
function firstRows(response: Json, bytes: number): JsonObject | null {
  const answer = Array.isArray(response) ? { items: response } : response;
  const list = largestList(answer, DEPTH);
  if (list === null || typeof answer !== 'object' || answer === null || Array.isArray(answer)) return null;
  const count = fittingIn(list, MOST_BYTES - (bytes - sizeOf(list)) - 64);
  if (count === 0) return null;
  return { ...(replaced(answer, list, list.slice(0, count)) as JsonObject), truncated: true };
}

/** The number of first members that take up at most so many bytes. */
function fittingIn(list: readonly Json[], bytes: number): number {
  let room = bytes;
  for (const [index, one] of list.entries()) {
    room -= sizeOf(one) + 1;
    if (room < 0) return index;
  }
  return list.length;
}

function largestList(value: Json, depth: number): readonly Json[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null || depth === 0) return null;
  const lists = Object.values(value).flatMap((one) =>
    [largestList(one, depth - 1) ?? []].filter((all) => all.length > 0),
  );
  return lists.toSorted((one, other) => sizeOf(other) - sizeOf(one))[0] ?? null;
}

function replaced(value: Json, list: readonly Json[], by: Json[]): Json {
  if (value === list) return by;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, list, by)]));
}

const sizeOf = (value: Json | readonly Json[]) => Buffer.byteLength(JSON.stringify(value));
