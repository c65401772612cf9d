import { isObject } from '../../../platform/json.js';
import type { Json, JsonObject } from '../../connector.js';

/** The call cannot be captured; the message is fit for an operator. */
export class NotCapturable extends Error {
  override readonly name = 'NotCapturable';
}

type Operator = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'in' | 'null';

export interface Condition {
  readonly column: string;
  readonly operator: Operator;
  readonly operand: Json;
}

export interface TableName {
  /** Null selects the first schema of the search path that has the name. */
  readonly schema: string | null;
  readonly name: string;
}

interface Match {
  readonly table: TableName;
  readonly match: readonly Condition[];
  readonly rowCount: number | null;
}
export interface InsertCall {
  readonly kind: 'insert';
  readonly table: TableName;
  /** One object for each row; a missing column gets its default. */
  readonly rows: readonly JsonObject[];
}
export interface UpdateCall extends Match {
  readonly kind: 'update';
  readonly values: JsonObject;
  /** Columns of `values` that hold SQL text; it is never evaluated here. */
  readonly expressions: readonly string[];
}
export interface DeleteCall extends Match {
  readonly kind: 'delete';
}
export type Call = InsertCall | UpdateCall | DeleteCall;

export const MAX_ROWS = 1000;
const COMPARISONS: readonly string[] = ['neq', 'gt', 'gte', 'lt', 'lte', 'like', 'in', 'null'];

/**
 * Reads the payload of one of the row operations, `<connector>.rows.<verb>`.
 * @throws NotCapturable when it has another shape; an unknown member could change the effect of the statement
 */
export function parseCall(apiName: string, payload: JsonObject): Call {
  switch (apiName.slice(apiName.indexOf('.') + 1)) {
    case 'rows.insert':
      only(payload, ['table', 'values']);
      return { kind: 'insert', table: tableName(payload.table), rows: insertRows(payload.values) };
    case 'rows.update': {
      only(payload, ['table', 'match', 'values', 'expressions', 'rowCount']);
      const values = columnValues(payload.values);
      if (Object.keys(values).length === 0) throw new NotCapturable('values must set at least one column');
      return { kind: 'update', ...matched(payload), values, expressions: expressions(payload.expressions, values) };
    }
    case 'rows.delete':
      only(payload, ['table', 'match', 'rowCount']);
      return { kind: 'delete', ...matched(payload) };
    case 'query':
      throw new NotCapturable('what a free statement touches is not known before it runs');
    default:
      throw new NotCapturable(`${apiName} is not an operation of this connector`);
  }
}

/** The columns a call sets to a value that is known, not computed by the database. */
export function literalsOf(call: UpdateCall): readonly string[] {
  return Object.keys(call.values).filter((column) => !call.expressions.includes(column));
}

/** An own member; a column may be called `constructor` or `__proto__`. */
export function own(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function matched(payload: JsonObject): Match {
  const count = payload.rowCount ?? null;
  if (count !== null && (typeof count !== 'number' || !Number.isInteger(count) || count < 0)) {
    throw new NotCapturable('rowCount must be a whole number');
  }
  return { table: tableName(payload.table), match: conditions(payload.match), rowCount: count };
}

/** Names are taken exactly, never folded or unquoted: just as the SDK quotes them. */
export function tableName(value: Json | undefined): TableName {
  const parts = typeof value === 'string' ? value.split('.') : [];
  const [first, second] = parts;
  if (!first || second === '' || parts.length > 2) throw new NotCapturable('table must be a name, or schema.name');
  return second === undefined ? { schema: null, name: first } : { schema: first, name: second };
}

export function conditions(match: Json | undefined): Condition[] {
  if (!isObject(match)) throw new NotCapturable('match must be an object of columns; {} means every row');
  return Object.entries(match).flatMap(([column, value]): Condition[] => {
    if (value === null) return [{ column, operator: 'null', operand: true }];
    if (!isObject(value)) return [condition(column, 'eq', value)];
    const operators = Object.entries(value);
    if (operators.length === 0) throw new NotCapturable(`match of ${column} names no operator`);
    return operators.map(([operator, operand]) => {
      if (!COMPARISONS.includes(operator)) throw new NotCapturable(`match of ${column} has an unknown operator`);
      return condition(column, operator as Operator, operand);
    });
  });
}

function condition(column: string, operator: Operator, operand: Json): Condition {
  const fits =
    operator === 'in'
      ? Array.isArray(operand) && operand.every(isOperand)
      : operator === 'null'
        ? typeof operand === 'boolean'
        : operator === 'like'
          ? typeof operand === 'string'
          : isOperand(operand);
  if (!fits) throw new NotCapturable(`match of ${column} has an operand that is not supported`);
  return { column, operator, operand };
}

function isOperand(value: Json): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function columnValues(values: Json | undefined): JsonObject {
  if (!isObject(values)) throw new NotCapturable('values must be an object of columns');
  return values;
}

function insertRows(values: Json | undefined): JsonObject[] {
  const rows = (Array.isArray(values) ? values : [values]).map(columnValues);
  if (rows.length === 0) throw new NotCapturable('values must hold at least one row');
  if (rows.length > MAX_ROWS) throw new NotCapturable(`${rows.length} rows are inserted; at most ${MAX_ROWS} are kept`);
  return rows;
}

function expressions(value: Json | undefined, values: JsonObject): string[] {
  const names = value ?? [];
  if (!Array.isArray(names)) throw new NotCapturable('expressions must be a list of columns');
  return names.map((name) => {
    if (typeof name !== 'string' || typeof own(values, name) !== 'string') {
      throw new NotCapturable('expressions must name columns whose value is SQL text');
    }
    return name;
  });
}

function only(payload: JsonObject, members: readonly string[]): void {
  const other = Object.keys(payload).find((name) => !members.includes(name));
  if (other !== undefined) throw new NotCapturable(`the payload has a member that is not supported: ${other}`);
}
