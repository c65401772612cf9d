import type { JsonObject } from '../connector.js';
import { type Call, NotCapturable, parseCall } from '../rows/payload.js';
import type { Snapshot } from './snapshot.js';

/**
 * What a recorded call does to its table: of a row operation its payload tells, of a free statement its capture.
 * @throws NotCapturable
 */
export function recordedCall(apiName: string, payload: JsonObject, snapshot: Snapshot): Call {
  if (apiName !== 'postgres.query') return parseCall(apiName, payload);
  const { query, schema, name } = snapshot;
  if (query === undefined) throw new NotCapturable('the capture belongs to another call');
  const table = { schema, name };
  switch (query.verb) {
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
