import { looseTokensOf } from '#sql/mysql/loose-tokens';
import { wordSet } from '#sql/word-set';
import type { Capture, ConnectorContext, Json, JsonObject } from '../../connector.js';
import { NotCapturable } from '../../rows/call/payload.js';
import type { Session } from '../../rows/table/session.js';
import type { Cell } from '../../rows/table/table.js';
import { captureWithin } from '../query/capture-statement.js';
import type { Statement } from './row-statement.js';

/** The first words of statements that may run in a READ ONLY transaction. */
const READS = wordSet('select show describe desc explain with table values');
/** The first words of statements that InnoDB takes back with the transaction around them. */
const TRANSACTIONAL = wordSet('insert update delete replace select with table values do');
/** Statements that would end the transaction around them, or that only change the connection, which ends with the call. */
const NEVER = wordSet(
  'begin start commit rollback savepoint release xa lock unlock set use prepare execute deallocate handler',
);

export interface FreeStatement {
  readonly statement: Statement;
  readonly mayRead: boolean;
  /** It may end the transaction around it, as DDL and procedures do. */
  readonly endsTransactions: boolean;
  /** The reason why nothing is captured of it then. */
  readonly reason: string;
  capture(session: Session, context: ConnectorContext): Promise<Capture>;
}

/** @throws NotCapturable for what is not performed */
export function freeStatement(payload: JsonObject): FreeStatement {
  const { sql, values = [], ...rest } = payload;
  if (typeof sql !== 'string' || !Array.isArray(values) || Object.keys(rest).length > 0)
    throw new NotCapturable('the payload must be { sql, values }, with a list of values');
  const verb = verbOf(sql);
  if (NEVER.has(verb)) throw new NotCapturable(`${verb.toUpperCase()} is not performed`);
  const writesFile = /\binto\s+(outfile|dumpfile)\b/i.test(sql);
  return {
    statement: { sql, params: values.map(parameterOf) },
    mayRead: READS.has(verb) && !writesFile,
    endsTransactions: writesFile || !TRANSACTIONAL.has(verb),
    reason: 'the statement is none that a transaction holds, so nothing undoes it',
    capture: (session, context) => captureWithin(session, sql, values, context),
  };
}

/** The first word in small letters. It is empty when only the server can tell the kind of statement. */
function verbOf(sql: string): string {
  const first = (looseTokensOf(sql) ?? []).find(({ text }) => text !== '(');
  const word = first === undefined ? /^[\s(]*([a-z]+)\b/i.exec(sql)?.[1] : first.kind === 'word' ? first.text : '';
  return (word ?? '').toLowerCase();
}

/** The text that mysql2 sends for the value. */
function parameterOf(value: Json): Cell {
  if (value === null) return null;
  if (typeof value === 'boolean') return String(Number(value));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
