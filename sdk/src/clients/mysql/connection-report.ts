import { isSign, isWord, type Token } from '#sql/mysql/tokens';
import type { AgentConnection } from '../../asking/gate.js';
import { RecentAnswers } from '../../wrapping/recent-answers.js';
import { rowsOf } from './asking.js';
import type { Connection } from './connection-adapter.js';

/** The milliseconds after which another client's changes are noticed. */
const VALID_MS = 10_000;
const QUESTION = `SELECT @@hostname, CAST(@@port AS CHAR), @@datadir, DATABASE(), @@session.time_zone, @@system_time_zone,
  @@session.sql_mode LIMIT 1`;
/** Statements that change no setting of the connection. */
const SETS_NOTHING = /^\s*(insert|replace|update|delete|select|show|create|alter|drop|truncate)\b/i;
const BEFORE_NAME = ['low_priority', 'high_priority', 'delayed', 'quick', 'ignore', 'into', 'from'];
const VERBS = ['insert', 'replace', 'update', 'delete'];

/** Engines without transactions: what is written to their tables stays, however a transaction ends. */
const LASTING = /^\) ENGINE=(MyISAM|Aria|MEMORY|MRG_MyISAM|ARCHIVE|CSV)\b/im;

/** The first table that a statement names. */
export interface Named {
  readonly schema: string | null;
  readonly name: string;
}

/** A question before a statement changes what these functions answer in it, and a read has no table to report. */
export const mayAskBefore = (sql: string): boolean =>
  /^\s*(insert|replace|update|delete)\b/i.test(sql) && !/\b(row_count|found_rows)\b/i.test(sql);

/** The table of an operation on rows, or of a statement; null where it is not known here. */
export function namedBy(table: unknown, tokens: readonly Token[] | null): Named | null {
  if (typeof table === 'string') return named(table.split('.'));
  if (tokens === null) return null;
  const isWrite = VERBS.some((verb) => isWord(tokens[0], verb));
  let at = isWrite ? 1 : tokens.findIndex((token) => isWord(token, 'from')) + 1;
  while (BEFORE_NAME.some((word) => isWord(tokens[at], word))) at += 1;
  const [first, dot, second] = tokens.slice(at, at + 3);
  const isName = (token: Token | undefined) => token?.kind === 'word' || token?.kind === 'name';
  if (at === 0 || !isName(first)) return null;
  return named(isSign(dot, '.') && isName(second) ? [first?.text, second?.text] : [first?.text]);
}

function named([first, second]: readonly (string | undefined)[]): Named | null {
  if (!first) return null;
  return second === undefined ? { schema: null, name: first } : { schema: first, name: second };
}

/** The descriptions of one wrapped client's connections, each from its own server. */
export class ConnectionReports {
  readonly #known = new WeakMap<object, RecentAnswers<AgentConnection | null>>();
  readonly #lasting = new WeakMap<object, Set<string>>();
  #mayDiffer = false;
  #hasTemporary = false;

  /** Tells whether what was written to this table stays after a rollback, as far as the server was asked about it. */
  isLasting(named: Named | null, place: object): boolean {
    return this.#lasting.get(place)?.has(JSON.stringify(named)) ?? false;
  }

  /** Notes a statement that may change what connections are. */
  note(sql: string): void {
    this.#mayDiffer ||= !SETS_NOTHING.test(sql);
    this.#hasTemporary ||= /\btemporary\b/i.test(sql);
  }

  /**
   * Returns the description of the connection; null if the server gives none.
   * @param place the connection; for a pool, whose connections are not distinguished, the pool
   */
  async of(named: Named | null, on: Connection, place: object, isPool: boolean): Promise<AgentConnection | null> {
    const known = this.#known.get(place) ?? new RecentAnswers<AgentConnection | null>(VALID_MS);
    this.#known.set(place, known);
    if (this.#mayDiffer || this.#hasTemporary) known.forget();
    // The statement itself reports how a connection has failed.
    const report = await known.ask(JSON.stringify(named), place, () => this.#ask(named, on, place)).catch(() => null);
    if (report === null || !isPool) return report;
    const { table, ...rest } = report;
    return {
      ...rest,
      ...(table && !this.#hasTemporary && { table }),
      settings: this.#mayDiffer ? { ...report.settings, timeZone: 'unknown' } : report.settings,
    };
  }

  async #ask(named: Named | null, on: Connection, place: object): Promise<AgentConnection | null> {
    const [row] = (await rowsOf(QUESTION, on)) ?? [];
    if (row === undefined) return null;
    const [host, port, directory, chosen, zone, systemZone, sqlMode] = row;
    const database = typeof chosen === 'string' ? chosen : undefined;
    const schema = named?.schema ?? database;
    const isKnown = named !== null || !this.#hasTemporary;
    const isFound = named !== null && schema !== undefined;
    const definition = isFound ? await definitionOf(schema, named.name, on) : '';
    // A temporary table stands in front of the one of the same name, and no catalogue lists it.
    const temporary = /^\s*create\s+temporary\b/i.test(definition);
    const lasting = this.#lasting.get(place) ?? new Set<string>();
    this.#lasting.set(place, lasting);
    lasting[LASTING.test(definition) ? 'add' : 'delete'](JSON.stringify(named));
    return {
      server: JSON.stringify([host, port, directory].map(String)),
      ...(database !== undefined && { database }),
      ...(schema !== undefined && isKnown && { table: { schema, temporary } }),
      path: database === undefined ? [] : [database],
      settings: { timeZone: String(zone === 'SYSTEM' ? systemZone : zone), sqlMode: String(sqlMode) },
    };
  }
}

async function definitionOf(schema: string, name: string, on: Connection): Promise<string> {
  const [quotedSchema, quotedName] = [schema, name].map((part) => `\`${part.replaceAll('`', '``')}\``);
  const [row] = (await rowsOf(`SHOW CREATE TABLE ${quotedSchema}.${quotedName}`, on)) ?? [];
  return String(row?.[1] ?? '');
}
