import type { JsonObject } from '../../connector.js';
import type { Snapshot } from '../capture/snapshot.js';
import { isFreeStatement } from './effect.js';
import { type Call, NotCapturable, parseCall } from './payload.js';

/**
 * The change of a recorded call to its table: the payload determines it for a row operation, the capture for a free
 * statement. An update of a row that the same transaction has inserted counts as that insert, with the updated values.
 * @throws NotCapturable
 */
export function recordedCall(apiName: string, payload: JsonObject, snapshot: Snapshot | null): Call {
  const call = namedCall(apiName, payload, snapshot);
  // The capture found no such row.
  if (call.kind !== 'update' || !snapshot?.said) return call;
  return { kind: 'insert', table: call.table, rows: [{ ...snapshot.said }] };
}

function namedCall(apiName: string, payload: JsonObject, snapshot: Snapshot | null): Call {
  if (!isFreeStatement(apiName)) return parseCall(apiName, payload);
  if (snapshot === null) throw new NotCapturable('what a free statement changed is not known without a capture of it');
  const { query, schema, name } = snapshot;
  if (query === undefined) throw new NotCapturable('the capture belongs to another call');
  const table = { schema, name };
  switch (query.verb) {
    case 'upsert':
      throw new NotCapturable('an upsert is undone as an insert and an update');
    case 'insert':
      return { kind: 'insert', table, rows: query.rows.map((row) => ({ ...row })) };
    case 'update': {
      const values = { ...query.values };
      return { kind: 'update', table, match: [], rowCount: null, values, expressions: Object.keys(values) };
    }
    case 'delete':
      return { kind: 'delete', table, match: [], rowCount: null };
  }
}

/** Does the same, but answers the reason when the call cannot be determined. */
export function tryRecordedCall(apiName: string, payload: JsonObject, snapshot: Snapshot | null): Call | string {
  try {
    return recordedCall(apiName, payload, snapshot);
  } catch (error) {
    if (error instanceof NotCapturable) return error.message;
    throw error;
  }
}
