import type { Node, ScanToken } from 'libpg-query';
import { type Grammar, NotParsed, requireWellFormed, statementsOf, syntaxOf } from '#sql/postgres/grammar';

export type Statement = Node;

/** A word of the text; `start` is a position in bytes, as the tree's locations are. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly name: string;
}

export interface Parsed {
  readonly statements: readonly Statement[];
  /** The tokens without comments. */
  readonly tokens: readonly Token[];
}

type Libpg = typeof import('libpg-query');

const MAX_LENGTH = 64_000;
const MAX_NESTING = 300;
const MAX_WEIGHT = 3000;
const MAX_COMMENTS = 1000;
let loading: Promise<Libpg> | undefined;

/** Takes SQL apart with the grammar of PostgreSQL 18. @throws NotParsed */
export async function parse(sql: string): Promise<Parsed> {
  requireWellFormed(sql);
  if (sql.trim() === '') throw new NotParsed('there is no statement');
  if (sql.length > MAX_LENGTH) throw new NotParsed(`the text is longer than ${MAX_LENGTH} characters`);
  // Each comment within another is read once more.
  if (sql.split('/*').length > MAX_COMMENTS) throw new NotParsed('the text has too many comments');
  const grammar = await load();
  const tokens = scan(grammar, sql);
  refuseTooDeep(tokens);
  return { statements: statementsOf(grammar, sql), tokens };
}

function load(): Promise<Libpg> {
  loading ??= import('libpg-query')
    .then(async (grammar) => {
      await grammar.loadModule();
      return grammar;
    })
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

function scan(grammar: Grammar, sql: string): Token[] {
  const bytes = Buffer.from(sql, 'utf8');
  const found = syntaxOf(() => grammar.scanSync(sql).tokens);
  return found
    .filter(({ tokenName }) => !['SQL_COMMENT', 'C_COMMENT'].includes(tokenName))
    .map(({ start, end, tokenName }: ScanToken) => ({
      text: bytes.subarray(start, end).toString('utf8'),
      start,
      name: tokenName,
    }));
}

/** A deeper tree could overflow the grammar's stack, and the grammar rarely survives that. */
function refuseTooDeep(tokens: readonly Token[]): void {
  let nesting = 0;
  let weight = 0;
  tokens.forEach(({ text }, i) => {
    if (text === '(' || text === '[') nesting += 1;
    else if (text === ')' || text === ']') nesting -= 1;
    else if (text !== ',' && !(isEdge(tokens[i - 1]) && isEdge(tokens[i + 1]))) weight += 1;
    if (nesting > MAX_NESTING || weight > MAX_WEIGHT) throw new NotParsed('the statement is too long or too deep');
  });
}

function isEdge(token: Token | undefined): boolean {
  return token !== undefined && ['(', ')', ','].includes(token.text);
}
