import type { Json, OperationType } from '../../connectors/connector.js';
import type { PolicyNote } from '../../policies/history/policy-events.js';
import type { ApproverRule, PolicyAction } from '../../policies/policy.js';
import type { AskedWindow } from '../../policies/windows/window.js';
import type { Replacement } from '../../redaction/redaction.js';
import type { ActionRow } from '../action.view.js';
import type { BegunCall } from '../performing/begun-call.js';
import type { ActionStatus, Violation } from '../rules/action.js';
import type { Refusal, SessionCondition } from '../rules/action-state.js';
import type { Counters, Transition } from '../rules/transition.js';

/** The members of an item that both statements take. */
export interface Item {
  readonly org: string;
  readonly epoch: number;
  readonly session: string;
  /** Null when the caller sees live and simulated sessions. */
  readonly simulated: boolean | null;
  /** The state of the session on which the decision is based. */
  readonly session_status: SessionCondition['status'];
  readonly rolled: boolean;
  readonly takes_effect: boolean;
  readonly counts: SessionCounts;
  readonly note: ActionNote;
}

/** The form that `count_in_sessions` takes. */
export interface SessionCounts extends Counters {
  readonly org: string;
  readonly session: string;
  readonly logged?: 1;
  readonly effects?: 1;
  /** An abandoned session is active again. */
  readonly wakes?: boolean;
  /** Its agent did something. */
  readonly active?: boolean;
}

/** The changes of a session's counters by a transition of one of its actions. */
export const countsOf = (org: string, session: string, { counters, takesEffect }: Transition): SessionCounts => ({
  org,
  session,
  ...counters,
  ...(takesEffect && { effects: 1 }),
});

/** The form that `note_action_changes` takes. `detail`: a new violation. `opened`: an approval was opened with it. */
export interface ActionNote {
  readonly org: string;
  readonly simulated: boolean;
  readonly was?: ActionStatus;
  readonly became: ActionStatus;
  readonly detail?: Violation | null;
  readonly opened?: 1;
  /** Absent when no policy matched, or the session is simulated. */
  readonly policies?: readonly PolicyNote[];
}

/** A search finds the session of a call by its traits. */
export interface Trait {
  readonly kind: 'connector' | 'target';
  readonly name: string;
}

/** A call to be logged, and the state that it was decided on. */
export interface RecordItem extends Item, RedactedItem {
  /** Expected: the precapture fits. */
  readonly fits: boolean;
  /** A grant has to cover all of these fingerprints; null when no grant is looked for. */
  readonly fingerprints: readonly string[] | null;
  /** Expected: the grant that opens them, or none. */
  readonly grant_id: string | null;
  /** Null when there is no limit. */
  readonly quota: number | null;
  readonly cost: 0 | 1;
  readonly id: string;
  readonly api_name: string;
  readonly operation_type: OperationType;
  readonly payload: object;
  readonly payload_hash: string;
  readonly response: Json | undefined;
  readonly status: ActionStatus;
  readonly violation: Violation | null;
  readonly refusal: Refusal | null;
  readonly decision: PolicyAction;
  readonly policy_ids: readonly string[];
  readonly policy_reason: string | null;
  readonly shadow: object | null;
  readonly precapture: string | null;
  /** 32 hexadecimal digits. */
  readonly idempotency_key: string | null;
  readonly request_hash: string | null;
  readonly tool_call_id: string | null;
  readonly traceparent: string | null;
  /** The service makes the call. */
  readonly performed: boolean;
  /** The call begins in the same transaction if it can. */
  readonly begins?: true;
  readonly approval: OpenedApproval | null;
  readonly traits: readonly Trait[];
  /** Expected: the session has so many calls; absent when no policy looked at what the session did before. */
  readonly seen_calls?: number;
  /** The windows that look at the call; absent when there are none. */
  readonly windows?: readonly ExpectedWindow[];
}

/**
 * A window, and what was expected of its comparison with this call; null when nothing was. `blocks`: its policy blocks the
 * call when the limit is exceeded.
 */
export type ExpectedWindow = AskedWindow & { readonly expected: boolean | null; readonly blocks: boolean };

/** The form that `open_approvals` takes. */
export interface OpenedApproval {
  readonly id: string;
  readonly org: string;
  readonly session: string;
  readonly action: string;
  readonly agent_slug: string;
  readonly api_name: string;
  readonly summary: string;
  /** The call as a sentence. */
  readonly sentence: string;
  readonly payload_hash: string;
  readonly ms: number;
  /** The milliseconds that the approval counts once it is given; null means as long as it waits. */
  readonly usable: number | null;
  /** Then the call is permitted, unless an operator stops it before. */
  readonly permits: boolean;
  /** The milliseconds that a person has to decide once a hold is over. */
  readonly waits: number;
  /** Operations that the call may do as well; left out where there are none. */
  readonly may_do?: readonly string[];
  readonly required: number;
  /** The address of the operator who asks, or who made the key that does. */
  readonly requester: string;
  /** The rules of the policies on approvers; null when each operator may approve. */
  readonly approvers: readonly ApproverRule[] | null;
  /** The policies that ask for it. */
  readonly policy_ids: readonly string[];
}

/** The state that the statement found under the locks. `sessionStatus` is null when the caller has no such session. */
export interface Found {
  /** True when the state was as expected, and the item is written. */
  readonly written: boolean;
  readonly epochHolds: boolean;
  readonly sessionStatus: SessionCondition['status'] | null;
  readonly isRolled: boolean;
  /** The database's clock. */
  readonly at: string;
}

export interface Recorded extends Found {
  readonly fits: boolean;
  readonly grantId: string | null;
  readonly quotaLeft: boolean;
  /** The contents of the windows, in their order, when one differs from the expected state. */
  readonly windows?: readonly boolean[];
  /** The action that was logged with the same Idempotency-Key. */
  readonly prior: Prior | null;
  readonly sequence: number;
  readonly effectSequence: number | null;
  /** Absent when it has not begun. */
  readonly begun?: BegunCall;
  readonly snapshot: {
    readonly captureFailed: boolean;
    readonly reason: string | null;
    readonly resource: Json;
    readonly capturedAt: string;
  } | null;
}

/** The replacements in a part of a call and the true values, sealed; absent when there are none. */
export interface RedactedItem {
  readonly redacted?: readonly Replacement[];
  readonly sealed?: SealedParts;
}

/** The true value of each part in which something was replaced, sealed for the call. */
export type SealedParts = Readonly<Partial<Record<'payload' | 'response', string>>>;

export const sealedParts = (parts: Readonly<Record<keyof SealedParts, string | null>>): SealedParts =>
  Object.fromEntries(Object.entries(parts).filter(([, sealed]) => sealed !== null)) as SealedParts;

/** An outcome to be recorded, and the state that it was decided on. */
export interface ConfirmItem extends Item, RedactedItem {
  readonly action: string;
  /** Null when nothing is to be written, only read. */
  readonly was: ActionStatus | null;
  readonly is_read: boolean;
  readonly was_violation: Violation | null;
  /** Null when any hash is accepted. */
  readonly was_hash: string | null;
  readonly edited: boolean;
  /** Its approval no longer counts, because its time was over. */
  readonly lapsed: boolean;
  readonly status: ActionStatus;
  readonly violation: Violation | null;
  readonly response: Json | undefined;
}

export interface Confirmed extends Found {
  readonly effectSequence: number;
  /** The action as it was found; null when there is none, or it is large. */
  readonly action: ShownAction | null;
  /** Its approval no longer counts; absent in an answer of the short form. */
  readonly isLapsed?: boolean;
  /** True when the action is too large for an answer that other calls wait for. */
  readonly isLarge: boolean | null;
}

export interface Prior {
  readonly id: string;
  readonly requestHash: string;
  readonly createdAt: string;
  /** The action in its current state; null when it is large. */
  readonly action: ShownAction | null;
}

export type ShownAction = ActionRow & { readonly payload_hash: string };
