import type { Ask, Report } from '../../../../src/actions/rules/action-state.js';
import { type Transition, transition } from '../../../../src/actions/rules/transition.js';
import { grantFor, verdictOn } from './policies.js';
import { type Action, type Expected, NOT_FOUND, type Note, refused, type State } from './state.js';
import { callOf, NOW, refusedWith } from './table.js';

export interface Call {
  readonly apiName: string;
  readonly operationType: 'UPDATE' | 'READ';
  readonly amount: number;
  readonly status?: 'CLEARED' | 'PENDING_APPROVAL' | 'SUCCESS' | 'FAILED';
  readonly precapture?: number;
}

/** Refusals that docs/contract.md puts before the look-up of a key. */
const FIRST = ['agent-paused', 'plan-required'];

/** Models a call: the table decides; the key's earlier answer, the snapshot, a grant and the quota come on top. */
export function log(state: State, call: Call, key: string | null, note: Note | null = null): Expected {
  if (state.purged) return NOT_FOUND;
  const command = commandOf(state, call);
  const grant = command.type === 'ask' && !command.wantsApproval ? grantFor(state, call.apiName) : -1;
  const fits = call.precapture !== undefined && !misfits(state, call);
  const snapshot = call.precapture === undefined ? 'none' : fits ? 'fits' : 'does-not-fit';
  const isRead = call.operationType === 'READ';
  const asked = callOf(state, { isRead, snapshot, isGranted: grant >= 0 });
  const made = transition(asked, command, NOW);
  const isKept = made.status !== null;
  if (!isKept && made.refusal && FIRST.includes(made.refusal)) {
    const unpaused = transition(asked, { ...command, isPaused: false }, NOW).refusal;
    return { ...refusedWith(made.refusal), ...(unpaused === 'plan-required' && { or: unpaused }) };
  }
  const before = key === null ? undefined : state.remembered.get(key);
  if (before && before.call !== sameCall(call)) return refused(409, 'idempotency-conflict');
  if (before) return { ...before.expected, replayed: true };
  if (!isKept) return refusedWith(made.refusal ?? 'not-found');
  const action = keep(state, call, made, { grant: made.usesGrant ? grant : null, fits, note });
  const expected = made.refusal ? refusedWith(made.refusal, action) : { status: 201, action };
  if (key !== null) state.remembered.set(key, { call: sameCall(call), action, expected });
  return expected;
}

/** A snapshot belongs to one attempt, and another attempt at the same call has another one. */
const sameCall = ({ precapture: _, ...call }: Call) => JSON.stringify(call);

function commandOf({ plan, paused }: State, { apiName, amount, status }: Call): Ask | Report {
  const judged = { verdict: verdictOn(apiName, amount), hasApprovals: plan !== 'FREE', isPaused: paused };
  return status === 'SUCCESS' || status === 'FAILED'
    ? { ...judged, type: 'report', outcome: status, isUngated: false, isRefused: false }
    : { ...judged, type: 'ask', wantsApproval: status === 'PENDING_APPROVAL' };
}

/** A precapture binds session, apiName and payload, once. */
function misfits(state: State, call: Call): boolean {
  const precapture = state.precaptures[call.precapture ?? -1];
  return precapture?.taken !== false || precapture.apiName !== call.apiName || precapture.amount !== call.amount;
}

interface Taken {
  readonly grant: number | null;
  readonly fits: boolean;
  readonly note: Note | null;
}

function keep(state: State, call: Call, made: Transition, { grant, fits, note }: Taken): number {
  const index = state.actions.length;
  const precapture = fits ? state.precaptures[call.precapture ?? -1] : undefined;
  if (precapture) precapture.taken = true;
  const granted = grant === null ? undefined : state.grants[grant];
  if (granted) granted.uses++;
  if (made.opensApproval) state.approvals.push({ action: index, status: 'PENDING', reason: null });
  if (made.isMetered && !state.simulated) state.used++;
  if (made.counters.lateEffects) state.lateEffect = true;
  if (made.wakesSession) state.status = 'ACTIVE';
  state.actions.push({
    apiName: call.apiName,
    operationType: call.operationType,
    amount: call.amount,
    original: null,
    status: made.status as Action['status'],
    violation: made.violation,
    effectSequence: made.takesEffect ? ++state.lastEffect : null,
    approval: made.opensApproval ? state.approvals.length - 1 : null,
    grant,
    precapture: fits ? (call.precapture ?? null) : null,
    note,
  });
  return index;
}
