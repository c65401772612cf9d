import { UngovernedCallError } from '../errors.js';
import { classify } from './classify.js';
import type { RawClient, RawPool } from './objects.js';
import { loadParser, type SqlParser } from './parser.js';
import type { QueryCall, Submittable } from './query-call.js';

const REASON =
  'pg.Query, cursors and query streams submit themselves and pass only when they read. ' +
  'Send what writes, and what controls the transaction, with query(text, values).';

/** Passes what submits itself when it reads; it is its own return value. @throws UngovernedCallError */
export function submit(
  raw: RawClient | RawPool,
  call: QueryCall,
  submittable: Submittable,
  parser: SqlParser | undefined,
): unknown {
  const reads = (known: SqlParser) => call.text !== null && classify(known, call.text).kind === 'read';
  if (parser) {
    if (!reads(parser)) throw new UngovernedCallError(REASON);
    return raw.query(...call.args);
  }
  const later = loadParser().then((loaded) => {
    if (!reads(loaded)) throw new UngovernedCallError(REASON);
    raw.query(...call.args);
  });
  later.catch((error) => submittable.handleError?.(error));
  return submittable;
}
