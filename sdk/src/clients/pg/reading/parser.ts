import type { Node } from 'libpg-query';
import { type Grammar, statementsOf } from '#sql/postgres/grammar';
import { WrapOptionsError } from '../../../errors.js';

/** PostgreSQL's own grammar. Loaded only when a client of pg is wrapped. */
export interface SqlParser {
  /** The statements of a text. @throws NotParsed */
  parse(sql: string): readonly Node[];
  /** Parses the PL/pgSQL functions that a text of CREATE FUNCTION makes. @throws Error if it makes none */
  parseFunction(sql: string): unknown;
  /** The text up to the end of its first statement, without a semicolon and what follows it. */
  upToFirstEnd(sql: string): string;
  deparse(node: Node): string;
}

let loaded: SqlParser | undefined;
let loading: Promise<SqlParser> | undefined;

export function parserIfLoaded(): SqlParser | undefined {
  return loaded;
}

export function loadParser(): Promise<SqlParser> {
  loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

const PACKAGES = () => Promise.all([import('libpg-query'), import('pgsql-deparser')]);

/** The grammar counts bytes. */
function cutAfterFirst(sql: Buffer, grammar: Pick<Grammar, 'parseSync'>): string {
  const { stmt_location: start = 0, stmt_len: length } = grammar.parseSync(sql.toString()).stmts?.[0] ?? {};
  return (length ? sql.subarray(0, start + length) : sql).toString();
}

/** @throws WrapOptionsError when the packages are not installed, which no other client needs */
export async function load(packages = PACKAGES): Promise<SqlParser> {
  const [grammar, deparser] = await packages().catch((error) => {
    if (!/MODULE_NOT_FOUND$/.test(String(error?.code))) throw error;
    throw new WrapOptionsError('To wrap clients of pg, install the packages libpg-query and pgsql-deparser.');
  });
  await grammar.loadModule();
  // The server sees what UTF-8 can hold: a lone half of a character would make the grammar swallow the next one.
  loaded = {
    parse: (sql) => statementsOf(grammar, Buffer.from(sql).toString()),
    upToFirstEnd: (sql) => cutAfterFirst(Buffer.from(sql), grammar),
    parseFunction: (sql) => grammar.parsePlPgSQLSync(sql),
    deparse: (node) => deparser.deparseSync(node),
  };
  return loaded;
}
