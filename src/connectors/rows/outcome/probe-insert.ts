import type { ProbedOutcome } from '../../connector.js';
import type { InsertCall } from '../call/payload.js';
import { byIdentity, type Found, holds, lookFor, rejection } from '../insert/insert-evidence.js';
import type { Work } from '../undo/restore.js';

/**
 * Whether the rows are there. Where the database gave the keys, only the client says which rows to look at: that they
 * are not there tells nothing then, and that they are counts where the capture proves that they are new.
 */
export async function probeInsert(work: Work, call: InsertCall): Promise<ProbedOutcome> {
  const known = byIdentity(work);
  const keyIsOurs = work.snapshot.proof?.kind === 'given';
  const found = await lookFor(known, call, { lock: true });
  if (keyIsOurs && found.every(({ row }) => row === null)) return 'not-happened';
  const isThere = (one: Found) => one.row !== null && rejection(known, one) === null && holds(one);
  const isWhole = found.length > 0 && (keyIsOurs || found.length === call.rows.length);
  return isWhole && found.every(isThere) ? 'happened' : 'unknown';
}
