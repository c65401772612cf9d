import type { CallFacts } from '../connectors/facts/facts.js';
import type { ConditionOperator, ValueOf } from '../contract/condition-operators.js';
import { POLICY_ACTIONS, type PolicyAction } from '../contract/policy-actions.js';
import type { WindowScope } from './windows/window.js';

export type { PolicyAction };

export const RESTRICTIVENESS = Object.fromEntries(POLICY_ACTIONS.map((action, index) => [action, index])) as Readonly<
  Record<PolicyAction, number>
>;

/** The fingerprint by which a grant names the approval of a call that no policy matches. */
export const UNMATCHED_FINGERPRINT = '756e6d61746368656400000000000000';

export type OnExpiry = 'reject' | 'approve';

/** The wait for the approval of a call, as the policies that ask for it want it. */
export interface Hold {
  /** The latest that one of them says. */
  readonly seconds: number;
  /** True when one of them says none, so that the default holds if it is later. */
  readonly hasDefault: boolean;
  /** `approve`: all of them want the call to run then, unless an operator stops it. */
  readonly onExpiry: OnExpiry;
}

/** The rule of one policy on the approvers of a call. */
export interface ApproverRule {
  readonly policyId: string;
  /** A member of any of them counts; none: each operator. */
  readonly groups: readonly string[];
  /** So many of them. */
  readonly required: number;
  /** Whoever asked for the call may approve it. */
  readonly allowRequester: boolean;
}

/** A `shadow` policy is evaluated and reported, and decides nothing. */
export type PolicyMode = 'enforce' | 'shadow';

/**
 * A test of a field. `onMissing: 'match'` makes an absent field satisfy it, whatever the operator. `ignoreCase`
 * compares texts folded and normalized.
 */
export type Comparison<O extends ConditionOperator = ConditionOperator> = {
  [N in O]: {
    readonly field: string;
    readonly onMissing?: 'match';
    readonly ignoreCase?: true;
    /** The zone of `time.hour` and `time.weekday`; absent means UTC. */
    readonly timeZone?: string;
    readonly operator: N;
    readonly value: ValueOf<N>;
  };
}[O];

/**
 * A test of the calls that the policy's pattern matched within the last seconds, this one included: how many, or the sum
 * of a path of their payloads.
 */
export type WindowTest<O extends WindowOperator = WindowOperator> = {
  [N in O]: {
    readonly window: { readonly count: true } | { readonly sum: string };
    /** `agent`, `session`, `organization`, or a path into the payload: each value has a window of its own. */
    readonly per: string;
    readonly seconds: number;
    readonly operator: N;
    readonly value: number;
  };
}[O];

export type WindowOperator = 'gt' | 'gte' | 'lt' | 'lte';

export type Condition =
  | Comparison
  | WindowTest
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] };

export interface PolicyRule {
  readonly id: string;
  /** Dotted segments, see `parsePattern`. */
  readonly apiNamePattern: string;
  /** Null when every call matches that the pattern matches. */
  readonly condition: Condition | null;
  readonly action: PolicyAction;
  readonly enabled: boolean;
  readonly mode: PolicyMode;
  /** The reason that the agent receives. */
  readonly reason: string | null;
  /** The number of operators who have to approve a call that matches; absent means one. */
  readonly requiredApprovals?: number;
  /** The time that an approval waits; null or absent means the default. */
  readonly expiresAfterSeconds?: number | null;
  /** The decision on a call that no operator decides on by then; absent means `reject`. */
  readonly onExpiry?: OnExpiry;
  /** The time that an approval counts once it is given; null or absent means as long as it waits. */
  readonly approvalUsableSeconds?: number | null;
  /** The groups whose members approve; none or absent means each operator. */
  readonly approvers?: readonly string[];
  /** Whoever asked may approve; null or absent: only where no approvers are named. */
  readonly allowRequester?: boolean | null;
  /**
   * The fingerprint changes whenever the policy asks for something else; grants name the policy by it. Absent means its
   * id.
   */
  readonly fingerprint?: string;
}

/** An operation with the registry's facts about it. */
export interface JudgedOperation {
  readonly apiName: string;
  readonly operationType: string;
  readonly reversibility: 'exact' | 'compensating' | 'none';
}

/** The permitted calls of a session so far. */
export interface SessionSoFar {
  /** The names of the permitted calls, each once. */
  readonly did: readonly string[];
  /** The number of its recorded calls, whatever became of them. */
  readonly calls: number;
}

/** The call a verdict is about. */
export interface PolicySubject extends Omit<JudgedOperation, 'reversibility'> {
  /** The reversibility of this very call: `none` when the state that an undo needs was not captured. */
  readonly reversibility: JudgedOperation['reversibility'] | 'unknown';
  /** The call needs a captured state to be undone, and has none. */
  readonly captureFailed: boolean | 'unknown';
  /**
   * The things that the call acts on. Null when no connector knows the operation, or no policy that it matches reads
   * them.
   */
  readonly facts: CallFacts | null;
  /**
   * Operations that the call may do besides its own: a policy that restricts one of them restricts the call. Their
   * arguments are not known, so a condition on those holds.
   */
  readonly mayDo?: readonly JudgedOperation[];
  /**
   * Null when it is not known; a condition on it then holds for a policy that restricts, and not for one that allows.
   */
  readonly payload: object | null;
  /** The time of the ask. */
  readonly at: Date;
  /** The caller, and the windows that apply to the call. */
  readonly windows: WindowScope;
  /** The session before this call; null when no policy that the call matches reads it. */
  readonly session: SessionSoFar | null;
  /** The agent's slug. */
  readonly agentId: string;
  /** The user whose task the session is; null or absent: the agent did not say, and it counts as missing. */
  readonly onBehalfOf?: string | null;
  /** The labels of the session, by name. */
  readonly labels?: Readonly<Record<string, string>>;
  /**
   * 0..1; null, when the session has not been scored, counts as missing. `failed`: it could not be scored, so every
   * condition on it holds for a policy that restricts, and none for one that allows.
   */
  readonly driftScore: number | 'failed' | null;
  /** 0..100: the rank of the score among the agent's sessions; null as well where the agent has too few of them. */
  readonly driftPercentile: number | 'failed' | null;
}

/** The most restrictive action that matched; when nothing did, the organization's default. */
export interface Outcome {
  readonly decision: PolicyAction;
  /** Every policy that matched: first those whose action is the decision, otherwise in the given order. */
  readonly policyIds: readonly string[];
}

/** A policy that matched a call, in its form at that time. */
export interface PolicyMatch {
  readonly id: string;
  readonly action: PolicyAction;
  readonly mode: PolicyMode;
}

export interface Verdict extends Outcome {
  /** The first reason given by a policy whose action is the decision, or the sentence for a call that none matches. */
  readonly reason: string | null;
  /** The most that one of the deciding policies asks for; 1 unless the decision is REQUIRE_APPROVAL. */
  readonly requiredApprovals: number;
  /** Null when no policy that asks for the approval says how long it waits. */
  readonly hold: Hold | null;
  /** The shortest time that a deciding policy lets an approval count; null when none says one. */
  readonly usableSeconds: number | null;
  /** The rules on approvers of the policies that ask for the approval; empty when each operator may approve. */
  readonly approvers: readonly ApproverRule[];
  /** The fingerprints of the policies that ask for the approval; none unless the decision is REQUIRE_APPROVAL. */
  readonly fingerprints: readonly string[];
  /** The decision that the shadow policies alone would have made. */
  readonly shadow: Outcome;
  /** All policies that matched, also those in shadow mode. */
  readonly matches: readonly PolicyMatch[];
}
