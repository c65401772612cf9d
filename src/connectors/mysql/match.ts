import type { Json } from '../connector.js';
import { columnOf } from '../rows/columns.js';
import { type Condition, NotCapturable } from '../rows/payload.js';
import type { Cell } from '../rows/table.js';
import { type Column, quote, type Table } from './sql.js';
import { storedAs, toText } from './values.js';

const COMPARISON = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=', like: 'LIKE' } as const;

/**
 * The WHERE of a match, its operands appended to `params`.
 * @throws NotCapturable when it names a column the table does not have
 */
export function whereOf(table: Table, match: readonly Condition[], alias: string, params: Cell[]): string {
  const clauses = match.map((condition) => {
    const column = columnOf(table, condition.column);
    return clauseOf(condition, column, `${alias}.${quote(column.name)}`, params);
  });
  return clauses.length === 0 ? 'TRUE' : clauses.join(' AND ');
}

function clauseOf({ operator, operand }: Condition, column: Column, field: string, params: Cell[]): string {
  const bind = (value: Json): string => {
    const { sql, param } = operandOf(value, column);
    params.push(param);
    return sql;
  };
  switch (operator) {
    case 'null':
      return operand === true ? `${field} IS NULL` : `${field} IS NOT NULL`;
    case 'in': {
      const options = Array.isArray(operand) ? operand : [];
      return options.length === 0 ? 'FALSE' : `${field} IN (${options.map(bind).join(', ')})`;
    }
    default:
      return `${field} ${COMPARISON[operator]} ${bind(operand)}`;
  }
}

/** The operand compares as its literal would in the statement of the client. */
function operandOf(value: Json, column: Column): { sql: string; param: string } {
  const unsupported = () => new NotCapturable(`match of ${column.name} has an operand that is not supported`);
  if (value === null || typeof value === 'object') throw unsupported();
  const text = typeof value === 'boolean' ? String(Number(value)) : String(value);
  if (column.kind === 'bytes') return { sql: 'FROM_BASE64(?)', param: Buffer.from(text).toString('base64') };
  if (typeof value !== 'string') return { sql: numeric(text), param: text };
  const isNumeric = ['integer', 'decimal', 'bit'].includes(column.kind) && toText(value, column) !== undefined;
  if (isNumeric) return { sql: numeric(text), param: text };
  const isMoment = column.kind === 'timestamp' && toText(value, column) !== undefined;
  return (isMoment && storedAs({ ...column, type: 'timestamp(6)' }, text)) || { sql: '?', param: text };
}

function numeric(text: string): string {
  if (/^\d+$/.test(text)) return 'CAST(? AS UNSIGNED)';
  if (/^-\d+$/.test(text)) return 'CAST(? AS SIGNED)';
  return /e/i.test(text) ? 'CAST(? AS DOUBLE)' : 'CAST(? AS DECIMAL(65,30))';
}
