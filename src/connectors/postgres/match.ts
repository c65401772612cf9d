import type { Json } from '../connector.js';
import { columnOf } from '../rows/columns.js';
import { type Condition, NotCapturable } from '../rows/payload.js';
import { type Column, quote, type Table } from './sql.js';
import { toText } from './values.js';

const COMPARISON = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/**
 * The WHERE of a match, its operands appended to `params`.
 * @throws NotCapturable when it names a column the table does not have
 */
export function whereOf(table: Table, match: readonly Condition[], alias: string, params: (string | null)[]): string {
  const clauses = match.map((condition) => {
    const column = columnOf(table, condition.column);
    return clauseOf(condition, column, `${alias}.${quote(column.name)}`, params);
  });
  return clauses.length === 0 ? 'TRUE' : clauses.join(' AND ');
}

function clauseOf({ operator, operand }: Condition, column: Column, field: string, params: (string | null)[]): string {
  const bind = (value: Json): string => {
    const text = toText(value, column);
    if (text === undefined) throw new NotCapturable(`match of ${column.name} has an operand that is not supported`);
    return `$${params.push(text)}`;
  };
  switch (operator) {
    case 'null':
      return operand === true ? `${field} IS NULL` : `${field} IS NOT NULL`;
    case 'like':
      return `${field} LIKE ${bind(operand)}`;
    case 'in': {
      const options = Array.isArray(operand) ? operand : [];
      return options.length === 0
        ? 'FALSE'
        : `(${options.map((value) => `${field} = ${bind(value)}::${column.bareType}`).join(' OR ')})`;
    }
    default:
      return `${field} ${COMPARISON[operator]} ${bind(operand)}::${column.bareType}`;
  }
}
