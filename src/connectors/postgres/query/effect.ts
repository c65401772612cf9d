/** What a capture knows of a free statement; the shape and how it is read back. */
import type { Json, JsonObject } from '../../connector.js';

type Row = Readonly<Record<string, string | null>>;

export interface StatementEffect {
  readonly verb: 'insert' | 'update' | 'delete';
  /** update: column → the SQL it is set to. */
  readonly values: Readonly<Record<string, string>>;
  /** update: what the statement would leave in each captured row, as far as that could be asked. */
  readonly after: readonly Row[];
  /** insert: what each row would hold, as far as that could be asked. */
  readonly rows: readonly Row[];
  /** Which rows it touches depends on the moment it runs. */
  readonly moment: boolean;
}

/** The content of a capture of a statement that only reads. */
export const READ_CONTENT: JsonObject = { onlyReads: true };

export function onlyReads({ apiName, snapshot }: { apiName: string; snapshot: JsonObject | null }): boolean {
  return apiName === 'postgres.query' && snapshot?.onlyReads === true;
}

/** Whether this member of a snapshot was written by a capture of a statement. */
export function isStatementEffect(value: Json | undefined): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { verb, values, after, rows, moment } = value;
  return (
    ['insert', 'update', 'delete'].includes(String(verb)) &&
    typeof moment === 'boolean' &&
    isRow(values) &&
    Array.isArray(after) &&
    after.every(isRow) &&
    Array.isArray(rows) &&
    rows.every(isRow)
  );
}

function isRow(value: Json | undefined): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((cell) => cell === null || typeof cell === 'string')
  );
}
