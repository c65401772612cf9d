import type { Json, OperationType } from '../../connectors/connector.js';

/** What a status says of a call, for all who ask about more than one status. */
interface StatusFacts {
  /** On the world: `possible` until the resource has been read. */
  readonly effect: 'none' | 'possible' | 'certain' | 'undone';
  /** It waits for a decision, or for its outcome. */
  readonly isOpen: boolean;
  /** What became of it has been reported, decided or proved. */
  readonly isKnown: boolean;
}

/** A new status is added here, to its counter in `transition.ts`, and to the check of the table. */
const FACTS = {
  CLEARED: { effect: 'possible', isOpen: true, isKnown: false },
  PENDING_APPROVAL: { effect: 'none', isOpen: true, isKnown: false },
  REJECTED: { effect: 'none', isOpen: false, isKnown: true },
  BLOCKED: { effect: 'none', isOpen: false, isKnown: true },
  SUCCESS: { effect: 'certain', isOpen: false, isKnown: true },
  FAILED: { effect: 'possible', isOpen: false, isKnown: true },
  UNKNOWN: { effect: 'possible', isOpen: false, isKnown: false },
  ROLLED_BACK: { effect: 'undone', isOpen: false, isKnown: true },
  ROLLBACK_FAILED: { effect: 'certain', isOpen: false, isKnown: true },
} as const satisfies Record<string, StatusFacts>;

export type ActionStatus = keyof typeof FACTS;

export const ACTION_STATUSES = Object.keys(FACTS) as readonly ActionStatus[];

const statusesWhere = (holds: (facts: StatusFacts) => boolean): readonly ActionStatus[] =>
  ACTION_STATUSES.filter((status) => holds(FACTS[status]));

/** It waits for a decision or for its outcome. */
export const OPEN = statusesWhere(({ isOpen }) => isOpen);
/** An effect is in the world that a rollback can try to undo. */
export const UNDOABLE = statusesWhere(({ effect }) => effect === 'certain');
/** Only a read of the resource shows whether there is an effect. */
export const UNCERTAIN = statusesWhere(({ effect }) => effect === 'possible');
/** As `UNCERTAIN`, and no client has reported an outcome. */
export const UNCONFIRMED = statusesWhere(({ effect, isKnown }) => effect === 'possible' && !isKnown);
/** What a rollback looks at. */
export const MAY_HAVE_EFFECT: readonly ActionStatus[] = [...UNDOABLE, ...UNCERTAIN];
/** It changed the world, whether or not that was undone. */
export const TOOK_EFFECT = statusesWhere(({ effect }) => effect === 'certain' || effect === 'undone');

/** A person may say what became of it: it has an effect, or may have one, and it is not about to run. */
export const SETTLEABLE = statusesWhere(
  ({ effect, isOpen }) => (effect === 'certain' || effect === 'possible') && !isOpen,
);

export const OPERATION_TYPES: readonly OperationType[] = ['CREATE', 'UPDATE', 'DELETE', 'EXECUTE', 'READ'];

export type Violation =
  | 'blocked'
  | 'unapproved'
  | 'paused'
  | 'after-completion'
  | 'after-rollback'
  | 'payload-mismatch'
  | 'ungated';

/** What a person says became of an effect. */
export type SettledAs = 'undone' | 'kept';

/** How a call may be logged: asking before it runs, asking for an approval, or reporting what already ran. */
export type LoggedStatus = 'CLEARED' | 'PENDING_APPROVAL' | 'SUCCESS' | 'FAILED';

/** Whether a response records that the provider itself refused the call; SQL asks the same of `response -> 'refusal'`. */
export const hasRefusal = (response: Json): boolean =>
  typeof response === 'object' && response !== null && !Array.isArray(response) && Object.hasOwn(response, 'refusal');

const SUMMARY_CHARACTERS = 200;

/** One line of the arguments for a list of approvals. */
export function summarize(payload: object): string {
  const text = JSON.stringify(payload);
  const characters = [...text];
  return characters.length <= SUMMARY_CHARACTERS ? text : `${characters.slice(0, SUMMARY_CHARACTERS - 1).join('')}…`;
}
