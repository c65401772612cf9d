import { NotCapturable } from '../rows/call/payload.js';
import type { Operands } from '../rows/call/where.js';
import type { Cell } from '../rows/table/table.js';
import { type Column, quote } from './sql.js';
import { toText } from './values.js';

/** Operands are appended to `params`; each is read as the type of its column. */
export function operandsIn(params: Cell[]): Operands<Column> {
  return {
    field: ({ name }) => `t.${quote(name)}`,
    operand: (column, value, operator) => {
      const text = toText(value, column);
      if (text === undefined) throw new NotCapturable(`match of ${column.name} has an operand that is not supported`);
      const place = `$${params.push(text)}`;
      return operator === 'like' ? place : `${place}::${column.bareType}`;
    },
    oneOf: (field, operands) => `(${operands.map((operand) => `${field} = ${operand}`).join(' OR ')})`,
  };
}
