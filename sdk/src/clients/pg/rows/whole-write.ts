import type { Node } from 'libpg-query';
import { ROWS } from '#sql/postgres/may-do';
import type { Queryable } from '../client/objects.js';
import type { SqlParser } from '../reading/parser.js';
import type { Proofs } from '../reading/proofs.js';
import type { Write } from './write.js';

/**
 * A write with all that it may do: what its text says, and any change of rows where the catalogue does not prove that
 * nothing else runs (triggers, rules, defaults, checks, views, functions of a user under a name of PostgreSQL's own).
 */
export async function wholeWrite(
  write: Write,
  statement: Node | null,
  { parser, proofs, on }: { parser: SqlParser; proofs: Proofs; on: Queryable },
): Promise<Write> {
  if (statement === null || mayChangeAny(write)) return write;
  // A connection or a transaction that has failed: the statement itself tells how.
  const isProved = await proofs.proveWrite(statement, parser, on).catch(() => false);
  return isProved ? write : { ...write, mayDo: ROWS.filter((operation) => operation !== write.operation) };
}

/**
 * A trigger's change of the catalogue is noticed later, like another client's: with an audit trigger no write would
 * pass otherwise.
 */
export function mayChangeCatalogue({ operation, mayDo }: Write): boolean {
  return operation === 'query' && mayDo.length > 1;
}

/** True for a write with unknown effects. */
function mayChangeAny({ operation, mayDo }: Write): boolean {
  return ROWS.every((one) => one === operation || mayDo.includes(one));
}
