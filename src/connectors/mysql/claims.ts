import type { Json, JsonObject } from '../connector.js';
import { own } from '../rows/call/payload.js';
import type { Claim, Claimed } from '../rows/dialect.js';
import type { Session } from '../rows/table/session.js';
import type { Cell } from '../rows/table/table.js';
import { canonicalJson } from '../rows/values/json-meaning.js';
import type { Column } from './sql.js';
import { storedAs, toText } from './values.js';

interface Asked {
  readonly row: number;
  readonly column: Column;
  readonly text: string;
}

/** Questions in one statement. */
const KEYS_OF_A_STATEMENT = 1_000;

/**
 * A value about which the database cannot be asked is compared with the text that the database shows, by the kind of
 * column.
 */
export async function claimsOf(
  session: Session,
  columns: readonly Column[],
  objects: readonly JsonObject[],
): Promise<Claim[]> {
  const claims = objects.map(() => new Map<string, Claimed>());
  const open: Asked[] = [];
  objects.forEach((object, row) => {
    for (const column of columns) {
      const value = own(object, column.name);
      const text = value === undefined ? undefined : toText(value, column);
      if (value === undefined || text === undefined) continue;
      if (text !== null && storedAs(column, text)) open.push({ row, column, text });
      else claims[row]?.set(column.name, claimedFrom(value, text, column));
    }
  });
  for (let from = 0; from < open.length; from += KEYS_OF_A_STATEMENT) {
    const some = open.slice(from, from + KEYS_OF_A_STATEMENT);
    const texts = await ask(session, some);
    some.forEach(({ row, column }, i) => {
      const text = texts[i] ?? null;
      if (text !== null) claims[row]?.set(column.name, fixed(text));
    });
  }
  return claims;
}

async function ask(session: Session, some: readonly Asked[]): Promise<readonly Cell[]> {
  const questions = some.flatMap(({ column, text }) => storedAs(column, text) ?? []);
  const sql = questions.map(({ sql: one }) => `CAST(${one} AS CHAR)`).join(', ');
  const params = questions.filter(({ sql: one }) => one.includes('?')).map(({ param }) => param);
  return (await session.rows(`SELECT ${sql}`, params))[0] ?? [];
}

const fixed = (text: Cell): Claimed => ({ text, isExact: true, fits: (now) => now === text });

function claimedFrom(value: Json, text: Cell, column: Column): Claimed {
  const isExact = isAsWritten(text ?? '', column);
  const isDocument = column.isJson || typeof value === 'object';
  const is = (test: (now: string) => boolean): Claimed => ({ text, isExact, fits: (now) => now !== null && test(now) });
  if (text === null) return fixed(null);
  switch (column.kind) {
    case 'float':
      return is((now) => Math.fround(Number(now)) === Math.fround(Number(text)));
    case 'double':
      return is((now) => Number(now) === Number(text));
    case 'char':
      return fixed(text.replace(/ +$/, ''));
    case 'choice':
      return is((now) => now.toLowerCase() === text.toLowerCase());
    case 'json':
    case 'text':
      return is((now) => now === text || (isDocument && canonicalJson(now) === canonicalJson(text)));
    default:
      return fixed(text);
  }
}

/** True when the column surely keeps this spelling of a value that it may write in another way. */
function isAsWritten(text: string, { kind, type }: Column): boolean {
  switch (kind) {
    case 'float':
    case 'double':
      return /^(0|-?[1-9]\d{0,6})$/.test(text);
    case 'choice':
      return type.slice(type.indexOf('(')).split(/[(),]/).includes(`'${text}'`);
    case 'text':
      if (/^uuid/i.test(type)) return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
      return !/^inet/i.test(type);
    default:
      return false;
  }
}
