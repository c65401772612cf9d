/** A revert takes back the undo of each call whose replaced contents were stored. */
import type { ActionStatus } from '../../actions/rules/action.js';
import type { Command } from '../../actions/rules/action-state.js';
import type { Kept, Replaced } from '../../connectors/connector.js';
import { revertOutcomeOf, type StepState } from '../rollback.js';

/** A step of the rollback that is taken back. */
export interface Undone {
  readonly state: StepState;
  readonly replaced: readonly Replaced[] | null;
  /** The result of the revert of the step whose write undid this call as well; null when there is no such step. */
  readonly carrier: { readonly state: StepState; readonly detail: string | null } | null;
  /** True when another revert has taken it back. */
  readonly isReverted: boolean;
}

type Reapplicable =
  | { readonly end: { readonly state: StepState; readonly detail: string } }
  /** `isVouched`: an operator forces it, though it is not known whether the undo wrote. */
  | { readonly isVouched: boolean };

/**
 * Says whether the contents that the undo of a call replaced may be restored, or else with which result the step ends.
 */
export function reapplicable(
  { state, replaced, carrier, isReverted }: Undone,
  status: ActionStatus,
  isForced: boolean,
): Reapplicable {
  if (isReverted) return { end: { state: 'skipped', detail: 'Another revert has taken this undo back already.' } };
  if (state === 'done' && status !== 'ROLLED_BACK')
    return { end: { state: 'conflict', detail: 'The call is not rolled back any more: nothing was written.' } };
  if (carrier) return { end: afterCarrier(carrier) };
  const why = reasonNotReapplicable(replaced);
  if (why !== null) return { end: { state: 'impossible', detail: why } };
  if (!isCertain(replaced) && !isForced) return { end: { state: 'unknown', detail: INTERRUPTED } };
  return { isVouched: !isCertain(replaced) };
}

/** Null when contents were stored. */
export function reasonNotReapplicable(replaced: readonly Replaced[] | null): string | null {
  return replaced === null || replaced.length === 0 ? NOTHING_KEPT : null;
}

/** Every write was read back. */
export const isCertain = (replaced: readonly Replaced[] | null): boolean =>
  (replaced ?? []).every(({ isDone }) => isDone);

function afterCarrier({ state, detail }: { readonly state: StepState; readonly detail: string | null }) {
  if (revertOutcomeOf(state) === null)
    return { state: 'failed' as const, detail: 'The call that was undone together with it comes first.' };
  return { state, detail: `Undone together with another call, and reapplied with it. ${detail ?? ''}`.trim() };
}

/** The stored contents in the form that a connector takes. */
export function toKept(apiName: string, replaced: readonly Replaced[] | null): Kept {
  return { apiName, contents: (replaced ?? []).map(({ content }) => content) };
}

/** A call that was undone in part only has kept its status. */
export function commandAfterRevert(state: StepState, status: ActionStatus): Command | null {
  return state === 'done' && status === 'ROLLED_BACK' ? { type: 'reapplied' } : null;
}

export interface RevertedStep {
  readonly id: string;
  readonly position: number;
  readonly state: StepState;
  readonly carriedBy: string | null;
}

/**
 * The order of a revert: the last undo is reverted first. Calls that one write undid stand where the oldest of them
 * does, the step of that write first.
 */
export function lastUndoneFirst<T extends RevertedStep>(steps: readonly T[]): T[] {
  const oldest = new Map<string, number>();
  for (const { id, carriedBy, position } of steps) {
    const group = carriedBy ?? id;
    oldest.set(group, Math.max(oldest.get(group) ?? 0, position));
  }
  const rank = ({ id, carriedBy }: T) => oldest.get(carriedBy ?? id) ?? 0;
  const isCarried = ({ carriedBy }: T) => Number(carriedBy !== null);
  return [...steps].sort((a, b) => rank(b) - rank(a) || isCarried(a) - isCarried(b) || b.position - a.position);
}

export const NOTHING_KEPT =
  'The undo of this call wrote nothing that was kept: nothing can be brought back. A person has to repeat the call.';
/** The detail of a step for which it is not known whether the write of the undo was committed. */
export const INTERRUPTED =
  'The undo was interrupted when it wrote, and found the resource as before afterwards. Another client may have brought it there: nothing was written. An operator may force it.';
