import { grantFor, type Verdict, verdictOn } from './policies.js';
import { type Action, type Expected, NOT_FOUND, type Note, refused, type State } from './state.js';

export interface Call {
  readonly apiName: string;
  readonly operationType: 'UPDATE' | 'READ';
  readonly amount: number;
  readonly status?: 'CLEARED' | 'PENDING_APPROVAL' | 'SUCCESS' | 'FAILED';
  readonly precapture?: number;
}

const isReport = (call: Call): call is Call & { status: 'SUCCESS' | 'FAILED' } =>
  call.status === 'SUCCESS' || call.status === 'FAILED';

/** The table of the contract's "Actions", in the order of checks it names: 403, then what a key remembers, then 409. */
export function log(state: State, call: Call, key: string | null, note: Note | null = null): Expected {
  if (state.purged) return NOT_FOUND;
  const verdict = gatedByClient(call, verdictOn(call.apiName, call.amount));
  const unplanned = !isReport(call) && verdict === 'REQUIRE_APPROVAL' && state.plan === 'FREE';
  if (!isReport(call) && state.paused)
    return { ...refused(403, 'agent-paused'), ...(unplanned && { or: 'plan-required' }) };
  if (unplanned) return refused(403, 'plan-required');
  const before = key === null ? undefined : state.remembered.get(key);
  if (before && before.call !== JSON.stringify(call)) return refused(409, 'idempotency-conflict');
  if (before) return { ...before.expected, replayed: true };
  const expected = isReport(call) ? report(state, call, call.status, verdict, note) : ask(state, call, verdict, note);
  const { action } = expected;
  if (key !== null && action !== undefined) state.remembered.set(key, { call: JSON.stringify(call), action, expected });
  return expected;
}

/** A client that wants a gate gets one, also where the policies want none. */
const gatedByClient = (call: Call, verdict: Verdict): Verdict =>
  call.status === 'PENDING_APPROVAL' && verdict === 'ALLOW' ? 'REQUIRE_APPROVAL' : verdict;

function ask(state: State, call: Call, verdict: Verdict, note: Note | null): Expected {
  if (state.closedByRollback) return refused(409, 'session-rolled-back');
  if (state.status === 'COMPLETED') return refused(409, 'session-closed');
  if (verdict === 'BLOCK') return refused(403, 'policy-blocked', keep(state, call, 'BLOCKED', { note }));
  if (misfits(state, call)) return refused(409, 'precapture-mismatch');
  meter(state);
  if (verdict === 'ALLOW') return { status: 201, action: keep(state, call, 'CLEARED', { note }) };
  const grant = call.status === 'PENDING_APPROVAL' ? -1 : grantFor(state, call.apiName);
  const granted = state.grants[grant];
  if (!granted) return { status: 201, action: keep(state, call, 'PENDING_APPROVAL', { note, opens: true }) };
  granted.uses++;
  return { status: 201, action: keep(state, call, 'CLEARED', { note, grant }) };
}

/** What happened in the world is kept, with what was wrong; and where an error is due it is answered all the same. */
function report(
  state: State,
  call: Call,
  outcome: 'SUCCESS' | 'FAILED',
  verdict: Verdict,
  note: Note | null,
): Expected {
  const [violation, refusal] = faults(state, call, verdict);
  if (outcome === 'SUCCESS' && call.operationType !== 'READ' && state.closedByRollback) state.lateEffect = true;
  const opens = verdict === 'REQUIRE_APPROVAL' && state.plan !== 'FREE';
  const action = keep(state, call, outcome, { violation, opens, note });
  if (refusal) return refused(...refusal, action);
  meter(state);
  return { status: 201, action };
}

function faults(state: State, call: Call, verdict: Verdict): [string | null, [number, string] | null] {
  const late = lateness(state);
  const closed: [number, string] | null = late && [409, late[1]];
  const misfit: [number, string] | null = misfits(state, call) ? [409, 'precapture-mismatch'] : null;
  if (verdict === 'BLOCK') return ['blocked', [403, 'policy-blocked']];
  if (verdict === 'REQUIRE_APPROVAL')
    return ['unapproved', state.plan === 'FREE' ? [403, 'plan-required'] : (closed ?? misfit)];
  return [state.paused ? 'paused' : (late?.[0] ?? null), closed ?? misfit];
}

function lateness({ closedByRollback, status }: State): [string, string] | null {
  if (closedByRollback) return ['after-rollback', 'session-rolled-back'];
  return status === 'COMPLETED' ? ['after-completion', 'session-closed'] : null;
}

/** Simulated calls count nothing, and refused ones neither. */
function meter(state: State): void {
  if (!state.simulated) state.used++;
}

/** A precapture binds session, apiName and payload, once. */
function misfits(state: State, call: Call): boolean {
  if (call.precapture === undefined) return false;
  const precapture = state.precaptures[call.precapture];
  return precapture?.taken !== false || precapture.apiName !== call.apiName || precapture.amount !== call.amount;
}

interface More {
  readonly violation?: string | null;
  readonly opens?: boolean;
  readonly grant?: number;
  readonly note: Note | null;
}

function keep(state: State, call: Call, status: Action['status'], { violation, opens, grant, note }: More): number {
  const index = state.actions.length;
  const fits = call.precapture !== undefined && !misfits(state, call);
  const precapture = fits ? state.precaptures[call.precapture] : undefined;
  if (precapture) precapture.taken = true;
  if (opens) state.approvals.push({ action: index, status: 'PENDING', reason: null });
  state.actions.push({
    apiName: call.apiName,
    operationType: call.operationType,
    amount: call.amount,
    original: null,
    status,
    violation: violation ?? null,
    effectSequence: status === 'SUCCESS' ? ++state.lastEffect : null,
    approval: opens ? state.approvals.length - 1 : null,
    grant: grant ?? null,
    precapture: fits ? (call.precapture ?? null) : null,
    note,
  });
  if (state.status === 'ABANDONED') state.status = 'ACTIVE';
  return index;
}
