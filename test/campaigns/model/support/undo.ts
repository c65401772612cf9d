import { UNCERTAIN, UNDOABLE } from '../../../../src/actions/rules/action.js';
import type { Command } from '../../../../src/actions/rules/action-state.js';
import { transition } from '../../../../src/actions/rules/transition.js';
import { AS_LEFT, NOT_HAPPENED, UNKNOWN } from '../../../../src/connectors/proof/proof.js';
import { settle } from './decide.js';
import { type Action, type Expected, isEffect, NOT_FOUND, refused, type State, type Status } from './state.js';
import { actionOf, NOW } from './table.js';

export interface Undone extends Expected {
  /** The results in the order in which the calls were undone. */
  readonly results?: readonly { readonly action: number; readonly outcome: string }[];
}

/** A rollback (docs/contract.md, "Rollback") of the whole session. */
export function rollBack(state: State, by: 'agent' | 'operator'): Undone {
  if (state.purged) return NOT_FOUND;
  if (!isRollable(state)) return refused(409, 'not-rollable');
  for (const approval of state.approvals)
    if (approval.status === 'PENDING') settle(state, approval, 'REJECTED', 'rolled-back');
  state.closedByRollback = true;
  const parts = state.actions
    .map((action, index) => ({ action, index }))
    .filter(({ action }) => action.operationType !== 'READ' && [...UNCERTAIN, ...UNDOABLE].includes(action.status));
  const rank = ({ status }: Action) => Number(UNCERTAIN.includes(status));
  parts.sort(
    (a, b) =>
      rank(b.action) - rank(a.action) ||
      (b.action.effectSequence ?? 0) - (a.action.effectSequence ?? 0) ||
      b.index - a.index,
  );
  for (const late of parts.filter(({ action }) => action.note && UNCERTAIN.includes(action.status))) {
    const at = parts.indexOf(late);
    // All notes are rows of one table: the effect of an older call shows once the newer ones are undone.
    const newest = parts.findLastIndex(({ action, index }) => action.note && index > late.index);
    if (newest > at) parts.splice(newest, 0, ...parts.splice(at, 1));
  }
  const results = parts.map(({ action, index }) => ({ action: index, outcome: undo(state, action, by) }));
  state.rolledBackOnce = true;
  return { status: 200, results };
}

/** Models the rollback of one action with an effect; the session stays as open as before. */
export function rollBackOne(state: State, index: number): Undone {
  const action = state.actions[index];
  if (!action) return NOT_FOUND;
  if (!isEffect(action) || action.operationType === 'READ') return refused(409, 'not-rollable');
  const outcome = undo(state, action, 'operator');
  state.rolledBackOnce = true;
  return { status: 200, results: [{ action: index, outcome }] };
}

/**
 * Models the undo of one action: a note is a row that can be read and restored; nothing else can be checked or undone.
 */
function undo(state: State, action: Action, by: 'agent' | 'operator'): string {
  if (state.simulated) return 'SKIPPED';
  const { note } = action;
  if (UNCERTAIN.includes(action.status)) {
    // A row that reads as the call would have left it is no proof.
    const outcome = note ? (note.ran ? AS_LEFT : NOT_HAPPENED) : UNKNOWN;
    move(state, action, { type: 'probe', outcome });
    if (outcome === NOT_HAPPENED) return 'SKIPPED';
    // It may be the agent's: an operator has to say so.
    return outcome === AS_LEFT && by === 'agent' ? 'CONFLICT' : 'UNKNOWN';
  }
  if (!note) return 'IRREVERSIBLE';
  // No client of this model reports an answer, and without one an agent's rollback writes nothing.
  if (by === 'agent') return 'CONFLICT';
  if (note.changedByOthers) return 'CONFLICT';
  note.ran = false;
  move(state, action, { type: 'undone' });
  return 'ROLLED_BACK';
}

function move(state: State, action: Action, command: Command): void {
  const { status, takesEffect } = transition(actionOf(state, action), command, NOW);
  action.status = status as Status;
  if (takesEffect) action.effectSequence = ++state.lastEffect;
}

export function displayStatus(state: State): string {
  if (state.rolledBackOnce) {
    const isOpen = state.actions.some(isPossible) && !state.closedByRollback;
    if (state.simulated || (!state.actions.some(isEffect) && !isOpen)) return 'REVERTED';
    const isCertain = state.actions.some((action) => isEffect(action) && action.status !== 'UNKNOWN');
    const undone = !isCertain || state.lateEffect || state.actions.some(({ status }) => status === 'ROLLED_BACK');
    return undone ? 'PARTIALLY_REVERTED' : 'ROLLBACK_FAILED';
  }
  return state.approvals.some(({ status }) => status === 'PENDING') ? 'AWAITING_APPROVAL' : state.status;
}

const isPossible = ({ operationType, status }: Action) => operationType !== 'READ' && UNCERTAIN.includes(status);

export const isRollable = (state: State) =>
  state.actions.some((action) => isEffect(action) || isPossible(action)) && displayStatus(state) !== 'REVERTED';
