/** Judges an expression word by word, and writes it anew with its values as parameters; pure. */

import { classOf, EXPRESSION_WORDS } from '#sql/mysql/functions';
import { isSign, isWord, type Token } from '#sql/mysql/tokens';
import { isObject } from '../../../platform/json.js';
import type { Json } from '../../connector.js';
import { columnOf } from '../../rows/call/columns.js';
import { NotCapturable } from '../../rows/call/payload.js';
import type { Cell } from '../../rows/table/table.js';
import { type Column, quote, type Table } from '../sql.js';

export interface Piece {
  readonly tokens: readonly Token[];
  /** The values of its parameters, in their order. */
  readonly values: readonly Json[];
}

export interface Expression {
  readonly sql: string;
  readonly params: readonly Cell[];
  /** The columns it reads. */
  readonly columns: ReadonlySet<string>;
  readonly moment: boolean;
  readonly fresh: boolean;
}

/** The table whose columns it may read; none when the expression stands alone. */
export interface Scope {
  readonly table: Table | null;
  readonly names: readonly string[];
}

/** @throws NotCapturable when a part of it is not known to be harmless */
export function expressionOf({ tokens, values }: Piece, scope: Scope): Expression {
  requireBalance(tokens);
  const params: Cell[] = [];
  const columns = new Set<string>();
  const given = [...values];
  const flags = { moment: false, fresh: false };
  const sql = tokens.map((token, i) => {
    const [before, after] = [tokens[i - 1], tokens[i + 1]];
    switch (token.kind) {
      case 'number':
        return token.text;
      case 'text':
        params.push(token.text);
        return '?';
      case 'sign':
        if (token.text === '?') return parameterOf(given.shift(), params);
        if (token.text === '.' && isName(before) && isName(after)) return '';
        if (token.text === '.') throw new NotCapturable('the statement could not be parsed');
        if (token.text === ';') throw new NotCapturable('these are several statements');
        return token.text;
      default: {
        const word = token.kind === 'word' ? token.text.toLowerCase() : null;
        if (isSign(after, '.')) return qualifier(token.text, scope);
        // Behind a dot stands a function of that database, whatever its name is.
        if (isSign(before, '.') && isSign(after, '(')) throw callsAny(token.text);
        if (isSign(before, '.')) return column(token.text);
        if (word !== null && isWord(tokens[i - 2], 'interval') && UNITS.includes(word)) return word.toUpperCase();
        const known = word === null ? 'unknown' : classOf(word);
        if (known === 'moment') flags.moment = true;
        else if (word !== null && EXPRESSION_WORDS.has(word)) return word.toUpperCase();
        else if (!isSign(after, '(')) return column(token.text);
        else if (known === 'fresh') flags.fresh = true;
        else if (known !== 'harmless') throw callsAny(token.text);
        return token.text.toUpperCase();
      }
    }
  });
  return { sql: joined(sql), params, columns, ...flags };

  function column(name: string): string {
    const { table } = scope;
    if (table === null) throw new NotCapturable(`it names ${name}, which is no value`);
    const found = table.columns.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? columnOf(table, name);
    columns.add(found.name);
    return `t.${quote(found.name)}`;
  }
}

/** The units of an interval. */
const UNITS = ['microsecond', 'second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];

const callsAny = (name: string) => new NotCapturable(`it calls ${name}, which is not known to be harmless`);

const isName = (token: Token | undefined) => token?.kind === 'word' || token?.kind === 'name';

function requireBalance(tokens: readonly Token[]): void {
  let depth = 0;
  const isOpen = tokens.every((token) => {
    depth += isSign(token, '(') ? 1 : isSign(token, ')') ? -1 : 0;
    return depth >= 0;
  });
  if (!isOpen || depth !== 0) throw new NotCapturable('the statement could not be parsed');
}

/** A name and its parenthesis stand together: the server reads some functions in no other way. */
function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').reduce((sql, part) => (part === '(' ? `${sql}(` : `${sql} ${part}`), '');
}

function qualifier(name: string, { names }: Scope): string {
  if (names.some((one) => one.toLowerCase() === name.toLowerCase())) return '';
  throw new NotCapturable(`it names ${name}, which is not the table it changes`);
}

/** The parameter as the agent's client sends it: a number is no text. */
function parameterOf(value: Json | undefined, params: Cell[]): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value).toUpperCase();
  if (typeof value === 'string' && !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) {
    params.push(value);
    return '?';
  }
  if (isObject(value) && typeof value.$base64 === 'string') {
    params.push(value.$base64);
    return 'FROM_BASE64(?)';
  }
  throw new NotCapturable('one of its values is missing, or is no text, number, boolean, bytes or null');
}

/** The one value that a piece is, as a payload holds it; undefined when it is more than that. */
export function literalOf({ tokens, values }: Piece, column: Pick<Column, 'kind'>): Json | undefined {
  const [first, second, ...more] = tokens;
  if (first === undefined || more.length > 0) return undefined;
  if (isSign(first, '-') && second?.kind === 'number') return `-${second.text}`;
  if (second !== undefined) return undefined;
  if (first.kind === 'number' || first.kind === 'text') return first.text;
  if (isWord(first, 'null')) return null;
  if (isWord(first, 'true', 'false')) return isWord(first, 'true') ? '1' : '0';
  const [value] = values;
  if (!isSign(first, '?') || value === undefined) return undefined;
  parameterOf(value, []);
  return typeof value === 'string' && column.kind === 'bytes'
    ? { $base64: Buffer.from(value).toString('base64') }
    : value;
}
