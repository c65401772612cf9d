import { isObject } from '../../platform/json.js';
import type { Before } from './summary.js';

/** The members of the one resource that a snapshot holds; null when it holds several, or none. */
export function beforeIn(snapshot: unknown): Before {
  if (!isObject(snapshot)) return null;
  const { rows } = snapshot;
  if (!Array.isArray(rows)) return snapshot;
  const [row] = rows as unknown[];
  return rows.length === 1 && isObject(row) ? Object.fromEntries(Object.entries(row).map(unquoted)) : null;
}

/** A capture of a database holds every value as a text. */
function unquoted([column, value]: [string, unknown]): [string, unknown] {
  return [column, typeof value === 'string' && String(Number(value)) === value ? Number(value) : value];
}
