import { createHash } from 'node:crypto';
import type { Json } from '../connectors/connector.js';

const MOST_BYTES = 256 * 1024;

/** The stored form of an answer: for one that is too large, or that JSON cannot hold, its size and its hash. */
export function bounded(response: Json): Json {
  const text = JSON.stringify(response);
  const bytes = Buffer.byteLength(text);
  // PostgreSQL stores neither a NUL nor half a surrogate.
  if (bytes <= MOST_BYTES && !/\\u(0000|d[89a-f])/i.test(text)) return response;
  return { unrepresentable: true, sha256: createHash('sha256').update(text).digest('hex'), bytes };
}
