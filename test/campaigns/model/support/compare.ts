import { errorOf, expectConsistent, rows } from '../../../support/ledger.js';
import { eventually } from '../../../support/patience.mjs';
import { countersOf, dirtOf } from './dirt.js';
import { verdictOn } from './policies.js';
import { NOTE, payloadOf, type Real } from './real.js';
import type { State } from './state.js';
import { displayStatus, isRollable } from './undo.js';

/** Returns one action as the session shows it, without its times. */
export function viewOf(state: State, real: Real, index: number) {
  const action = state.actions[index];
  if (!action) throw new Error(`the model has no action ${index}`);
  const { apiName, operationType, amount, original, status, violation, effectSequence } = action;
  const approval = action.approval === null ? null : state.approvals[action.approval];
  return expect.objectContaining({
    id: real.actions[index],
    sequence: index + 1,
    apiName,
    operationType,
    payload: payloadOf(apiName, amount),
    originalPayload: original === null ? null : payloadOf(apiName, original),
    status,
    violation,
    effectSequence,
    approval: approval ? expect.objectContaining({ status: approval.status }) : null,
    precaptureId: action.precapture === null ? null : real.precaptures[action.precapture],
    policy: expect.objectContaining({
      decision: apiName === NOTE ? 'ALLOW' : verdictOn(apiName, original ?? amount),
    }),
    simulated: state.simulated,
  });
}

/** Expects that the session looks to its agent and to an operator as the model says. */
export async function expectSame(state: State, real: Real): Promise<void> {
  const shown = await real.operator.get(real.path);
  const dirty = await real.operator.get(`${real.path}/dirty`);
  if (state.purged) {
    expect([shown.status, dirty.status, (await real.agent.get(real.path)).status]).toEqual([404, 404, 404]);
    return;
  }
  const view = {
    status: state.status,
    displayStatus: displayStatus(state),
    counters: countersOf(state),
    simulated: state.simulated,
    allowedCommands: { rollbackSession: isRollable(state) },
    agentId: real.slug,
  };
  expect(shown.body.data).toEqual(
    expect.objectContaining({ ...view, actions: state.actions.map((_, index) => viewOf(state, real, index)) }),
  );
  expect((await real.agent.get(real.path)).body.data).toMatchObject(view);
  expect(shown.body.data.actions.map(({ policy }: Shown) => policy.grantId)).toEqual(
    state.actions.map(({ grant }) => (grant === null ? null : real.grants[grant])),
  );
  expect(dirty.body.data.reasons).toEqual(
    dirtOf(state).map(({ reason, actions }) => ({
      reason,
      actions: actions.length,
      actionIds: actions.map((index) => real.actions[index]),
    })),
  );
  await expectSameNotes(state, real);
  await expectSameApprovals(state, real);
  await expectSameGrants(state, real);
  await expectConsistent(real.session);
}

interface Shown {
  readonly policy: { readonly grantId: string | null };
}

async function expectSameApprovals(state: State, real: Real): Promise<void> {
  for (const [index, { action, status, reason }] of state.approvals.entries()) {
    const actionStatus = state.actions[action]?.status ?? '';
    const { body } = await real.operator.get(`/approvals/${real.approvals[index]}`);
    expect(body.data).toMatchObject({
      actionId: real.actions[action],
      status,
      reason,
      actionStatus,
      unconfirmed: status === 'APPROVED' && ['CLEARED', 'UNKNOWN'].includes(actionStatus),
    });
    const runsNext = status === 'APPROVED' && actionStatus === 'CLEARED';
    const toldNotTo = state.closedByRollback ? 'session-rolled-back' : state.paused ? 'agent-paused' : null;
    const look = async () => errorOf(await real.agent.get(`/approvals/${real.approvals[index]}`));
    const expected = runsNext ? toldNotTo : null;
    expect(await eventually(look, (code) => code === expected)).toBe(expected);
  }
}

/** Expects that the undone notes are as before, and that each was written once. */
async function expectSameNotes(state: State, { ground }: Real): Promise<void> {
  const changed = state.actions.flatMap(({ note, amount, status }) =>
    note ? [{ ...note, note: amount, status }] : [],
  );
  if (!ground.notes || changed.length === 0) return;
  const { texts, undone } = await ground.notes.look(...changed);
  expect(texts).toEqual(
    changed.map(({ ran, changedByOthers }) => (changedByOthers ? 'other' : ran ? 'after' : 'before')),
  );
  const rolledBack = changed.filter(({ status }) => status === 'ROLLED_BACK').map(({ note }) => note);
  expect(undone.sort((a, b) => a - b)).toEqual(rolledBack);
}

async function expectSameGrants(state: State, real: Real): Promise<void> {
  const { rows: grants } = await rows.query(
    `SELECT api_name_pattern AS pattern, max_uses AS "maxUses", uses, revoked_at IS NOT NULL AS revoked
     FROM approval_grants WHERE session_id = $1 ORDER BY id`,
    [real.session],
  );
  expect(grants).toEqual(state.grants);
}
