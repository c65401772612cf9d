/** Finds the constants that an UPDATE adds to its columns, from its tree; pure. */
import { type Fields, isFields, nodeOf, pathOf, textOf } from '#sql/postgres/tree';
import type { Json } from '../../connector.js';
import { addedBy } from '../../rows/values/arithmetic.js';
import type { UpdateStatement } from './write-statement.js';

/**
 * The constant that the statement adds, by column.
 * @param values of the parameters
 */
export function addedIn(statement: UpdateStatement, values: readonly Json[]): Record<string, string> {
  return Object.fromEntries(
    statement.assignments.flatMap(({ column, expression }): [string, string][] => {
      const added = sumIn(expression, column, statement, values);
      return added === null ? [] : [[column, added]];
    }),
  );
}

function sumIn(
  expression: unknown,
  column: string,
  statement: UpdateStatement,
  values: readonly Json[],
): string | null {
  const { kind, name, lexpr, rexpr } = nodeOf(expression, 'A_Expr') ?? {};
  const [operator = '', ...more] = pathOf(name);
  if (kind !== 'AEXPR_OP' || more.length > 0 || !['+', '-'].includes(operator)) return null;
  if (isOwnColumn(lexpr, column, statement)) return addedBy(`n ${operator} ${numberIn(rexpr, values)}`, 'n');
  if (!isOwnColumn(rexpr, column, statement)) return null;
  return addedBy(`${numberIn(lexpr, values)} ${operator} n`, 'n');
}

/** A statement with other tables may mean one of theirs by a bare name. */
function isOwnColumn(node: unknown, column: string, { target, from }: UpdateStatement): boolean {
  const parts = pathOf(nodeOf(node, 'ColumnRef')?.fields);
  if (parts.at(-1) !== column) return false;
  return parts.length === 1 ? from.length === 0 : parts.length === 2 && parts[0] === (target.alias ?? target.name);
}

/** The number in its written form; empty for everything else. */
function numberIn(node: unknown, values: readonly Json[]): string {
  const parameter = nodeOf(node, 'ParamRef');
  if (parameter !== null) {
    const value = values[Number(parameter.number ?? 0) - 1];
    return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  }
  const constant = nodeOf(node, 'A_Const');
  if (constant === null) return '';
  const { ival, fval, sval } = constant;
  if (isFields(ival)) return String(ival.ival ?? 0);
  return textIn(fval, 'fval') ?? textIn(sval, 'sval') ?? '';
}

const textIn = (value: unknown, member: string) => (isFields(value) ? textOf((value as Fields)[member]) : null);
