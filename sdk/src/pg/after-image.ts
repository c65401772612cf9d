import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../json.js';
import { AFTER_IMAGE } from './generate.js';
import type { Field, QueryConfig, Result, TypeParsers } from './objects.js';

const LARGEST_RESPONSE_BYTES = 200 * 1024;

const AS_RECEIVED: TypeParsers = { getTypeParser: () => (value) => value };

/** The same statement, answered with arrays of the server's own text. */
export function asReceived(config: QueryConfig): QueryConfig {
  return { ...config, rowMode: 'array', types: AS_RECEIVED };
}

const LARGEST_BEFORE_BYTES = 50 * 1024;

/**
 * The rows that the statement replaced, in the server's own text, without those that its own transaction had changed
 * before; nothing where they are too much to report.
 */
export function beforeOf(before: Result | null | undefined, own: readonly Json[]): { before?: JsonObject[] } {
  if (!before || before.fields.some((field) => field.format === 'binary')) return {};
  const known = new Set(own.map((row) => JSON.stringify(row)));
  const rows = (before.rows as unknown[][])
    .map((row) => imageOf(before.fields, row))
    .filter((row) => !known.has(JSON.stringify(row)));
  const text = JSON.stringify(rows);
  const isFit = rows.length > 0 && Buffer.byteLength(text) <= LARGEST_BEFORE_BYTES && !text.includes('\\ud');
  return isFit ? { before: rows } : {};
}

/** What is reported of a statement: the rows as they are afterwards, in the server's own text. */
export function responseOf(raw: Result, withRows: boolean): Json {
  const summary = { command: raw.command, rowCount: raw.rowCount };
  if (!withRows) return summary;
  const start = agentColumns(raw) === null ? 0 : raw.fields.findIndex(isSeparator) + 1;
  const fields = raw.fields.slice(start);
  const rows = (raw.rows as unknown[][]).map((row) => imageOf(fields, row.slice(start)));
  const response = { ...summary, rows };
  const text = JSON.stringify(response);
  const bytes = Buffer.byteLength(text);
  const binary = fields.some((field) => field.format === 'binary');
  if (bytes <= LARGEST_RESPONSE_BYTES && !binary && text.indexOf('\\ud') === -1) return response;
  return { ...summary, unrepresentable: true, sha256: createHash('sha256').update(text).digest('hex'), bytes };
}

/**
 * The result the agent's own statement would have had.
 * @throws whatever a type parser of the agent throws
 */
export function agentResult(raw: Result, types: TypeParsers, rowMode: string | undefined): Result {
  const ResultOfPg = raw.constructor as new (rowMode: string | undefined, types: TypeParsers) => Result;
  const result = new ResultOfPg(rowMode, types);
  result.command = raw.command;
  result.rowCount = raw.rowCount;
  result.oid = raw.oid;
  const fields = agentColumns(raw);
  if (fields === null) return result;
  result.addFields(fields);
  result.rows = (raw.rows as unknown[][]).map((row) => result.parseRow(row.slice(0, fields.length)));
  return result;
}

function agentColumns(raw: Result): Field[] | null {
  const separator = raw.fields.findIndex(isSeparator);
  return separator === -1 ? null : raw.fields.slice(0, separator);
}

function isSeparator(field: Field): boolean {
  return field.name === AFTER_IMAGE;
}

function imageOf(fields: readonly Field[], row: readonly unknown[]): JsonObject {
  return Object.fromEntries(fields.map(({ name }, index) => [name, textOf(row[index])]));
}

function textOf(value: unknown): Json {
  return value === null || value === undefined ? null : String(value);
}
