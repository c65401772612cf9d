/**
 * Recognizes, in an SQL expression, the addition of a constant to a column; pure. Another client may add to the same
 * column meanwhile.
 */
import { negated, scaleOf } from './decimal.js';

const NUMBER = String.raw`'?([+-]?\d+(?:\.\d+)?)'?`;
const COLUMN = String.raw`((?:[\w$.]|"(?:[^"]|"")+"|\x60(?:[^\x60]|\x60\x60)+\x60)+)`;
const SUM = new RegExp(`^${COLUMN} *([+-]) *${NUMBER}$`);
const REVERSED = new RegExp(`^${NUMBER} *[+] *${COLUMN}$`);

/**
 * The constant that `column + 5`, `t.column - 5` or `5 + column` adds to the column, as a decimal number; null for any
 * other SQL.
 */
export function addedBy(sql: string, column: string): string | null {
  const text = withoutParentheses(sql.trim());
  const [, first = '', sign, added = ''] = SUM.exec(text) ?? [];
  if (sign !== undefined) return isColumn(first, column) ? signed(sign, added) : null;
  const [, leading = '', last = ''] = REVERSED.exec(text) ?? [];
  return leading !== '' && isColumn(last, column) ? signed('+', leading) : null;
}

/**
 * The number of digits that a column of this type keeps after the point; null when a sum in it is not exact. Infinity
 * means all digits. @param type as the catalogue writes it: `numeric(10,2)`, `int(11) unsigned`
 */
export function keptScale(type: string): number | null {
  if (/zerofill/.test(type)) return null;
  if (/^(tiny|small|medium|big)?int(eger)?(\(\d+\))?( unsigned)?$/.test(type)) return 0;
  if (type === 'numeric') return Number.POSITIVE_INFINITY;
  const [, scale] = /^(?:numeric|decimal)\(\d+,(\d+)\)( unsigned)?$/.exec(type) ?? [];
  return scale === undefined ? null : Number(scale);
}

/** True when such a column holds every sum with this number exactly, and changes by it. */
export function isExactIn(type: string, added: string): boolean {
  const kept = keptScale(type);
  const scale = scaleOf(added);
  return kept !== null && scale !== null && scale <= kept && /[1-9]/.test(added);
}

function signed(sign: string, number: string): string {
  return sign === '-' ? negated(number) : number.replace('+', '');
}

/** The last part of `t.column`; quoted names are taken exactly, others in any case. */
function isColumn(reference: string, column: string): boolean {
  const name = /(?:[\w$]+|"(?:[^"]|"")+"|`(?:[^`]|``)+`)$/.exec(reference)?.[0] ?? '';
  if (name.startsWith('"')) return name.slice(1, -1).replaceAll('""', '"') === column;
  if (name.startsWith('`')) return name.slice(1, -1).replaceAll('``', '`') === column;
  return name.toLowerCase() === column.toLowerCase();
}

function withoutParentheses(text: string): string {
  const inner = /^\(([^()]*)\)$/.exec(text)?.[1];
  return inner === undefined ? text : inner.trim();
}
