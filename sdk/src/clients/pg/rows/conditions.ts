import type { A_Expr, Node } from 'libpg-query';
import type { Json, JsonObject } from '../../../json.js';
import { constantOf } from './constants.js';
import type { Target } from './target.js';
import { columnOf } from './target.js';

/** One comparison of a column. `operator` is the payload's name for it, `eq` for a plain value. */
interface Comparison {
  readonly column: string;
  readonly operator: string;
  readonly value: Json;
}

const OPERATORS: Readonly<Record<string, string>> = {
  '=': 'eq',
  '<>': 'neq',
  '!=': 'neq',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
};

/**
 * Converts a WHERE clause to the `match` of a payload: `{ col: v }` or `{ col: { in, neq, gt, gte, lt, lte, like, null
 * } }`. Null if it says anything that a match cannot say.
 */
export function toMatch(where: Node | undefined, target: Target, values: readonly unknown[]): JsonObject | null {
  if (where === undefined) return {};
  const comparisons = conjuncts(where).map((node) => comparisonsOf(node, target, values));
  const match: Record<string, JsonObject> = {};
  for (const parts of comparisons) {
    if (parts === null) return null;
    for (const { column, operator, value } of parts) {
      const conditions = match[column] ?? {};
      if (operator in conditions || 'eq' in conditions) return null;
      if (operator === 'eq' && Object.keys(conditions).length > 0) return null;
      match[column] = { ...conditions, [operator]: value };
    }
  }
  const short = Object.entries(match).map(([column, conditions]) => [
    column,
    'eq' in conditions ? (conditions.eq ?? null) : conditions,
  ]);
  return Object.fromEntries(short);
}

function conjuncts(node: Node): Node[] {
  if (!('BoolExpr' in node) || node.BoolExpr.boolop !== 'AND_EXPR') return [node];
  return (node.BoolExpr.args ?? []).flatMap(conjuncts);
}

function comparisonsOf(node: Node, target: Target, values: readonly unknown[]): Comparison[] | null {
  if ('NullTest' in node) {
    const column = columnOf(node.NullTest.arg, target);
    return column === null ? null : [{ column, operator: 'null', value: node.NullTest.nulltesttype === 'IS_NULL' }];
  }
  if (!('A_Expr' in node)) return null;
  const expression = node.A_Expr;
  const column = columnOf(expression.lexpr, target);
  if (column === null) return null;
  switch (expression.kind) {
    case 'AEXPR_OP':
      return compared(column, OPERATORS[operatorOf(expression)], expression.rexpr, values);
    case 'AEXPR_LIKE':
      return operatorOf(expression) === '~~' ? compared(column, 'like', expression.rexpr, values) : null;
    case 'AEXPR_BETWEEN': {
      const [low, high] = listOf(expression.rexpr);
      const from = compared(column, 'gte', low, values);
      const to = compared(column, 'lte', high, values);
      return from && to && [...from, ...to];
    }
    case 'AEXPR_IN':
    case 'AEXPR_OP_ANY':
      return operatorOf(expression) === '=' ? contained(column, expression.rexpr, values) : null;
    default:
      return null;
  }
}

function compared(
  column: string,
  operator: string | undefined,
  right: Node | undefined,
  values: readonly unknown[],
): Comparison[] | null {
  const constant = constantOf(right, values, true);
  if (operator === undefined || !constant || !isScalar(constant.value)) return null;
  return [{ column, operator, value: constant.value }];
}

function contained(column: string, right: Node | undefined, values: readonly unknown[]): Comparison[] | null {
  const items = itemsOf(right, values);
  return items?.every(isScalar) ? [{ column, operator: 'in', value: items }] : null;
}

function itemsOf(right: Node | undefined, values: readonly unknown[]): Json[] | null {
  if (right === undefined) return null;
  const list =
    'List' in right ? right.List.items : 'A_ArrayExpr' in right ? (right.A_ArrayExpr.elements ?? []) : undefined;
  if (list === undefined) {
    const array = constantOf(right, values, true)?.value;
    return Array.isArray(array) ? array : null;
  }
  const constants = list.map((item) => constantOf(item, values, true));
  return constants.some((constant) => constant === null) ? null : constants.map((constant) => constant?.value ?? null);
}

/** NULL compares with nothing, and objects would read as operators. */
function isScalar(value: Json): boolean {
  return value !== null && typeof value !== 'object';
}

function operatorOf({ name }: A_Expr): string {
  const [only, ...rest] = name ?? [];
  return only !== undefined && rest.length === 0 && 'String' in only ? (only.String.sval ?? '') : '';
}

function listOf(node: Node | undefined): Node[] {
  return node !== undefined && 'List' in node ? (node.List.items ?? []) : [];
}
