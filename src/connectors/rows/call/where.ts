import type { Json } from '../../connector.js';
import type { Column, Table } from '../table/table.js';
import { columnOf } from './columns.js';
import type { Condition } from './payload.js';

const COMPARISON = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=', like: 'LIKE' } as const;

/** The dialect's form of the parts of a condition. */
export interface Operands<C extends Column> {
  field(column: C): string;
  /** Keeps the value as a parameter and writes its place. @throws NotCapturable when it is not supported */
  operand(column: C, value: Json, operator: Condition['operator']): string;
  /** @param operands at least one */
  oneOf(field: string, operands: readonly string[]): string;
}

/** The WHERE of a match. @throws NotCapturable when it names a column the table does not have */
export function whereOf<C extends Column>(table: Table<C>, match: readonly Condition[], write: Operands<C>): string {
  const clauses = match.map((condition) => clauseOf(condition, columnOf(table, condition.column), write));
  return clauses.length === 0 ? 'TRUE' : clauses.join(' AND ');
}

function clauseOf<C extends Column>({ operator, operand }: Condition, column: C, write: Operands<C>): string {
  const field = write.field(column);
  switch (operator) {
    case 'null':
      return operand === true ? `${field} IS NULL` : `${field} IS NOT NULL`;
    case 'in': {
      const options = Array.isArray(operand) ? operand : [];
      const operands = options.map((value) => write.operand(column, value, operator));
      return operands.length === 0 ? 'FALSE' : write.oneOf(field, operands);
    }
    default:
      return `${field} ${COMPARISON[operator]} ${write.operand(column, operand, operator)}`;
  }
}
