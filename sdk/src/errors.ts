/** The details that every error of Backstop carries besides its message. */
export interface BackstopErrorDetails {
  /** Stable name of the problem, for example `policy-blocked`. */
  readonly code: string;
  /** HTTP status of the answer; 0 when the service did not answer or was not asked. */
  readonly status?: number;
  /** The id under which the service's log has the request. */
  readonly requestId?: string | null;
  /** The action the service recorded for the call, when it recorded one. */
  readonly actionId?: string | null;
  /** The error that led to it. */
  readonly cause?: unknown;
}

const BRAND = Symbol.for('@backstop/sdk/error');

/** Names of an error's class and of those it extends, up to `BackstopError`. */
function kindsOf(kind: { name: string }): readonly string[] {
  const names: string[] = [];
  for (let one: unknown = kind; typeof one === 'function' && one !== Error; one = Object.getPrototypeOf(one)) {
    names.push(one.name);
  }
  return names;
}

/** Returns true also for an error of another copy of this package: a process may import and require it. */
function isOfKind(this: { readonly name: string }, value: unknown): boolean {
  if (Function.prototype[Symbol.hasInstance].call(this, value)) return true;
  const kinds: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, BRAND) : undefined;
  return Array.isArray(kinds) && kinds.includes(this.name);
}

/**
 * The base class of all errors that Backstop itself throws. The message is a sentence a model can act on, and never
 * holds a secret.
 */
export class BackstopError extends Error {
  /** Stable name of the problem, for example `policy-blocked`. */
  readonly code: string;
  /** HTTP status of the answer; 0 when the service did not answer or was not asked. */
  readonly status: number;
  /** The id under which the service logged the request; null when there was no answer. */
  readonly requestId: string | null;
  /** The action the service recorded for the call, when it recorded one. */
  readonly actionId: string | null;

  constructor(message: string, details: BackstopErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.code = details.code;
    this.status = details.status ?? 0;
    this.requestId = details.requestId ?? null;
    this.actionId = details.actionId ?? null;
    Object.defineProperty(this, BRAND, { value: kindsOf(new.target) });
  }

  /** True if the same call may succeed later although no person changes anything: after an outage or a rate limit. */
  get isRetryable(): boolean {
    return false;
  }

  /** Returns the same error with the call's name in its message. @internal */
  about(apiName: string): this {
    if (this.message.includes(apiName)) return this;
    const before = this.message;
    const named = before.replace(/\b(the call|it) did not run/i, `The call ${apiName} did not run`);
    this.message = named === before ? `${apiName}: ${before}` : named;
    if (this.stack) this.stack = this.stack.replace(before, () => this.message);
    return this;
  }

  /** @internal */
  static override readonly [Symbol.hasInstance] = isOfKind;
}

/** A policy forbids the call; it did not run. Do not retry it unchanged. */
export class PolicyBlockedError extends BackstopError {
  /** Id of the policy that blocked, the first when several did; null when the service does not say. */
  readonly policy: string | null;

  constructor(
    /** The reason in the words of the person who wrote the policy. */
    readonly reason: string,
    /** Ids of all policies that decided. */
    readonly policyIds: readonly string[],
    details: BackstopErrorDetails,
  ) {
    super(
      `Blocked by policy: ${asSentence(reason)} The call did not run. Do not retry it unchanged; do something else, or ask an operator.`,
      details,
    );
    this.policy = policyIds[0] ?? null;
  }
}

/** An operator said no, or took the question back; the call did not run. */
export class ApprovalRejectedError extends BackstopError {
  constructor(
    /** The text that the operator wrote; null if there is none. */
    readonly reason: string | null,
    /** The role of the person who decided: `operator`; null when no person did. */
    readonly decidedBy: string | null,
    details: BackstopErrorDetails,
  ) {
    super(
      `${decidedBy === null ? 'The approval was rejected' : 'An operator rejected the call'}${reason ? `: ${asSentence(ENDED[reason] ?? reason)}` : '.'} ` +
        'It did not run. Do not retry it unchanged; do something else that answers the reason.',
      details,
    );
  }
}

/** The reasons that no person wrote. */
const ENDED: Readonly<Record<string, string>> = {
  withdrawn: 'the question was taken back',
  revoked: 'the approval was taken back before the call ran',
  lapsed: 'the approval was not used in time',
  'agent-paused': 'this agent is paused',
};

/** The service made the call, and the provider refused it; or it is not known whether the call took effect. */
export class CallFailedError extends BackstopError {
  constructor(
    /** The response as the action records it: `refusal` has the provider's words. Null if there is none. */
    readonly response: unknown,
    message: string,
    details: BackstopErrorDetails,
  ) {
    super(message, details);
  }
}

/** No person decided in time; the call did not run. */
export class ApprovalTimeoutError extends BackstopError {}

/**
 * A person has to decide first, and the call is not waited for: `pending: 'throw'`, or a call inside of a transaction after
 * `holdLocksMs`. It did not run, and a transaction that it belongs to was rolled back, so that it holds no locks.
 */
export class ApprovalPendingError extends ApprovalTimeoutError {
  constructor(
    message: string,
    /** The approval that a person decides on. */
    readonly approvalId: string,
    /** Its page in the dashboard, for people; null where the service did not say. */
    readonly url: string | null,
    details: BackstopErrorDetails,
  ) {
    super(message, details);
  }
}

/** The call was begun or made before, by this process or another one. It did not run again. */
export class AlreadyRunError extends BackstopError {
  /** The recorded answer. */
  readonly response: unknown;
  /** The changes that an operator made to the arguments before the call ran; null when there are none. */
  readonly edited: { readonly from: object; readonly to: object; readonly reason: string | null } | null;
  /** The approval that it needed; null where it needed none. */
  readonly approvalId: string | null;

  constructor(
    /** The status that the service recorded; UNKNOWN also while a process that began the call has not reported it. */
    readonly outcome: string,
    { response, edited, approvalId }: Pick<AlreadyRunError, 'response' | 'edited' | 'approvalId'>,
    details: BackstopErrorDetails,
  ) {
    super(`${ALREADY[outcome] ?? ALREADY.UNKNOWN} It did not run again.`, details);
    this.response = response;
    this.edited = edited;
    this.approvalId = approvalId;
  }
}

const ALREADY: Readonly<Record<string, string>> = {
  SUCCESS: 'The call has run already, with success. Use its recorded answer.',
  FAILED: 'The call was made already, and failed.',
  ROLLED_BACK: 'The call has run already, and was undone since.',
  ROLLBACK_FAILED: 'The call has run already, with success; an undo of it failed.',
  UNKNOWN: 'The call was begun already, and whether it took effect is not known. Do not repeat it; ask an operator.',
};

/** The call needs an approval and the organization's plan has none; the call did not run. */
export class PlanRequiredError extends BackstopError {}

/** The monthly action limit is reached; the call did not run. */
export class QuotaExceededError extends BackstopError {}

/** An operator paused this agent; the call did not run. */
export class AgentPausedError extends BackstopError {}

/** The session is completed or being rolled back; the call did not run. */
export class SessionClosedError extends BackstopError {}

/** The service gave no usable answer, after brief retries. A call that waited for permission did not run. */
export class BackstopUnavailableError extends BackstopError {
  constructor(
    message: string,
    details: BackstopErrorDetails,
    /** False when the service was not reached at all: only that is covered by `onUnavailable: 'allow'`. */
    readonly answered: boolean = true,
  ) {
    super(message, details);
  }

  override get isRetryable(): boolean {
    return true;
  }
}

/** Any other refusal of the service, by its `code`. */
export class BackstopProblemError extends BackstopError {
  constructor(
    message: string,
    /** Seconds after which the service asks to be tried again; null when it did not say. */
    readonly retryAfterSeconds: number | null,
    /** The faults of the request, field by field. */
    readonly fields: readonly { field: string; message: string }[],
    details: BackstopErrorDetails,
  ) {
    super(message, details);
  }

  override get isRetryable(): boolean {
    return this.status === 429 || this.retryAfterSeconds !== null;
  }
}

/** A way to write that the gate cannot see through; the call did not run. */
export class UngovernedCallError extends BackstopError {
  constructor(message: string) {
    super(message, { code: 'ungoverned-call' });
  }
}

/** More or fewer rows than approved would have been touched; nothing was changed. */
export class RowCountChangedError extends BackstopError {
  constructor(
    readonly approvedRowCount: number,
    readonly actualRowCount: number,
    actionId: string,
  ) {
    super(
      `The statement would have changed ${actualRowCount} rows, but ${approvedRowCount} were approved. ` +
        'Nothing was changed. Look at the rows again and repeat the call.',
      { code: 'row-count-changed', actionId },
    );
  }
}

/** The payload that came back from the approval is not one the client can run; nothing was changed. */
export class ApprovedPayloadError extends BackstopError {
  constructor(message: string) {
    super(`The approved payload cannot be run: ${message}`, { code: 'approved-payload-invalid' });
  }
}

/** `wrap()` was given something it does not accept. */
export class WrapOptionsError extends BackstopError {
  constructor(message: string) {
    super(message, { code: 'wrap-options-invalid' });
  }
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text.trimEnd()) ? text.trimEnd() : `${text.trimEnd()}.`;
}
