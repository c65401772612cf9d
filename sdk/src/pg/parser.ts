import type { Node, ParseResult } from 'libpg-query';

/** PostgreSQL's own grammar. Loaded only when a client of pg is wrapped. */
export interface SqlParser {
  /** @throws Error for a statement the grammar does not know */
  parse(sql: string): ParseResult;
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

async function load(): Promise<SqlParser> {
  const [grammar, deparser] = await Promise.all([import('libpg-query'), import('pgsql-deparser')]);
  await grammar.loadModule();
  loaded = { parse: (sql) => grammar.parseSync(sql), deparse: (node) => deparser.deparseSync(node) };
  return loaded;
}
