import { Captured } from '../../captured.js';
import type { Effect } from '../../connector.js';
import { partsOf } from '../call/parts.js';
import type { Call, InsertCall } from '../call/payload.js';
import { tryRecordedCall } from '../call/recorded-call.js';
import { type Response, readResponse } from '../call/response.js';
import { readSnapshot, type Snapshot } from '../capture/snapshot.js';
import type { Row } from '../table/table.js';
import { addedOf } from './added.js';
import { isNumbered } from './insert-keys.js';

/** Everything an undo needs, as far as the record alone shows it. */
export interface Recorded {
  readonly call: Call;
  readonly snapshot: Snapshot;
  /** `rows` of the snapshot: all that an undo can write. */
  readonly captured: readonly Captured<Row>[];
  readonly response: Response;
}
export type Feasible =
  | { readonly possible: true; readonly parts: readonly Recorded[] }
  | { readonly possible: false; readonly reason: string };

/** Decides from the record alone whether a call can be undone at all. */
export function feasible(effect: Effect): Feasible {
  const content = Captured.in(effect)?.as(readSnapshot) ?? null;
  const whole = content?.value ?? null;
  const rows = content?.at('rows').each() ?? [];
  const parts: Recorded[] = [];
  for (const snapshot of whole === null ? [null] : partsOf(whole)) {
    const call = tryRecordedCall(effect.apiName, effect.payload, snapshot);
    if (typeof call === 'string') return impossible(call);
    if (snapshot === null) return impossible('there is no capture of the state before this call');
    if ((call.kind === 'insert') !== (snapshot.proof !== null))
      return impossible('the capture belongs to another call');
    const response = readResponse(effect.response, snapshot.key);
    const why = whyNot(call, snapshot, response);
    if (why !== null)
      return impossible(effect.response === undefined ? `the outcome is not confirmed yet: until then, ${why}` : why);
    parts.push({ call, snapshot, captured: snapshot.rows.length > 0 ? rows : [], response });
  }
  return { possible: true, parts };
}

function whyNot(call: Call, snapshot: Snapshot, response: Response): string | null {
  switch (call.kind) {
    case 'insert':
      return whyNotInsert(call, snapshot, response);
    case 'update': {
      if (snapshot.query !== undefined || snapshot.rows.length === 0 || response.rows !== null) return null;
      const added = addedOf(call, snapshot, response);
      const open = call.expressions.filter((name) => !added.has(name));
      return open.length > 0
        ? `what the call left in ${open.join(', ')} is not known: it was computed by the database and not reported`
        : null;
    }
    case 'delete':
      return null;
  }
}

function whyNotInsert({ rows }: InsertCall, { proof }: Snapshot, response: Response): string | null {
  if (proof?.kind === 'given') return null;
  if (response.rows === null && !isNumbered(proof, response)) {
    return 'the database generated the keys of the inserted rows and they were not reported';
  }
  const count = response.rows?.length ?? response.rowCount ?? rows.length;
  return count === rows.length ? null : `${count} rows are reported where ${rows.length} were to be inserted`;
}

function impossible(reason: string): Feasible {
  return { possible: false, reason };
}
