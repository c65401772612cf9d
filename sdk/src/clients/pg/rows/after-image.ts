import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../../../json.js';
import type { Field, Result, TypeParsers } from '../client/objects.js';
import { AFTER_IMAGE, BEFORE_IMAGE } from './generate.js';

const LARGEST_RESPONSE_BYTES = 200 * 1024;
const LARGEST_BEFORE_BYTES = 50 * 1024;

/** Makes pg answer with arrays of the server's own text. */
export const AS_RECEIVED: { rowMode: string; types: TypeParsers } = {
  rowMode: 'array',
  types: { getTypeParser: () => (value) => value },
};

/**
 * The rows that the statement replaced, in the server's own text, without those that its own transaction had changed
 * before; nothing where they are too much to report.
 */
export function beforeOf(raw: Result, own: readonly Json[]): { before?: JsonObject[] } {
  const image = imageBehind(raw, BEFORE_IMAGE);
  if (image === null || image.isBinary) return {};
  const known = new Set(own.map((row) => JSON.stringify(row)));
  const rows = image.rows.filter((row) => !known.has(JSON.stringify(row)));
  const text = JSON.stringify(rows);
  const isFit = rows.length > 0 && Buffer.byteLength(text) <= LARGEST_BEFORE_BYTES && !text.includes('\\ud');
  return isFit ? { before: rows } : {};
}

/** Returns the report of a statement: the rows as they are afterwards, in the server's own text. */
export function responseOf(raw: Result): JsonObject {
  const summary = { command: raw.command, rowCount: raw.rowCount };
  const image = imageBehind(raw, AFTER_IMAGE);
  if (image === null) return summary;
  const response = { ...summary, rows: image.rows };
  const text = JSON.stringify(response);
  const bytes = Buffer.byteLength(text);
  if (bytes <= LARGEST_RESPONSE_BYTES && !image.isBinary && !text.includes('\\ud')) return response;
  return { ...summary, unrepresentable: true, sha256: createHash('sha256').update(text).digest('hex'), bytes };
}

/**
 * Returns the result that the agent's own statement would have had.
 * @param returns whether it asks for rows
 * @throws the error of an agent's type parser
 */
export function agentResult(raw: Result, returns: boolean, types: TypeParsers, rowMode: string | undefined): Result {
  const ResultOfPg = raw.constructor as new (rowMode: string | undefined, types: TypeParsers) => Result;
  const result = new ResultOfPg(rowMode, types);
  result.command = raw.command;
  result.rowCount = raw.rowCount;
  result.oid = raw.oid;
  if (!returns) return result;
  const fields = raw.fields.slice(0, raw.fields.findIndex(isMark));
  result.addFields(fields);
  result.rows = (raw.rows as unknown[][]).map((row) => result.parseRow(row.slice(0, fields.length)));
  return result;
}

function isMark({ name }: Field): boolean {
  return name === AFTER_IMAGE || name === BEFORE_IMAGE;
}

/** The columns that follow a mark, up to the next. */
function imageBehind({ fields, rows }: Result, mark: string): { rows: JsonObject[]; isBinary: boolean } | null {
  const start = fields.findLastIndex(({ name }) => name === mark) + 1;
  if (start === 0) return null;
  const length = fields.slice(start).findIndex(isMark);
  const shown = fields.slice(start, length === -1 ? undefined : start + length);
  return {
    rows: (rows as unknown[][]).map((row) => imageOf(shown, row.slice(start))),
    isBinary: shown.some((field) => field.format === 'binary'),
  };
}

function imageOf(fields: readonly Field[], row: readonly unknown[]): JsonObject {
  return Object.fromEntries(fields.map(({ name }, index) => [name, textOf(row[index])]));
}

function textOf(value: unknown): Json {
  return value === null || value === undefined ? null : String(value);
}
