import { isObject } from '../../platform/json.js';
import { toSearchName } from '../../platform/search-name.js';
import type { JsonObject } from '../connector.js';
import { readTemplate } from './summary.js';
import { valueAt } from './template.js';
import { identifyingValues } from './unknown-call.js';

/** The names that are kept of one call, at most. */
const MOST_NAMES = 20;
const LOOKED_AT = 10_000;

/** A table after the words of SQL that a table follows. */
const TABLE_IN_SQL =
  /\b(?:from|join|into|update|table|truncate)\s+(?:only\s+)?((?:[\w$]+|"[^"]+"|`[^`]+`)(?:\.(?:[\w$]+|"[^"]+"|`[^`]+`))?)/gi;

/**
 * The names by which people look for what a call acts on, in lower case: what its summary names by `id`, the tables of a SQL text,
 * and a table also without its schema. They serve a search alone; no permission rests on them.
 */
export function targetsOf(template: string | null, payload: JsonObject): readonly string[] {
  const values = template === null ? identifyingValues(payload) : namedBy(template, payload);
  const sql = typeof payload.sql === 'string' ? tablesIn(payload.sql) : [];
  const table = typeof payload.table === 'string' ? [unquoted(payload.table)] : [];
  const names = [...table, ...sql].flatMap((name) => [name, name.slice(name.lastIndexOf('.') + 1)]);
  const all = [...names, ...values.flatMap(textsIn).filter((text) => text !== payload.sql)];
  return [...new Set(all.map(toSearchName).filter((name) => name !== ''))].slice(0, MOST_NAMES);
}

const namedBy = (template: string, payload: JsonObject): unknown[] =>
  readTemplate(template).placeholders.flatMap(({ paths, format }) =>
    format === 'id' ? paths.map((path) => valueAt(payload, path)) : [],
  );

function tablesIn(sql: string): string[] {
  return [...sql.slice(0, LOOKED_AT).matchAll(TABLE_IN_SQL)].map(([, name = '']) => unquoted(name));
}

const unquoted = (name: string) => name.replaceAll(/["`]/g, '');

/** Texts and numbers, also those that a list or a record holds: the key of a row, the channels of a post. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length > LOOKED_AT ? [] : [value];
  if (typeof value === 'number' || typeof value === 'bigint') return [String(value)];
  if (Array.isArray(value)) return value.slice(0, MOST_NAMES).flatMap(textsIn);
  return isObject(value) ? Object.values(value).slice(0, MOST_NAMES).flatMap(textsIn) : [];
}
