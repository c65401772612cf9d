import { randomUUID } from 'node:crypto';
import type { ConfirmItem, RecordItem } from '../../../../src/actions/ledger/items.js';

/** The organization and the session of an item, as the ledger's statements need them. */
interface Place {
  readonly org: string;
  readonly session: string;
  readonly epoch?: number;
}

const expected = {
  epoch: 1,
  simulated: null,
  session_status: 'ACTIVE',
  rolled: false,
  takes_effect: true,
} as const;

/** A reported read of a session nothing has happened to, as the service would log it. */
export const recordItem = (place: Place, more: Partial<RecordItem> = {}): RecordItem => ({
  ...expected,
  ...place,
  fits: false,
  fingerprints: null,
  grant_id: null,
  tool_call_id: null,
  traceparent: null,
  performed: false,
  quota: 1_000_000,
  cost: 1,
  id: randomUUID(),
  api_name: 'a.b',
  operation_type: 'READ',
  payload: {},
  payload_hash: 'x',
  response: undefined,
  status: 'SUCCESS',
  violation: null,
  refusal: null,
  decision: 'ALLOW',
  policy_ids: [],
  policy_reason: null,
  shadow: null,
  precapture: null,
  idempotency_key: null,
  request_hash: null,
  counts: { org: place.org, session: place.session, success: 1, logged: 1, effects: 1, active: true },
  note: { org: place.org, simulated: false, became: 'SUCCESS' },
  approval: null,
  traits: [],
  ...more,
});

/** The success of a cleared call that changes something. */
export const confirmItem = (place: Place, action: string, more: Partial<ConfirmItem> = {}): ConfirmItem => ({
  ...expected,
  ...place,
  action,
  was: 'CLEARED',
  is_read: false,
  was_violation: null,
  was_hash: null,
  edited: false,
  lapsed: false,
  status: 'SUCCESS',
  violation: null,
  response: undefined,
  counts: { org: place.org, session: place.session, cleared: -1, success: 1, effects: 1, active: true },
  note: { org: place.org, simulated: false, was: 'CLEARED', became: 'SUCCESS' },
  ...more,
});
