import { callsKnown, tablesAsTexts } from '#sql/mysql/calls';
import { isSign, isWord, type Token } from '#sql/mysql/tokens';
import { objectOf } from '../../method-client/one-parameter.js';
import { rowsOf } from './asking.js';
import type { Connection, Pool } from './connection-adapter.js';
import { membersOf } from './statement/copied.js';
import { asked, executed, type ParsedCall, type StatementProtocol } from './statement/statement-call.js';

const DATA = ['insert', 'update', 'delete', 'replace', 'select', 'show'];
const SCHEMA = ['create', 'alter', 'drop', 'truncate'];
const DEEPEST = 8;
/** The milliseconds after which another client's settings for all connections are noticed. */
const VALID_MS = 10_000;

const SETTINGS = 'SELECT @@character_set_client, @@sql_mode LIMIT 1';
/** Character sets in which, sent as UTF-8, no other letter becomes a quote or a backslash, or swallows one. */
const SERVER_SETS = /^(utf8|utf8mb3|utf8mb4|latin1|ascii|binary)$/;
const CLIENT_SETS = ['utf8', 'cesu8'];

interface Text {
  readonly protocol: StatementProtocol;
  readonly parsed: ParsedCall;
  readonly tokens: readonly Token[] | null;
}

/** A pool or a connection of mysql2 that speaks with promises. */
type Asked = Connection | Pool;

/**
 * Decides whether the server reads a text as this package does, and the values that mysql2 puts into it as they are
 * meant. With another `sql_mode` or character set of the session, a quote or a backslash among them may end a literal.
 */
export class ServerReading {
  #mayDiffer = false;
  #known = new WeakMap<object, { readonly until: number; readonly isAsHere: boolean }>();

  /**
   * Null if the server has to be asked first.
   * @param place the connection; for a pool, whose connections are not distinguished, the pool
   */
  isAsWritten({ protocol, parsed: { sql, values }, tokens }: Text, place: object, isPool: boolean): boolean | null {
    if (protocol === asked && isFormatted(place)) return false;
    if (protocol === asked && values !== undefined && tokens?.some(isQuotedPlaceholder) && !skipsQuoted(place))
      return false;
    // Values of a prepared statement never become part of its text.
    if (!/[\\\u0080-\uffff]/.test(sql) && (protocol === executed || isPlain(values, 0))) return true;
    if (isPool && this.#mayDiffer) return false;
    const known = this.#known.get(place);
    return known && known.until > Date.now() ? known.isAsHere : null;
  }

  async ask(place: object, on: Asked): Promise<void> {
    const known = this.#known;
    const isAsHere = await ('getConnection' in on ? anyReadsAsHere(on) : readsAsHere(on));
    if (known === this.#known) known.set(place, { until: Date.now() + VALID_MS, isAsHere });
  }

  /** Notes a statement, other than a read, that may change settings of some connection. */
  note(tokens: readonly Token[] | null): void {
    if (!mayChangeSettings(tokens)) return;
    this.#mayDiffer = true;
    this.#known = new WeakMap();
  }
}

async function anyReadsAsHere(pool: Pool): Promise<boolean> {
  const connection = await pool.getConnection();
  try {
    return await readsAsHere(connection);
  } finally {
    connection.release();
  }
}

async function readsAsHere(connection: Connection): Promise<boolean> {
  const [[set, mode] = []] = (await rowsOf(SETTINGS, connection)) ?? [];
  // The client encoding with which mysql2 itself writes a text, on the inner object of a promised connection.
  const { clientEncoding } = objectOf(objectOf(connection).connection ?? connection);
  const isOfClient = CLIENT_SETS.includes(String(clientEncoding));
  return isOfClient && SERVER_SETS.test(String(set)) && !String(mode).includes('NO_BACKSLASH_ESCAPES');
}

const isQuotedPlaceholder = ({ kind, text }: Token) => (kind === 'text' || kind === 'name') && /\?|:\w/.test(text);

/** A function of the application makes the text that is sent. */
function isFormatted(client: object): boolean {
  const { config } = objectOf(client);
  return [config, objectOf(config).connectionConfig].some((one) => typeof objectOf(one).queryFormat === 'function');
}

/** Earlier versions of mysql2 put values into quoted texts as well, which end there. */
function skipsQuoted(client: object): boolean {
  const { format } = objectOf(client);
  return typeof format === 'function' && Reflect.apply(format, client, ["'?'", ['x']]) === "'?'";
}

function mayChangeSettings(tokens: readonly Token[] | null): boolean {
  if (tokens === null || tokens.some((token) => isSign(token, ';'))) return true;
  const [first] = tokens;
  const begins = (words: readonly string[]) => words.some((word) => isWord(first, word));
  if (begins(SCHEMA)) return tokens.some((token) => isWord(token, 'select'));
  return !begins(DATA) || !callsKnown(tablesAsTexts(tokens));
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !/['\\\u0080-\uffff]/.test(value);
  if (typeof value === 'function') return false;
  if (typeof value !== 'object' || value === null) return true;
  return depth < DEEPEST && membersOf(value).every((pair) => pair.every((inner) => isPlain(inner, depth + 1)));
}
