import type { Json } from '../../connectors/connector.js';
import { hasRefusal } from '../rules/action.js';
import type { LoggedAction, Perform } from '../rules/action-state.js';
import { transition } from '../rules/transition.js';
import { type ActionNote, countsOf } from './items.js';

/** A call that the service made, with the facts by which its outcome is decided. */
interface MadeCall {
  readonly organizationId: string;
  readonly sessionId: string;
  readonly simulated: boolean;
  readonly isRead: boolean;
  readonly payloadHash: string;
}

/**
 * Decides what `record_performed` writes where the action is cleared still and its session active. The table of transitions
 * decides it, as for every other command; the function compares the state that it was decided on.
 */
export function performedOutcome(call: MadeCall, outcome: Perform['outcome'], response: Json) {
  const { sessionId, isRead } = call;
  const expected: LoggedAction = {
    status: 'CLEARED',
    isRead,
    session: { status: 'ACTIVE', isRolled: false },
    violation: null,
    payloadHash: call.payloadHash,
    isEdited: false,
    isRefused: false,
    isSettled: false,
    isPerformed: true,
    approval: null,
    takenBack: null,
    hasBegun: true,
    claim: null,
  };
  const moved = transition(expected, { type: 'perform', outcome, isRefused: hasRefusal(response) }, new Date());
  const note = { org: call.organizationId, simulated: call.simulated, was: expected.status, became: outcome };
  return {
    isRead,
    status: moved.status,
    takesEffect: moved.takesEffect,
    counts: [countsOf(call.organizationId, sessionId, moved)],
    notes: [note satisfies ActionNote],
  };
}
