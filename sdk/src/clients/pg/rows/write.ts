import type { DeleteStmt, InsertStmt, Node, RangeVar, ReturningClause, UpdateStmt } from 'libpg-query';
import { containsSubquery, isPure } from '#sql/postgres/findings';
import { mayDo } from '#sql/postgres/may-do';
import type { Json, JsonObject } from '../../../json.js';
import type { OperationType } from '../../../wire/wire.js';
import type { SqlParser } from '../reading/parser.js';
import { toMatch } from './conditions.js';
import { constantOf } from './constants.js';
import { toJsonValue } from './json-value.js';
import { isRepresentable, summaryOf } from './representable.js';
import { type Target, targetOf } from './target.js';

export type RowOperation = 'rows.insert' | 'rows.update' | 'rows.delete';

export interface RowWrite {
  readonly operation: RowOperation;
  readonly operationType: OperationType;
  /** The payload without `rowCount`, which is counted when the call is made, if the role may read the table. */
  readonly payload: JsonObject;
  /** Row operations that it may do as well. */
  readonly mayDo: readonly string[];
  readonly target: Target;
  readonly reached: Reached;
  readonly alias: string | null;
  /** The agent's RETURNING list as SQL, parameters inlined. */
  readonly returning: string | null;
  /** The columns of that list, `*` for all, null for an expression. */
  readonly returned: readonly { readonly column: string | null; readonly name: string }[] | null;
}

/** The first table in a statement; `name` is null if it names none that is written to. */
export type Reached = Pick<Target, 'schema'> & { readonly name: string | null };

interface SqlWrite {
  /** Null for a statement that is never captured. */
  readonly reached: Reached | null;
  readonly operation: 'query';
  readonly operationType: 'EXECUTE';
  readonly payload: JsonObject;
  /** Row operations that it may do as well. */
  readonly mayDo: readonly string[];
}

/** A write as it is asked for: one of the row operations if its payload has exactly the meaning of the SQL. */
export type Write = RowWrite | SqlWrite;

export interface WriteContext {
  readonly parser: SqlParser;
  readonly sql: string;
  readonly values: readonly unknown[];
  /** True if a bare table name may mean another table here than it does for the service. */
  readonly namesChanged: boolean;
}

export function toWrite(statement: Node | null, context: WriteContext): Write {
  const write = statement && rowWrite(statement, context);
  if (write && isRepresentable(write.payload)) return write;
  const payload = { sql: context.sql, values: context.values.map(toJsonValue) };
  return {
    operation: 'query',
    operationType: 'EXECUTE',
    payload: isRepresentable(payload) ? payload : summaryOf(payload),
    mayDo: mayDo(statement),
    reached: reachedBy(statement),
  };
}

/** Returns the table; null if the statement is of a kind whose rows are never captured. */
export function reachedBy(statement: Node | null): Reached | null {
  if (statement === null) return null;
  if ('SelectStmt' in statement || 'ExplainStmt' in statement) return { schema: null, name: null };
  const body: { relation?: RangeVar } | null =
    'InsertStmt' in statement
      ? statement.InsertStmt
      : 'UpdateStmt' in statement
        ? statement.UpdateStmt
        : 'DeleteStmt' in statement
          ? statement.DeleteStmt
          : null;
  const { relname: name, schemaname: schema = null } = body?.relation ?? {};
  return name === undefined ? null : { schema, name };
}

function rowWrite(statement: Node, context: WriteContext): RowWrite | null {
  const [operation, operationType, body] =
    'InsertStmt' in statement
      ? (['rows.insert', 'CREATE', statement.InsertStmt] as const)
      : 'UpdateStmt' in statement
        ? (['rows.update', 'UPDATE', statement.UpdateStmt] as const)
        : 'DeleteStmt' in statement
          ? (['rows.delete', 'DELETE', statement.DeleteStmt] as const)
          : [];
  const target = targetOf(body?.relation);
  if (!operation || !target || body.withClause || (context.namesChanged && !target.schema)) return null;
  const payload =
    operation === 'rows.insert'
      ? insertPayload(body, target, context)
      : operation === 'rows.update'
        ? updatePayload(body, target, context)
        : deletePayload(body, target, context);
  const returning = returningOf(body.returningClause, context);
  if (!payload || returning === undefined) return null;
  const returned = returning === null ? null : (body.returningClause?.exprs ?? []).map(returnedColumn);
  return {
    operation,
    operationType,
    payload,
    mayDo: [],
    target,
    reached: target,
    alias: target.alias,
    returning,
    returned,
  };
}

function insertPayload(insert: InsertStmt, target: Target, { values }: WriteContext): JsonObject | null {
  if (insert.onConflictClause || (insert.override ?? 'OVERRIDING_NOT_SET') !== 'OVERRIDING_NOT_SET') return null;
  if (!insert.selectStmt) return { table: target.table, values: {} };
  const columns = (insert.cols ?? []).map(plainColumn);
  const select = 'SelectStmt' in insert.selectStmt ? insert.selectStmt.SelectStmt : null;
  const plain =
    select?.valuesLists && !select.sortClause && !select.limitCount && !select.limitOffset && !select.withClause;
  if (!plain || columns.length === 0 || new Set(columns).size !== columns.length) return null;
  const rows: JsonObject[] = [];
  for (const list of select.valuesLists ?? []) {
    const row = insertedRow(columns, 'List' in list ? (list.List.items ?? []) : [], values);
    if (!row) return null;
    rows.push(row);
  }
  const [only] = rows;
  return only === undefined ? null : { table: target.table, values: rows.length === 1 ? only : rows };
}

function insertedRow(
  columns: readonly (string | null)[],
  items: Node[],
  values: readonly unknown[],
): JsonObject | null {
  if (items.length !== columns.length) return null;
  const row: JsonObject = {};
  for (const [index, column] of columns.entries()) {
    const item = items[index];
    if (column === null || item === undefined) return null;
    if ('SetToDefault' in item) continue;
    const constant = constantOf(item, values);
    if (!constant) return null;
    row[column] = constant.value;
  }
  return row;
}

function updatePayload(update: UpdateStmt, target: Target, context: WriteContext): JsonObject | null {
  if (update.fromClause) return null;
  const match = toMatch(update.whereClause, target, context.values);
  const set: Record<string, Json> = {};
  const expressions: string[] = [];
  for (const item of update.targetList ?? []) {
    const column = plainColumn(item);
    const right = 'ResTarget' in item ? item.ResTarget.val : undefined;
    if (column === null || right === undefined || column in set) return null;
    const constant = constantOf(right, context.values);
    const value = constant ? constant.value : expressionText(right, context);
    if (value === undefined) return null;
    set[column] = value;
    if (!constant) expressions.push(column);
  }
  if (!match) return null;
  return { table: target.table, match, values: set, ...(expressions.length > 0 ? { expressions } : {}) };
}

function deletePayload(remove: DeleteStmt, target: Target, { values }: WriteContext): JsonObject | null {
  const match = remove.usingClause ? null : toMatch(remove.whereClause, target, values);
  return match && { table: target.table, match };
}

/** SQL of a right side that is no constant; undefined when it reads other rows or might write. */
function expressionText(node: Node, { parser, values }: WriteContext): string | undefined {
  if ('MultiAssignRef' in node || 'SetToDefault' in node || containsSubquery(node) || !isPure(node)) return undefined;
  const inlined = inlineParameters(node, values);
  return inlined === null ? undefined : parser.deparse(inlined);
}

function returningOf(clause: ReturningClause | undefined, { parser, values }: WriteContext): string | null | undefined {
  if (!clause) return null;
  if (clause.options || !isPure(clause)) return undefined;
  const inlined = (clause.exprs ?? []).map((node) => inlineParameters(node, values));
  const list = inlined.flatMap((node) => node ?? []);
  if (list.length === 0 || list.length !== inlined.length) return undefined;
  const select = parser.deparse({
    SelectStmt: { targetList: list, limitOption: 'LIMIT_OPTION_DEFAULT', op: 'SETOP_NONE' },
  });
  return select.slice('SELECT'.length).trim();
}

function returnedColumn(item: Node): { column: string | null; name: string } {
  const { name, val } = 'ResTarget' in item ? item.ResTarget : {};
  const last = val !== undefined && 'ColumnRef' in val ? (val.ColumnRef.fields ?? []).at(-1) : undefined;
  const column =
    last === undefined ? null : 'A_Star' in last ? '*' : 'String' in last ? (last.String.sval ?? null) : null;
  return { column, name: name ?? column ?? '?column?' };
}

function plainColumn(node: Node): string | null {
  if (!('ResTarget' in node) || node.ResTarget.indirection) return null;
  const { name } = node.ResTarget;
  return name === undefined || name === '__proto__' ? null : name;
}

/**
 * The tree with literals in place of its parameters, or null when one is missing. A parameter becomes an untyped string:
 * the server finds its type in the same way as for a parameter.
 */
function inlineParameters(tree: Node, values: readonly unknown[]): Node | null {
  let missing = false;
  const visit = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(visit);
    if ('ParamRef' in part) {
      const index = ((part.ParamRef as { number?: number }).number ?? 0) - 1;
      const literal = index >= 0 && index < values.length ? literalOf(toJsonValue(values[index])) : null;
      if (!literal) missing = true;
      return literal ?? part;
    }
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, visit(value)]));
  };
  const inlined = visit(tree) as Node;
  return missing ? null : inlined;
}

function literalOf(value: Json): Node | null {
  if (value === null) return { A_Const: { isnull: true } };
  if (Array.isArray(value)) return null;
  return { A_Const: { sval: { sval: typeof value === 'object' ? JSON.stringify(value) : String(value) } } };
}
