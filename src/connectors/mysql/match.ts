import type { Json } from '../connector.js';
import { NotCapturable } from '../rows/call/payload.js';
import type { Operands } from '../rows/call/where.js';
import type { Cell } from '../rows/table/table.js';
import { type Column, quote } from './sql.js';
import { storedAs, toText } from './values.js';

/** Operands are appended to `params`. */
export function operandsIn(params: Cell[]): Operands<Column> {
  return {
    field: ({ name }) => `t.${quote(name)}`,
    operand: (column, value) => {
      const { sql, param } = operandOf(value, column);
      params.push(param);
      return sql;
    },
    oneOf: (field, operands) => `${field} IN (${operands.join(', ')})`,
  };
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
