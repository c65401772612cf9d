import { ACTION_STATUSES, type StatusCounter } from '../../contract/action-statuses.js';
import { asked, opensApproval, reported, usesGrant } from '../ledger/entry.js';
import { type ActionStatus, UNCERTAIN } from './action.js';
import {
  type ActionState,
  type Command,
  type Decide,
  type LoggedAction,
  type NewCall,
  type Outcome,
  refuse,
} from './action-state.js';
import { approved, expired, givenUp, lapsed, permitted, rejected, revoked, withdrawn } from './decision.js';
import {
  askedAgain,
  begun,
  confirmed,
  overdue,
  performed,
  probed,
  reapplied,
  settled,
  takenBack,
  undoFailed,
  undone,
} from './outcome.js';

/** The counters of a session that a transition changes, each by so many; `openApprovals` also counts reviews after the fact. */
export type Counters = Readonly<Partial<Record<Counter, number>>>;
export type Counter = StatusCounter | 'openApprovals' | 'reads' | 'unknownReads' | 'lateEffects' | 'possibleEffects';

export interface Transition extends Outcome {
  readonly counters: Counters;
  /** It gets the next number of an effect in its session. */
  readonly takesEffect: boolean;
  readonly opensApproval: boolean;
  readonly usesGrant: boolean;
  /** It uses one action of the monthly quota. */
  readonly isMetered: boolean;
  /** An abandoned session is active again. */
  readonly wakesSession: boolean;
}

/**
 * The one table of an action's life: it gives the effect of a command on an action, or on a call that becomes one, and
 * on the counters of its session (docs/contract.md, "Actions", "Approvals", "Rollback"). `now`: decisions compare it
 * with the expiry, so there it is the database's clock; the other commands do not read it.
 */
export function transition(state: ActionState, command: Command, now: Date): Transition {
  const outcome = state.status === null ? ofNewCall(state, command) : ofAction(state, command, now);
  const isNew = state.status === null && outcome.status !== null;
  const isCall = command.type === 'ask' || command.type === 'report';
  const opens = isNew && isCall && opensApproval(state, command);
  // A call that is reapplied keeps its place in the order.
  const takesEffect = outcome.status === 'SUCCESS' && state.status !== 'SUCCESS' && command.type !== 'reapplied';
  return {
    counters: countersOf(state, command, outcome, opens),
    takesEffect,
    opensApproval: opens,
    usesGrant: isNew && isCall && usesGrant(state, command),
    isMetered: isNew,
    wakesSession: isNew && state.session.status === 'ABANDONED',
    ...outcome,
  };
}

function ofNewCall(call: NewCall, command: Command): Outcome {
  switch (command.type) {
    case 'ask':
      return asked(call, command);
    case 'report':
      return reported(call, command);
    default:
      return refuse('not-found');
  }
}

function ofAction(action: LoggedAction, command: Command, now: Date): Outcome {
  switch (command.type) {
    case 'ask':
    case 'report':
      return refuse('illegal-transition');
    case 'confirm':
      return confirmed(action, command);
    case 'begin':
      return begun(action, command, now);
    case 'overdue':
      return overdue(action);
    case 'perform':
      return performed(action, command);
    case 'take-back':
      return takenBack(action);
    case 'ask-again':
      return askedAgain(action);
    case 'approve':
      return approved(action, command, now);
    case 'reject':
      return rejected(action, now);
    case 'expire':
      return expired(action, now);
    case 'permit':
      return permitted(action, command, now);
    case 'withdraw':
      return withdrawn(action);
    case 'give-up':
      return givenUp(action, now);
    case 'revoke':
      return revoked(action, now);
    case 'lapse':
      return lapsed(action, now);
    case 'probe':
      return probed(action, command.outcome);
    case 'undone':
      return undone(action);
    case 'undo-failed':
      return undoFailed(action);
    case 'reapplied':
      return reapplied(action);
    case 'settle':
      return settled(action);
    default:
      return command satisfies never;
  }
}

const OF_ROLLBACKS: readonly Command['type'][] = ['probe', 'reapplied'];
const DECISIONS: readonly Command['type'][] = [
  'approve',
  'reject',
  'expire',
  'permit',
  'withdraw',
  'give-up',
] satisfies Decide['type'][];

function countersOf(state: ActionState, command: Command, { status }: Outcome, opens: boolean): Counters {
  const counters: Partial<Record<Counter, number>> = {};
  if (status === null) return counters;
  const count = (counter: Counter | null, by: number) => {
    if (counter && by !== 0) counters[counter] = (counters[counter] ?? 0) + by;
  };
  if (DECISIONS.includes(command.type)) count('openApprovals', -1);
  if (opens || command.type === 'ask-again') count('openApprovals', 1);
  const possible = isPossible(status, state.isRead, isRefusedAfter(state, command)) - wasPossible(state);
  if (possible !== 0) count('possibleEffects', possible);
  if (status === state.status) return counters;
  if (state.status !== null) count(ACTION_STATUSES[state.status].counter, -1);
  count(ACTION_STATUSES[status].counter, 1);
  if (state.isRead) count('unknownReads', Number(status === 'UNKNOWN') - Number(state.status === 'UNKNOWN'));
  if (status !== 'SUCCESS') return counters;
  if (state.isRead) count('reads', 1);
  // A probe of a rollback and a revert belong to the rollback; a client's report counts as a late effect.
  else if (state.session.isRolled && !OF_ROLLBACKS.includes(command.type)) count('lateEffects', 1);
  return counters;
}

const wasPossible = (state: ActionState) =>
  state.status === null ? 0 : isPossible(state.status, state.isRead, state.isRefused);

/**
 * True when it is not known whether the call took effect. A read has no effect, and a refusal by the provider is an
 * answer.
 */
function isPossible(status: ActionStatus, isRead: boolean, isRefused: boolean): 0 | 1 {
  return !isRead && UNCERTAIN.includes(status) && !(status === 'FAILED' && isRefused) ? 1 : 0;
}

function isRefusedAfter(state: ActionState, command: Command): boolean {
  const says = command.type === 'report' || command.type === 'confirm' || command.type === 'perform';
  if (says && command.isRefused !== null) return command.isRefused;
  return state.status !== null && state.isRefused;
}
