import type { Json } from '../../connectors/connector.js';
import {
  type ActionStatus,
  ACTION_STATUSES as FACTS,
  type LoggedStatus,
  type StatusFacts,
} from '../../contract/action-statuses.js';
import type { Violation } from '../../contract/violations.js';

export type { ActionStatus, LoggedStatus, Violation };

export const ACTION_STATUSES = Object.keys(FACTS) as readonly ActionStatus[];

/** The statuses that a client may log a call with. */
export const LOGGED = ACTION_STATUSES.filter((status): status is LoggedStatus => FACTS[status].canBeLogged);

const statusesWhere = (holds: (facts: StatusFacts) => boolean): readonly ActionStatus[] =>
  ACTION_STATUSES.filter((status) => holds(FACTS[status]));

/** It waits for a decision or for its outcome. */
export const OPEN = statusesWhere(({ isOpen }) => isOpen);
/** An effect is in the world that a rollback can try to undo. */
export const UNDOABLE = statusesWhere(({ effect }) => effect === 'certain');
/** Statuses for which only a read of the resource shows whether there is an effect. */
export const UNCERTAIN = statusesWhere(({ effect }) => effect === 'possible');
/** Statuses of `UNCERTAIN` for which no client has reported an outcome. */
export const UNCONFIRMED = statusesWhere(({ effect, isKnown }) => effect === 'possible' && !isKnown);
/** Statuses that a rollback processes. */
export const MAY_HAVE_EFFECT: readonly ActionStatus[] = [...UNDOABLE, ...UNCERTAIN];
/** It has not run, as far as the service knows. */
export const NEVER_RAN = statusesWhere(({ effect }) => effect === 'none');
/** It changed the world, whether or not that was undone. */
export const TOOK_EFFECT = statusesWhere(({ effect }) => effect === 'certain' || effect === 'undone');

/** Statuses whose outcome a person may state: the action has an effect, or may have one, and it is not about to run. */
export const SETTLEABLE = statusesWhere(
  ({ effect, isOpen }) => (effect === 'certain' || effect === 'possible') && !isOpen,
);

/** A call with one of these does not count in the windows of policies; `count_in_windows` in SQL takes the same ones. */
export const LEAVES_WINDOWS = statusesWhere(({ leavesWindows }) => leavesWindows);

/** The call was allowed to run, at least at first. */
export const isPermitted = (status: ActionStatus): boolean => FACTS[status].effect !== 'none';

/** A person may say one of these of an effect. */
export type SettledAs = 'undone' | 'kept';

/**
 * True when a response records that the provider itself refused the call; SQL asks the same of `response -> 'refusal'`.
 */
export const hasRefusal = (response: Json): boolean =>
  typeof response === 'object' && response !== null && !Array.isArray(response) && Object.hasOwn(response, 'refusal');

const SUMMARY_CHARACTERS = 200;

/** Summarizes the arguments in one line, for a list of approvals. */
export function summarize(payload: object): string {
  const text = JSON.stringify(payload);
  const characters = [...text];
  return characters.length <= SUMMARY_CHARACTERS ? text : `${characters.slice(0, SUMMARY_CHARACTERS - 1).join('')}…`;
}
