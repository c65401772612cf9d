import type { Effect } from '../connector.js';
import { type Call, NotCapturable } from '../rows/payload.js';
import { recordedCall } from './recorded-call.js';
import { type Response, readResponse } from './response.js';
import { readSnapshot, type Snapshot } from './snapshot.js';

/** Everything an undo needs, as far as the record alone tells. */
export type Feasible =
  | { readonly possible: true; readonly call: Call; readonly snapshot: Snapshot; readonly response: Response }
  | { readonly possible: false; readonly reason: string };

/** Decides from the record alone whether a call can be undone at all. */
export function feasible(effect: Effect): Feasible {
  const snapshot = readSnapshot(effect.snapshot);
  if (snapshot === null) return impossible('there is no capture of the state before this call');
  const call = recorded(effect, snapshot);
  if (typeof call === 'string') return impossible(call);
  if ((call.kind === 'insert') !== (snapshot.proof !== null)) return impossible('the capture belongs to another call');
  const response = readResponse(effect.response, snapshot.key);
  const why = whyNot(call, snapshot, response);
  return why === null ? { possible: true, call, snapshot, response } : impossible(why);
}

function whyNot(call: Call, snapshot: Snapshot, { rows }: Response): string | null {
  if (call.kind === 'update' && snapshot.query === undefined && call.expressions.length > 0) {
    return snapshot.rows.length > 0 && rows === null
      ? `what the call left in ${call.expressions.join(', ')} is not known: it was computed by the database and not reported`
      : null;
  }
  if (call.kind !== 'insert' || snapshot.proof?.kind === 'given') return null;
  if (rows === null) return 'the database generated the keys of the inserted rows and they were not reported';
  return rows.length === call.rows.length
    ? null
    : `${rows.length} rows are reported where ${call.rows.length} were to be inserted`;
}

function recorded({ apiName, payload }: Effect, snapshot: Snapshot): Call | string {
  try {
    return recordedCall(apiName, payload, snapshot);
  } catch (error) {
    if (error instanceof NotCapturable) return error.message;
    throw error;
  }
}

function impossible(reason: string): Feasible {
  return { possible: false, reason };
}
