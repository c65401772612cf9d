/** The values to which an UPDATE sets its columns, as far as they are known before; pure. */
import { isSign } from '#sql/mysql/tokens';
import type { Json } from '../../connector.js';
import { NotCapturable } from '../../rows/call/payload.js';
import type { Cell } from '../../rows/table/table.js';
import { addedBy } from '../../rows/values/arithmetic.js';
import type { Column } from '../sql.js';
import { expressionOf, literalOf, type Piece, type Scope } from './expression.js';
import type { UpdateStatement } from './statement.js';

/** A value that the database can be asked for beforehand. */
export interface PredictedValue {
  readonly column: Column;
  readonly sql: string;
  /** The columns that it reads. */
  readonly reads: ReadonlySet<string>;
  readonly params: readonly Cell[];
}

/** The known facts of an UPDATE's columns before it runs. */
export interface Assigned {
  readonly columns: readonly Column[];
  /** The values in a form for operators. */
  readonly values: Readonly<Record<string, string>>;
  readonly added: Readonly<Record<string, string>>;
  readonly literals: Readonly<Record<string, Json>>;
  readonly foreseen: readonly PredictedValue[];
}

/** Kinds of which the text that the database answers with is read again as the same value. */
const ASKED = ['integer', 'decimal', 'char', 'text', 'choice', 'date', 'datetime', 'time', 'year'];

/** MySQL sets one column after the other: a later one reads the new value of an earlier one. */
export function assignmentsOf({ assignments }: UpdateStatement, scope: Scope): Assigned {
  const columns: Column[] = [];
  const values: Record<string, string> = {};
  const added: Record<string, string> = {};
  const literals: Record<string, Json> = {};
  const foreseen: PredictedValue[] = [];
  for (const { column: name, right } of assignments) {
    const column = scope.table?.columns.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (column === undefined) throw new NotCapturable(`the table has no column ${name}`);
    if (columns.includes(column)) throw new NotCapturable(`it sets ${name} twice`);
    const literal = literalOf(right, column);
    const { sql, params, columns: read, moment, fresh } = literal === undefined ? expressionOf(right, scope) : NOTHING;
    const isNew = moment || fresh || columns.some((earlier) => read.has(earlier.name));
    const number = isNew || literal !== undefined ? null : addedBy(sourceText(right), column.name);
    columns.push(column);
    values[column.name] = sourceText(right);
    if (literal !== undefined) literals[column.name] = literal;
    else if (number !== null) added[column.name] = number;
    if (literal === undefined && !isNew && ASKED.includes(column.kind))
      foreseen.push({ column, sql, params, reads: read });
  }
  return { columns, values, added, literals, foreseen };
}

const NOTHING = { sql: '', params: [], columns: new Set<string>(), moment: false, fresh: false };

/** The expression with its numbers in their places. */
function sourceText({ tokens, values }: Piece): string {
  const given = [...values];
  const words = tokens.map((token) => {
    if (token.kind === 'text') return `'${token.text.replaceAll("'", "''")}'`;
    if (!isSign(token, '?')) return token.kind === 'name' ? `\`${token.text.replaceAll('`', '``')}\`` : token.text;
    const value = given.shift();
    return typeof value === 'number' ? String(value) : typeof value === 'string' ? `'${value}'` : '?';
  });
  return words.join(' ').replaceAll(' . ', '.');
}
