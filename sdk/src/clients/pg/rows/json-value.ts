import { types } from 'node:util';
import type { Json } from '../../../json.js';

/**
 * A query parameter as JSON, such that sending the JSON gives the server the same text as sending the parameter.
 * Dates are ISO 8601 with the local offset, as pg writes them; buffers are `\x…`; what JSON cannot hold is a string.
 */
export function toJsonValue(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return numberToJson(value);
  if (typeof value !== 'object') return String(value);
  if (ArrayBuffer.isView(value)) {
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  }
  if (types.isDate(value)) return dateToJson(value);
  if (Array.isArray(value)) return value.map(toJsonValue);
  if ('toPostgres' in value && typeof value.toPostgres === 'function') {
    return toJsonValue(value.toPostgres(toJsonValue));
  }
  const text = JSON.stringify(value);
  return text === undefined ? null : (JSON.parse(text) as Json);
}

function numberToJson(value: number): Json {
  if (value === 0) return 0;
  const exact = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
  return exact ? value : String(value);
}

function dateToJson(date: Date): string {
  const year = date.getFullYear();
  if (Number.isNaN(year)) return String(date);
  const offset = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + offset * 60_000);
  // toISOString writes years past 9999 or before 1 in a form PostgreSQL does not read.
  const calendar = local.toISOString().slice(-20, -1);
  const shown = String(year < 1 ? 1 - year : year).padStart(4, '0');
  return `${shown}${calendar}${offsetText(offset)}${year < 1 ? ' BC' : ''}`;
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}
