import type { Effect } from '../connector.js';
import { type Call, tryParseCall } from '../rows/payload.js';
import { type Response, readResponse } from './response.js';
import { readSnapshot, type Snapshot } from './snapshot.js';

/** Everything an undo needs, as far as the record alone tells. */
export type Feasible =
  | { readonly possible: true; readonly call: Call; readonly snapshot: Snapshot; readonly response: Response }
  | { readonly possible: false; readonly reason: string };

/** Decides from the record alone whether a call can be undone at all. */
export function feasible(effect: Effect): Feasible {
  if (effect.apiName === 'postgres.query') {
    return impossible('a free statement has no inverse: what it changed is not known');
  }
  const call = tryParseCall(effect.apiName, effect.payload);
  if (typeof call === 'string') return impossible(call);
  const snapshot = readSnapshot(effect.snapshot);
  if (snapshot === null) return impossible('there is no capture of the state before this call');
  if ((call.kind === 'insert') !== (snapshot.proof !== null)) return impossible('the capture belongs to another call');
  const response = readResponse(effect.response, snapshot.key);
  if (call.kind === 'update' && call.expressions.length > 0 && snapshot.rows.length > 0 && response.rows === null) {
    const columns = call.expressions.join(', ');
    return impossible(
      `what the call left in ${columns} is not known: it was computed by the database and not reported`,
    );
  }
  if (call.kind === 'insert' && snapshot.proof?.kind !== 'given') {
    if (response.rows === null) {
      return impossible('the database generated the keys of the inserted rows and they were not reported');
    }
    if (response.rows.length !== call.rows.length) {
      return impossible(`${response.rows.length} rows are reported where ${call.rows.length} were to be inserted`);
    }
  }
  return { possible: true, call, snapshot, response };
}

function impossible(reason: string): Feasible {
  return { possible: false, reason };
}
