import fc from '../../../support/properties.js';
import { type Kind, pick } from './command.js';
import { viewOf } from './compare.js';
import { complete, confirm, precapture, type ReportedArguments } from './confirm.js';
import { type Call, log } from './log.js';
import { AMOUNTS, API_NAMES } from './policies.js';
import { hashOf, NOTE, payloadOf, type Real } from './real.js';
import type { Expected, Note, State, Status } from './state.js';

const drawn = fc.nat(999);
/** Most of them wait for an approval, so that there is something to decide. */
const apiName = fc.constantFrom(...API_NAMES, 'gate.call', 'gate.call', 'limit.call');
const amount = fc.constantFrom(...AMOUNTS);

const bodyOf = (real: Real, { amount: one, precapture: captured, ...call }: Call) => ({
  ...call,
  payload: payloadOf(call.apiName, one),
  ...(captured !== undefined && { precaptureId: real.precaptures[captured] }),
});

/** Logs it in both worlds. */
async function logged(
  state: State,
  real: Real,
  call: Call,
  key: string | null,
  note: Note | null = null,
): Promise<Expected> {
  const expected = log(state, call, key, note);
  const answer = await real.agent.post(`${real.path}/actions`, bodyOf(real, call), key ?? undefined);
  real.expect(answer, expected);
  const { action: index } = expected;
  if (index === undefined) return expected;
  const approval = state.actions[index]?.approval ?? null;
  if (approval !== null) real.approvals[approval] ??= await approvalOf(real, index);
  if (expected.status === 201) expect(answer.body.data).toEqual(viewOf(state, real, index));
  return expected;
}

/** A refusal that was kept does not tell the approval that reviews it. */
async function approvalOf(real: Real, index: number): Promise<string> {
  const { actions } = (await real.agent.get(real.path)).body.data;
  return actions[index].approval.id;
}

export const logKind: Kind<Omit<Call, 'precapture'> & { key: string | null; precapture: number | null }> = {
  name: 'log',
  args: fc.record({
    apiName,
    amount,
    operationType: fc.constantFrom('UPDATE', 'UPDATE', 'READ'),
    status: fc.constantFrom(undefined, 'CLEARED', 'PENDING_APPROVAL', 'SUCCESS', 'SUCCESS', 'FAILED'),
    key: fc.constantFrom(null, null, 'one', 'two'),
    precapture: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: drawn }),
  }),
  walk: (state, real, { key, precapture: bound, status, ...call }) => {
    const captured = state.precaptures[pick(bound ?? 0, state.precaptures.length || 1)];
    const index = captured && bound !== null ? state.precaptures.indexOf(captured) : undefined;
    // Every other precapture matches its call, as a client's does.
    const fitting = index !== undefined && captured && captured.apiName !== NOTE && (bound ?? 0) % 2 === 0;
    const { apiName: name, amount: one } = fitting ? captured : call;
    const asked = { ...call, apiName: name, amount: one, ...(status && { status }) };
    return logged(state, real, { ...asked, ...(index !== undefined && { precapture: index }) }, key);
  },
};

/** The same request again, because its answer was lost. */
export const retryKind: Kind<number> = {
  name: 'retry',
  args: drawn,
  fits: ({ remembered }) => remembered.size > 0,
  walk: (state, real, number) => {
    const [key, { call }] = [...state.remembered][pick(number, state.remembered.size)] as [string, { call: string }];
    return logged(state, real, JSON.parse(call), key);
  },
};

const STATUSES: readonly Status[] = ['CLEARED', 'PENDING_APPROVAL', 'REJECTED', 'BLOCKED', 'UNKNOWN', 'ROLLED_BACK'];

export const confirmKind: Kind<{ number: number; to: Status; told: ReportedArguments }> = {
  name: 'confirm',
  args: fc.record({
    number: drawn,
    to: fc.oneof(
      { weight: 4, arbitrary: fc.constant<Status>('SUCCESS') },
      { weight: 2, arbitrary: fc.constant<Status>('FAILED') },
      { weight: 1, arbitrary: fc.constantFrom(...STATUSES) },
    ),
    told: fc.constantFrom<ReportedArguments[]>('nothing', 'right', 'wrong'),
  }),
  // No agent reports the success of a change that was never made.
  fits: ({ actions }, { number, to }) => {
    const note = actions[pick(number, actions.length || 1)]?.note;
    return actions.length > 0 && (note ? to === 'FAILED' || (to === 'SUCCESS' && note.ran) : true);
  },
  walk: async (state, real, { number, to, told }) => {
    const index = pick(number, state.actions.length);
    const { amount: one = 0, note } = state.actions[index] ?? {};
    const says = note ? 'nothing' : told;
    const expected = confirm(state, index, to, says);
    const payloadHash = { nothing: undefined, right: hashOf(one), wrong: hashOf(one + 1) }[says];
    const answer = await real.agent.patch(`${real.path}/actions/${real.actions[index]}`, {
      status: to,
      ...(payloadHash && { payloadHash }),
    });
    real.expect(answer, expected);
    if (expected.status === 200) expect(answer.body.data).toEqual(viewOf(state, real, index));
    return expected;
  },
};

export const precaptureKind: Kind<{ apiName: string; amount: number; of: number | null }> = {
  name: 'precapture',
  args: fc.record({ apiName, amount, of: fc.oneof(fc.constant(null), drawn) }),
  walk: async (state, real, { of, ...call }) => {
    const index = of === null || state.actions.length === 0 ? null : pick(of, state.actions.length);
    const action = index === null ? undefined : state.actions[index];
    const wanted = action && action.note === null && (of ?? 0) % 4 > 0 ? action : call;
    return captured(state, real, wanted.apiName, wanted.amount, index);
  },
};

async function captured(state: State, real: Real, name: string, one: number, of: number | null): Promise<Expected> {
  const expected = precapture(state, name, one, of);
  const answer = await real.agent.post(`${real.path}/actions/precapture`, {
    apiName: name,
    payload: payloadOf(name, one),
    ...(of !== null && { actionId: real.actions[of] }),
  });
  real.expect(answer, expected);
  if (expected.status !== 200) return expected;
  expect(answer.body.data.captureFailed).toBe(name !== NOTE);
  real.precaptures.push(answer.body.data.precaptureId);
  return expected;
}

/** Changes a row in a real database; the call has a snapshot, and runs immediately or never. */
export const noteKind: Kind<{ ran: boolean }> = {
  name: 'note',
  args: fc.record({ ran: fc.boolean() }),
  fits: (state) => state.plan === 'TEAM' && !state.simulated,
  walk: async (state, real, { ran }) => {
    const { notes } = real.ground;
    const note = (await notes?.add()) ?? 0;
    const taken = await captured(state, real, NOTE, note, null);
    if (taken.status !== 200) return taken;
    const call: Call = {
      apiName: NOTE,
      operationType: 'UPDATE',
      amount: note,
      precapture: state.precaptures.length - 1,
    };
    const asked = await logged(state, real, call, null, { ran, changedByOthers: false });
    if (ran) await notes?.set(note, 'after');
    return asked;
  },
};

export const completeKind: Kind<null> = {
  name: 'complete',
  args: fc.constant(null),
  walk: async (state, real) => {
    const expected = complete(state);
    const answer = await real.agent.patch(real.path, { status: 'COMPLETED' });
    real.expect(answer, expected);
    return expected;
  },
};
