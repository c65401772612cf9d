/** Takes SQL apart with PostgreSQL's own grammar, which each side loads; pure. */
import type { Node, parseSync, scanSync } from 'libpg-query';

export interface Grammar {
  readonly parseSync: typeof parseSync;
  readonly scanSync: typeof scanSync;
}

/** The grammar does not know the text, or there is nothing to know; the message is fit for an operator. */
export class NotParsed extends Error {
  override readonly name = 'NotParsed';
}

const LONGEST_REASON = 200;

/** The statements of a text. @throws NotParsed */
export function statementsOf(grammar: Pick<Grammar, 'parseSync'>, sql: string): Node[] {
  requireWellFormed(sql);
  const statements = syntaxOf(() => grammar.parseSync(sql).stmts ?? []);
  return statements.flatMap(({ stmt }) => stmt ?? []);
}

/** @throws NotParsed */
export function requireWellFormed(sql: string): void {
  // The grammar reads C strings: behind a NUL it would see nothing.
  if (sql.includes('\0') || /\p{Surrogate}/u.test(sql)) throw new NotParsed('the text is not well-formed Unicode');
}

/** @throws NotParsed for a text that the grammar refuses */
export function syntaxOf<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const why = error instanceof Error && error.name === 'SqlError' ? `: ${cut(error.message)}` : '';
    throw new NotParsed(`the text is not SQL that PostgreSQL 18 reads${why}`);
  }
}

const cut = (text: string) => [...text].slice(0, LONGEST_REASON).join('');
