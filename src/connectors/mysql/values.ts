import { isObject } from '../../platform/json.js';
import type { Json } from '../connector.js';
import { type Column, sizeOf } from './sql.js';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?(Z?)$/;

/**
 * Converts a value of a payload to the text that its column gets; undefined when the column cannot hold such a value,
 * or its stored form is unknown. Null is SQL NULL. Bytes are `{ "$base64": "…" }`, or text in UTF-8.
 */
export function toText(value: Json, column: Pick<Column, 'kind' | 'type'>): string | null | undefined {
  if (value === null) return null;
  if (column.kind === 'bytes') return base64Of(value, column.type);
  if (typeof value === 'object') {
    return column.kind === 'json' || column.kind === 'text' ? JSON.stringify(value) : undefined;
  }
  if (column.kind === 'json') return typeof value === 'string' ? value : undefined;
  const text = typeof value === 'boolean' ? String(Number(value)) : String(value);
  switch (column.kind) {
    case 'integer':
    case 'decimal':
    case 'float':
    case 'double':
    case 'bit':
      return NUMBER.test(text) ? text : undefined;
    case 'date':
    case 'datetime':
    case 'timestamp':
      return MOMENT.test(text) ? text : undefined;
    case 'time':
      return /^-?\d{1,3}:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? text : undefined;
    case 'year':
      return /^\d{4}$/.test(text) ? text : undefined;
    default:
      return text;
  }
}

/** BINARY(n) is filled up with zeros. */
function base64Of(value: Json, type: string): string | undefined {
  const text = isObject(value) ? value.$base64 : undefined;
  if (typeof value === 'object' && typeof text !== 'string') return undefined;
  const bytes = typeof text === 'string' ? Buffer.from(text, 'base64') : Buffer.from(String(value));
  const width = /^binary\((\d+)\)/.exec(type)?.[1];
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, Number(width ?? 0) - bytes.length))]).toString('base64');
}

/**
 * The database's conversion of a text for a column of this kind, as SQL over one parameter; null when the database need
 * not be asked. A TIMESTAMP is in the time zone of the agent's session unless it says Z.
 */
export function storedAs(
  column: Pick<Column, 'kind' | 'type' | 'zone'>,
  text: string,
): { sql: string; param: string } | null {
  const [, date = '', time, zone] = MOMENT.exec(text) ?? [];
  const moment = time === undefined ? date : `${date} ${time}`;
  switch (column.kind) {
    case 'integer':
    case 'bit':
      return { sql: 'CAST(? AS DECIMAL(65,0))', param: text };
    case 'decimal':
      return { sql: `CAST(? AS DECIMAL${sizeOf(column.type)})`, param: text };
    case 'date':
      return { sql: zone ? 'NULL' : 'CAST(? AS DATE)', param: moment };
    case 'time':
      return { sql: `CAST(? AS TIME${sizeOf(column.type)})`, param: text };
    case 'datetime':
      // Without the client's time zone, an instant has no known wall-clock time.
      return { sql: zone ? 'NULL' : `CAST(? AS DATETIME${sizeOf(column.type)})`, param: moment };
    case 'timestamp': {
      const cast = `CAST(? AS DATETIME${sizeOf(column.type)})`;
      return { sql: zone ? cast : `CONVERT_TZ(${cast}, ${zoneOf(column)}, '+00:00')`, param: moment };
    }
    default:
      return null;
  }
}

const UTC = /^([+-]00:00|(etc\/)?(utc|uct|gmt|zulu|universal))$/i;

/** A server without tables of time zones knows no name of UTC. */
export const isUtc = (zone: string) => UTC.test(zone);

/** A text that is no name of a time zone leaves the moment unknown. */
function zoneOf({ zone }: Pick<Column, 'zone'>): string {
  if (zone === undefined) return '@@global.time_zone';
  if (isUtc(zone)) return `'+00:00'`;
  return /^[\w+\-:/]{1,64}$/.test(zone) ? `'${zone}'` : 'NULL';
}
