import type { ActionStatus, Violation } from '../../../../src/actions/rules/action.js';

/**
 * One session as docs/contract.md describes it, kept in memory: written from its tables, not from the service. Actions,
 * approvals, grants and precaptures are numbered in their order, from 0.
 */
export interface State {
  readonly plan: 'FREE' | 'TEAM';
  readonly simulated: boolean;
  status: 'ACTIVE' | 'COMPLETED' | 'ABANDONED';
  paused: boolean;
  purged: boolean;
  /** A rollback, of all or of one action, has run. */
  rolledBackOnce: boolean;
  /** A rollback of the whole session has begun: nothing starts any more. */
  closedByRollback: boolean;
  /** An effect came after such a rollback. */
  lateEffect: boolean;
  lastEffect: number;
  /** Accepted calls, as the quota counts them. */
  used: number;
  readonly actions: Action[];
  readonly approvals: Approval[];
  readonly grants: Grant[];
  readonly precaptures: Precapture[];
  readonly remembered: Map<string, { readonly call: string; readonly action: number; readonly expected: Expected }>;
}

/** The statuses of the model, in which no undo fails. */
export type Status = Exclude<ActionStatus, 'ROLLBACK_FAILED'>;

export interface Action {
  readonly apiName: string;
  readonly operationType: 'UPDATE' | 'READ';
  /** Its only argument; of a note, which one. */
  amount: number;
  original: number | null;
  status: Status;
  violation: Violation | null;
  effectSequence: number | null;
  readonly approval: number | null;
  readonly grant: number | null;
  precapture: number | null;
  /** A row of a real database that the call changes. */
  readonly note: Note | null;
}

export interface Note {
  ran: boolean;
  changedByOthers: boolean;
}

export interface Approval {
  readonly action: number;
  status: 'PENDING' | 'APPROVED' | 'REJECTED';
  reason: string | null;
}

export interface Grant {
  readonly pattern: string;
  readonly maxUses: number;
  uses: number;
  revoked: boolean;
}

export interface Precapture {
  readonly apiName: string;
  readonly amount: number;
  taken: boolean;
  /** The one that it replaced. */
  readonly former: number | null;
}

/** The expected answer. `action` is the one that is shown, or that a refusal kept. */
export interface Expected {
  readonly status: number;
  readonly code?: string;
  /** Another code that is as true, for as long as a process may not know of a pause. */
  readonly or?: string;
  readonly action?: number;
  readonly replayed?: boolean;
}

export const refused = (status: number, code: string, action?: number): Expected => ({
  status,
  code,
  ...(action !== undefined && { action }),
});

export const NOT_FOUND = refused(404, 'not-found');

export const newState = (plan: State['plan'], simulated: boolean): State => ({
  plan,
  simulated,
  status: 'ACTIVE',
  paused: false,
  purged: false,
  rolledBackOnce: false,
  closedByRollback: false,
  lateEffect: false,
  lastEffect: 0,
  used: 0,
  actions: [],
  approvals: [],
  grants: [],
  precaptures: [],
  remembered: new Map(),
});

/** Models a purge: the session has no actions; the quota it used stays used. */
export function forget(state: State): void {
  state.purged = true;
  for (const list of [state.actions, state.approvals, state.grants, state.precaptures]) list.length = 0;
  state.remembered.clear();
}

export const isEffect = ({ status, operationType }: Action) =>
  (status === 'SUCCESS' && operationType !== 'READ') || status === 'UNKNOWN';
