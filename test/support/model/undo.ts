import { settle } from './decide.js';
import { type Action, type Expected, isEffect, NOT_FOUND, refused, type State } from './state.js';

export interface Undone extends Expected {
  /** In the order in which it was done. */
  readonly results?: readonly { readonly action: number; readonly outcome: string }[];
}

const SETTLED_FIRST: readonly string[] = ['CLEARED', 'FAILED', 'UNKNOWN'];
const UNDOABLE: readonly string[] = [...SETTLED_FIRST, 'SUCCESS'];

/** The contract's "Rollback", of the whole session. */
export function rollBack(state: State): Undone {
  if (state.purged) return NOT_FOUND;
  if (!isRollable(state)) return refused(409, 'not-rollable');
  for (const approval of state.approvals)
    if (approval.status === 'PENDING') settle(state, approval, 'REJECTED', 'rolled-back');
  state.closedByRollback = true;
  const parts = state.actions
    .map((action, index) => ({ action, index }))
    .filter(({ action }) => action.operationType !== 'READ' && UNDOABLE.includes(action.status));
  const rank = ({ status }: Action) => Number(SETTLED_FIRST.includes(status));
  parts.sort(
    (a, b) =>
      rank(b.action) - rank(a.action) ||
      (b.action.effectSequence ?? 0) - (a.action.effectSequence ?? 0) ||
      b.index - a.index,
  );
  const results = parts.map(({ action, index }) => ({ action: index, outcome: undo(state, action) }));
  state.rolledBackOnce = true;
  return { status: 200, results };
}

/** One action, if it has an effect; the session stays as open as it was. */
export function rollBackOne(state: State, index: number): Undone {
  const action = state.actions[index];
  if (!action) return NOT_FOUND;
  if (!isEffect(action)) return refused(409, 'not-rollable');
  const outcome = undo(state, action);
  state.rolledBackOnce = true;
  return { status: 200, results: [{ action: index, outcome }] };
}

/** What becomes of one action: a note is a row that can be read and restored; of the rest nobody can tell or undo anything. */
function undo(state: State, action: Action): string {
  if (state.simulated) return 'SKIPPED';
  const { note } = action;
  if (action.status !== 'SUCCESS') {
    if (!note?.ran) return leave(action);
    action.status = 'SUCCESS';
    action.effectSequence = ++state.lastEffect;
  }
  if (!note) return 'IRREVERSIBLE';
  if (note.changedByOthers) return 'CONFLICT';
  note.ran = false;
  action.status = 'ROLLED_BACK';
  return 'ROLLED_BACK';
}

function leave(action: Action): string {
  if (action.note || action.status === 'FAILED') return 'SKIPPED';
  action.status = 'UNKNOWN';
  return 'UNKNOWN';
}

export function displayStatus(state: State): string {
  if (state.rolledBackOnce) {
    if (state.simulated || !state.actions.some(isEffect)) return 'REVERTED';
    const undone = state.lateEffect || state.actions.some(({ status }) => status === 'ROLLED_BACK');
    return undone ? 'PARTIALLY_REVERTED' : 'ROLLBACK_FAILED';
  }
  return state.approvals.some(({ status }) => status === 'PENDING') ? 'AWAITING_APPROVAL' : state.status;
}

export const isRollable = (state: State) => state.actions.some(isEffect) && displayStatus(state) !== 'REVERTED';
