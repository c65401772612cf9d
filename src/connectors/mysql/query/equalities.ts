/** A condition that is nothing but columns that equal values; pure. */

import { isSign, isWord } from '#sql/mysql/tokens';
import { columnOf } from '../../rows/call/columns.js';
import type { Condition } from '../../rows/call/payload.js';
import type { Table } from '../sql.js';
import { literalOf, type Piece } from './expression.js';

/** `a = 1 AND t.b = ?` in the form of a payload; null for any other condition. Names are known to be of this table. */
export function equalitiesOf({ tokens, values }: Piece, table: Table): Condition[] | null {
  const given = [...values];
  const conditions: Condition[] = [];
  for (let at = 0; at < tokens.length; ) {
    if (isSign(tokens[at + 1], '.')) at += 2;
    const [name, equals] = [tokens[at], tokens[at + 1]];
    const next = tokens.findIndex((token, i) => i > at && isWord(token, 'and'));
    const end = next === -1 ? tokens.length : next;
    const right = tokens.slice(at + 2, end);
    if (!name || !['word', 'name'].includes(name.kind) || !isSign(equals, '=')) return null;
    const isGiven = isSign(right[0], '?');
    const column = table.columns.find((one) => one.name.toLowerCase() === name.text.toLowerCase());
    const { name: known, kind } = column ?? columnOf(table, name.text);
    const operand = literalOf({ tokens: right, values: isGiven ? given.splice(0, 1) : [] }, { kind });
    if (operand === undefined || operand === null) return null;
    conditions.push({ column: known, operator: 'eq', operand });
    at = end + 1;
  }
  return conditions.length === 0 ? null : conditions;
}
