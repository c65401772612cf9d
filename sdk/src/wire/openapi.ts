// Made by `npm run openapi` from openapi.json.
import type { Json, JsonObject } from '../json.js';

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A call as the service recorded it. */
        readonly Action: {
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly sessionId: string;
            /**
             * @description As logged, without gaps.
             * @example 2
             */
            readonly sequence: number;
            /**
             * @description As effects were confirmed.
             * @example 2
             */
            readonly effectSequence: number | null;
            /**
             * @description `<connector>.<resource>.<verb>`
             * @example stripe.refunds.create
             */
            readonly apiName: string;
            /**
             * @description The call as one sentence of at most 80 characters; in reads.
             * @example Refund 12.00 EUR of ch_3Qx8
             */
            readonly summary?: string;
            /**
             * @description What the agent's framework calls the tool call; null: it said nothing.
             * @example call_9hx1
             */
            readonly toolCallId: string | null;
            /**
             * @description The span of the application that asked, as W3C Trace Context writes it; null: it said nothing.
             * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
             */
            readonly traceparent: string | null;
            readonly operationType: components["schemas"]["OperationType"];
            /** @description Its arguments, as they ran or may run. */
            readonly payload: components["schemas"]["JsonObject"];
            /** @description As it was asked for; null unless an approver edited it. */
            readonly originalPayload: components["schemas"]["JsonObject"] | null;
            /** @description What the provider answered; null before that. */
            readonly response: components["schemas"]["Json"];
            readonly status: components["schemas"]["ActionStatus"];
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly precaptureId: string | null;
            readonly snapshot: components["schemas"]["Snapshot"] | null;
            /** @description The snapshot of before a decision, where another one replaced it. */
            readonly formerSnapshot: components["schemas"]["Snapshot"] | null;
            /** @description The question to an operator; null where none was asked. */
            readonly approval: {
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly id: string;
                /** @enum {string} */
                readonly status: "PENDING" | "APPROVED" | "REJECTED";
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds.
                 * @example 2026-01-02T03:04:05.678Z
                 */
                readonly expiresAt: string;
            } | null;
            /** @description What the policies said of it, and which of them. */
            readonly policy: {
                /** @enum {string} */
                readonly decision: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
                readonly policyIds: readonly string[];
                /**
                 * @description Why, as the policy says; for operators.
                 * @example Refunds over 500 need a person.
                 */
                readonly reason?: string | null;
                /** @description What shadow policies would have decided; for operators. */
                readonly shadow?: {
                    /** @enum {string} */
                    readonly decision: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
                    readonly policyIds: readonly string[];
                } | null;
                /**
                 * Format: uuid
                 * @description The grant that cleared the call; for operators.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly grantId?: string | null;
            };
            /**
             * @description What was wrong with it, where something was.
             * @enum {string|null}
             */
            readonly violation: "blocked" | "unapproved" | "paused" | "after-completion" | "after-rollback" | "payload-mismatch" | "ungated" | null;
            /** @description How far the service has come with it; null where the client makes the call. */
            readonly performance: {
                /** @enum {string} */
                readonly state: "waiting" | "queued" | "running" | "done";
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds.
                 * @example 2026-01-02T03:04:05.678Z
                 */
                readonly startedAt: string | null;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds.
                 * @example 2026-01-02T03:04:05.678Z
                 */
                readonly finishedAt: string | null;
                /** @example 2 */
                readonly attempts: number;
                /**
                 * @description Why it ended without having begun; of `resource-changed`, why it waits for a person again.
                 * @example cancelled
                 */
                readonly reason: string | null;
            } | null;
            /**
             * @description What a person said became of its effect; null where none did.
             * @enum {string|null}
             */
            readonly settledAs: "undone" | "kept" | null;
            /**
             * @description Who said so: to agents a role.
             * @example operator
             */
            readonly settledBy: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly settledAt: string | null;
            /**
             * @description The person's note; for operators.
             * @example Refunded by hand.
             */
            readonly settledNote?: string | null;
            /**
             * @description In a session of a test key.
             * @example true
             */
            readonly simulated: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly updatedAt: string;
        };
        /**
         * @description What kind of change an operation makes; a READ changes nothing and is never undone.
         * @enum {string}
         */
        readonly OperationType: "CREATE" | "UPDATE" | "DELETE" | "EXECUTE" | "READ";
        /**
         * @description A JSON object whose members are free.
         * @example {
         *       "amount": 1200
         *     }
         */
        readonly JsonObject: JsonObject;
        /**
         * @description Any JSON: what a client sent, or a provider answered.
         * @example {
         *       "amount": 1200
         *     }
         */
        readonly Json: Json;
        /**
         * @description How far a call has come, and what became of it.
         * @enum {string}
         */
        readonly ActionStatus: "CLEARED" | "PENDING_APPROVAL" | "REJECTED" | "BLOCKED" | "SUCCESS" | "FAILED" | "UNKNOWN" | "ROLLED_BACK" | "ROLLBACK_FAILED";
        /** @description The state that a call was about to change. */
        readonly Snapshot: {
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly precaptureId: string;
            /**
             * @description The call may run and cannot be undone.
             * @example true
             */
            readonly captureFailed: boolean;
            /**
             * @description Why it failed: to agents a fixed code.
             * @example capture-failed
             */
            readonly reason: string | null;
            /** @description The names of what was captured; null where the capture failed. */
            readonly resource: components["schemas"]["Json"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly capturedAt: string | null;
            /** @description For operators only. */
            readonly content?: components["schemas"]["Json"];
        };
        /** @description An approval with what it decides on. */
        readonly ApprovalDetail: {
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly sessionId: string;
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly actionId: string;
            /**
             * @description The agent's own name, as it was given when the session was opened.
             * @example support-agent
             */
            readonly agentId: string;
            /**
             * @description The user whose task it is; null: the agent did not say.
             * @example ada@example.com
             */
            readonly onBehalfOf: string | null;
            /**
             * @description Texts of the application, by name: at most 20 of 1 to 200 characters. A name has 1 to 63 letters, digits, `-` and `_`.
             * @example {
             *       "tier": "gold"
             *     }
             */
            readonly labels: {
                readonly [key: string]: string;
            };
            /**
             * @description What the agent's framework calls the tool call; null: it said nothing.
             * @example call_9hx1
             */
            readonly toolCallId: string | null;
            /**
             * @description The span of the application that asked, as W3C Trace Context writes it; null: it said nothing.
             * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
             */
            readonly traceparent: string | null;
            /**
             * @description `<connector>.<resource>.<verb>`
             * @example stripe.refunds.create
             */
            readonly apiName: string;
            /**
             * @description The call as one sentence of at most 80 characters; a single read has former values in it.
             * @example Refund 12.00 EUR of ch_3Qx8
             */
            readonly summary: string;
            /**
             * @description Asked for in a session of a test key.
             * @example true
             */
            readonly simulated: boolean;
            /**
             * @description What was decided; an expired one is REJECTED.
             * @enum {string}
             */
            readonly status: "PENDING" | "APPROVED" | "REJECTED";
            /** @description An approved call may run only while it is CLEARED. */
            readonly actionStatus: components["schemas"]["ActionStatus"];
            /**
             * @description Approved, and its client has not reported the outcome yet.
             * @example true
             */
            readonly unconfirmed: boolean;
            /** @description As that of the action: null where the client makes the call. */
            readonly performance: {
                /** @enum {string} */
                readonly state: "waiting" | "queued" | "running" | "done";
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds.
                 * @example 2026-01-02T03:04:05.678Z
                 */
                readonly startedAt: string | null;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds.
                 * @example 2026-01-02T03:04:05.678Z
                 */
                readonly finishedAt: string | null;
                /** @example 2 */
                readonly attempts: number;
                /**
                 * @description Why it ended without having begun; of `resource-changed`, why it waits for a person again.
                 * @example cancelled
                 */
                readonly reason: string | null;
            } | null;
            /**
             * @description One line of the arguments.
             * @example {"amount":1200}
             */
            readonly payloadSummary: string;
            /**
             * @description Milliseconds; 0 once it is decided.
             * @example 2
             */
            readonly timeRemaining: number;
            /**
             * @description Why it was rejected.
             * @example too much
             */
            readonly reason: string | null;
            /**
             * @description To agents the role `operator`; null before a decision, and where no person decided.
             * @example operator
             */
            readonly decidedBy: string | null;
            /** @description How many operators have to approve, and who has. */
            readonly approvals: {
                /** @example 2 */
                readonly required: number;
                readonly given: readonly {
                    /** @example operator */
                    readonly by: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC, milliseconds.
                     * @example 2026-01-02T03:04:05.678Z
                     */
                    readonly at: string;
                }[];
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description When the question is taken back unanswered, or a held call is permitted; ISO 8601.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly expiresAt: string;
            /**
             * @description `approve`: the call is permitted at `expiresAt`, unless an operator stops it before.
             * @enum {string}
             */
            readonly onExpiry: "reject" | "approve";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly decidedAt: string | null;
            /** @description For operators. */
            readonly note?: {
                /** @example Asked the customer; wait for her answer. */
                readonly content: string;
                /** @example operator@example.com */
                readonly by: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds.
                 * @example 2026-01-02T03:04:05.678Z
                 */
                readonly at: string;
            } | null;
            /** @description What may run: the approver may have edited it. */
            readonly payload: components["schemas"]["JsonObject"];
            /**
             * @description SHA-256 of the canonical JSON (RFC 8785) of the arguments, in hex. A list does not answer it, because it does not show them.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            readonly payloadHash: string;
            /** @description With marks for characters that show as nothing, as a blank or as another one; for operators. */
            readonly payloadShown?: components["schemas"]["Json"];
            readonly snapshot: components["schemas"]["Snapshot"] | null;
            readonly formerSnapshot: components["schemas"]["Snapshot"] | null;
            /**
             * @description What the provider said where it refused a call that the service made.
             * @example No such refund
             */
            readonly providerRefusal: string | null;
            /** @description For operators. */
            readonly grant?: components["schemas"]["Grant"] | null;
            /** @description For operators. */
            readonly context?: components["schemas"]["ApprovalContext"];
        };
        /** @description Calls of one session that are approved in advance. */
        readonly Grant: {
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly sessionId: string;
            /**
             * @description The agent's own name, as it was given when the session was opened.
             * @example support-agent
             */
            readonly agentId: string;
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly approvalId: string;
            /** @example stripe.refunds.* */
            readonly apiNamePattern: string;
            /** @enum {string} */
            readonly status: "ACTIVE" | "EXHAUSTED" | "EXPIRED" | "REVOKED";
            /** @example 2 */
            readonly maxUses: number;
            /** @example 2 */
            readonly uses: number;
            /** @example 2 */
            readonly remainingUses: number;
            /** @example operator@example.com */
            readonly createdBy: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly expiresAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly revokedAt: string | null;
        };
        /** @description What an operator has to know beside the call itself. */
        readonly ApprovalContext: {
            /** @example look after customers */
            readonly intent: string;
            /**
             * @description The agent's own name, as it was given when the session was opened.
             * @example support-agent
             */
            readonly agentId: string;
            /** @example Support agent */
            readonly agentName: string;
            readonly precedingActions: readonly {
                /** @example 2 */
                readonly sequence: number;
                /**
                 * @description `<connector>.<resource>.<verb>`
                 * @example stripe.refunds.create
                 */
                readonly apiName: string;
                readonly status: components["schemas"]["ActionStatus"];
                /** @example {} */
                readonly summary: string;
            }[];
            /** @enum {string} */
            readonly reversibility: "exact" | "compensating" | "none";
            readonly policy: {
                /** @description The policies that asked for the approval. */
                readonly ids: readonly string[];
                /** @example Refunds over 500 need a person. */
                readonly reason: string | null;
            };
            /** @description What the call would change; null where it cannot be told. */
            readonly difference: readonly {
                /** @example amount */
                readonly field: string;
                readonly before: components["schemas"]["Json"];
                readonly after: components["schemas"]["Json"];
            }[] | null;
            /** @example 2 */
            readonly differenceOmitted: number;
            /** @description Where characters stand that show as nothing, as a blank or as another one. */
            readonly hidden: readonly {
                /** @example payload.note */
                readonly field: string;
                readonly kinds: readonly ("bidi" | "zero-width" | "soft-hyphen" | "tag" | "variation-selector" | "control" | "blank" | "look-alike" | "other")[];
            }[];
        };
        /** @description The snapshot of what a call is about to change; a capture that failed does not stop the call. */
        readonly Precapture: {
            /**
             * Format: uuid
             * @description Binds the snapshot to one call of the session with the same arguments.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly precaptureId: string;
            /**
             * @description The call may run and cannot be undone.
             * @example true
             */
            readonly captureFailed: boolean;
        };
        /** @description A refusal (RFC 9457). Act on the end of `type`, show `detail`, quote `requestId`. */
        readonly Problem: {
            /** @example https://backstop.example/errors/not-found */
            readonly type: string;
            /** @example Not found */
            readonly title: string;
            /** @example 2 */
            readonly status: number;
            /** @example There is no such session. */
            readonly detail: string;
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly requestId: string;
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly actionId?: string;
            readonly policyIds?: readonly string[];
            readonly errors?: readonly {
                /** @example agentId */
                readonly field: string;
                /** @example is required */
                readonly message: string;
            }[];
        };
        /**
         * @description The last part of the `type` of a problem.
         * @enum {string}
         */
        readonly ProblemCode: "validation-failed" | "invalid-token" | "bad-request" | "invalid-signature" | "session-not-open" | "invalid-link" | "unauthenticated" | "cross-origin" | "operator-required" | "plan-required" | "proof-required" | "policy-blocked" | "operation-not-offered" | "agent-paused" | "agent-mismatch" | "not-found" | "method-not-allowed" | "request-timeout" | "idempotency-conflict" | "session-closed" | "session-rolled-back" | "session-rolling-back" | "illegal-transition" | "already-begun" | "calls-open" | "precapture-mismatch" | "already-decided" | "already-approved-by-you" | "not-grantable" | "approve-alone" | "too-many-policies" | "too-many-webhooks" | "already-run" | "payload-changed" | "not-rollable" | "not-revertible" | "plan-changed" | "rollback-running" | "already-settled" | "not-settleable" | "agent-registered" | "pause-unfinished" | "agent-is-paused" | "email-taken" | "already-signed-in" | "already-member" | "already-invited" | "last-member" | "conflict" | "too-large" | "uri-too-long" | "unsupported-media-type" | "rate-limited" | "quota-exceeded" | "precapture-limit" | "headers-too-large" | "internal" | "billing-not-configured" | "billing-unavailable" | "oauth-not-configured" | "unavailable";
        /** @description An operation that a connector of the service knows. */
        readonly RegistryEntry: {
            /**
             * @description Its name in policies and in the ledger.
             * @example stripe.refunds.create
             */
            readonly apiName: string;
            /**
             * @description Identifier of its connector.
             * @example stripe
             */
            readonly connector: string;
            /**
             * @description Of the provider's API, as it names it.
             * @example 2025-01-27.acacia
             */
            readonly apiVersion: string;
            /** @example refunds */
            readonly resource: string;
            /** @example create */
            readonly verb: string;
            readonly operationType: components["schemas"]["OperationType"];
            /**
             * @description Whether an undo restores the very state, or only makes up for it, or there is none.
             * @enum {string}
             */
            readonly reversibility: "exact" | "compensating" | "none";
            /**
             * @description What undoes it, in words.
             * @example text
             */
            readonly inverse: string | null;
            /**
             * @description Whether the state before it has to be captured for that.
             * @enum {string}
             */
            readonly precapture: "required" | "none";
            /** @description JSON Schema of the arguments. */
            readonly payloadSchema: components["schemas"]["JsonObject"];
            readonly credentialFields: readonly {
                /** @example secretKey */
                readonly name: string;
                /** @example true */
                readonly required: boolean;
                /** @example text */
                readonly description: string;
                /** @example true */
                readonly isPublic?: boolean;
            }[];
            /** @description What policies can compare of its calls, read by the service. */
            readonly facts: readonly string[];
            /**
             * @description How a call reads: a template over its payload; null: its name and its three most telling arguments.
             * @example Refund[ {amount:money} of] {payment_intent|charge}
             */
            readonly summary: string | null;
            /**
             * @description Round trips against a real counterpart run in the tests of this connector.
             * @example true
             */
            readonly verified: boolean;
            /** @example text */
            readonly notes: string | null;
            /**
             * @description By what a change by another client is noticed.
             * @example text
             */
            readonly driftSignal: string | null;
            /**
             * @description Hours within which the provider lets it be undone; null: no limit.
             * @example 500
             */
            readonly undoableForHours: number | null;
            /**
             * @description The service itself can make the call, where an operator offers it.
             * @example true
             */
            readonly performable: boolean;
            /**
             * @description Why it cannot.
             * @example text
             */
            readonly unperformableReason: string | null;
            /**
             * @description What a policy should do with it, where it cannot be undone.
             * @enum {string|null}
             */
            readonly advice: "REQUIRE_APPROVAL" | null;
        };
        /** @description What a rollback did so far. */
        readonly RollbackReport: {
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly sessionId: string;
            /** @enum {string} */
            readonly displayStatus: "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
            readonly counters: components["schemas"]["SessionCounters"];
            /** @enum {string} */
            readonly state: "running" | "finished";
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly rollbackId: string;
            /**
             * Format: uuid
             * @description It undid this call and every later one; null: the session, or one call.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly fromActionId: string | null;
            /**
             * Format: uuid
             * @description It took this rollback back; null: it is a rollback.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly reverts: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly startedAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly finishedAt: string | null;
            readonly progress: {
                /**
                 * @description Steps that came to their end.
                 * @example 2
                 */
                readonly finished: number;
                /** @example 2 */
                readonly total: number;
            };
            /** @description Last effect first. */
            readonly results: readonly {
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly actionId: string;
                /**
                 * @description `<connector>.<resource>.<verb>`
                 * @example stripe.refunds.create
                 */
                readonly apiName: string;
                /**
                 * @description The call as one sentence; null where its arguments are larger than 16 KB.
                 * @example Refund 12.00 EUR of ch_3Qx8
                 */
                readonly summary: string | null;
                /**
                 * @description Null while it is under way. REAPPLIED, of a revert alone: what the undo had replaced is back.
                 * @enum {string|null}
                 */
                readonly outcome: "ROLLED_BACK" | "ROLLBACK_FAILED" | "CONFLICT" | "IRREVERSIBLE" | "UNKNOWN" | "SKIPPED" | "REAPPLIED" | null;
                /**
                 * @description Its outcome is not certain, and nothing proves that the resource looks so because of this call: `force` undoes it all the same.
                 * @example true
                 */
                readonly isUnproved: boolean;
                /**
                 * @description What a person said became of its effect; null where none did.
                 * @enum {string|null}
                 */
                readonly settledAs: "undone" | "kept" | null;
                /**
                 * @description Who said so: to agents a role.
                 * @example operator
                 */
                readonly settledBy: string | null;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds.
                 * @example 2026-01-02T03:04:05.678Z
                 */
                readonly settledAt: string | null;
                /**
                 * @description The person's note; for operators.
                 * @example Refunded by hand.
                 */
                readonly settledNote?: string | null;
                /**
                 * @description A fixed code; the words are for operators.
                 * @example restored
                 */
                readonly detail: string | null;
                /** @description For operators. */
                readonly items?: readonly components["schemas"]["UndoneItem"][];
            }[];
            /**
             * @description What a further rollback may name as `planHash`; null: it is running, or nothing is left to undo.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            readonly hash: string | null;
            /** @description Calls that only the agent says are reads: no connector knows their names. */
            readonly unverifiedReads: readonly {
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly actionId: string;
                /**
                 * @description `<connector>.<resource>.<verb>`
                 * @example stripe.refunds.create
                 */
                readonly apiName: string;
            }[];
            /** @description For agents: calls that were undone, in the order they were logged. What the agent knows of them is not so any more. */
            readonly noLonger?: readonly {
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly actionId: string;
                /**
                 * @description What the agent's framework calls the tool call; null: it said nothing.
                 * @example call_9hx1
                 */
                readonly toolCallId: string | null;
                /**
                 * @description `<connector>.<resource>.<verb>`
                 * @example stripe.refunds.create
                 */
                readonly apiName: string;
            }[];
        };
        /** @description How many of a session's actions are in each status. */
        readonly SessionCounters: {
            /**
             * @description Took effect, and was not undone.
             * @example 2
             */
            readonly success: number;
            /**
             * @description Did not take effect.
             * @example 2
             */
            readonly failed: number;
            /**
             * @description Waits for a person.
             * @example 2
             */
            readonly pendingApproval: number;
            /**
             * @description May run; its outcome is not reported yet.
             * @example 2
             */
            readonly cleared: number;
            /**
             * @description A policy blocked it.
             * @example 2
             */
            readonly blocked: number;
            /**
             * @description Its client does not know its outcome, and no read has told it.
             * @example 2
             */
            readonly unknown: number;
            /**
             * @description Undone, and read back.
             * @example 2
             */
            readonly rolledBack: number;
            /**
             * @description Could not be undone so far.
             * @example 2
             */
            readonly rollbackFailed: number;
        };
        /** @description One thing that an undo looked at. */
        readonly UndoneItem: {
            /** @example customers id=7 */
            readonly resource: string;
            /** @example customers id=6 */
            readonly formerly?: string;
            /** @enum {string} */
            readonly result: "restored" | "already-restored" | "conflict" | "forced" | "impossible";
            readonly fields: readonly {
                /** @example amount */
                readonly field: string;
                readonly before: components["schemas"]["Json"];
                readonly after: components["schemas"]["Json"];
                readonly now: components["schemas"]["Json"];
                /** @enum {string} */
                readonly result: "restored" | "already-restored" | "conflict" | "forced" | "untouched";
                /**
                 * @description Of a number in conflict: what the call added, which `subtract` takes off what is there.
                 * @example 5
                 */
                readonly added?: string;
            }[];
        };
        /** @description A session as the service sees it. */
        readonly Session: {
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly id: string;
            /**
             * @description The agent's own name, as it was given when the session was opened.
             * @example support-agent
             */
            readonly agentId: string;
            /**
             * @description What it was opened for, in words.
             * @example look after customers
             */
            readonly intent: string;
            /**
             * @description The user whose task it is; null: the agent did not say.
             * @example ada@example.com
             */
            readonly onBehalfOf: string | null;
            /**
             * @description Texts of the application, by name: at most 20 of 1 to 200 characters. A name has 1 to 63 letters, digits, `-` and `_`.
             * @example {
             *       "tier": "gold"
             *     }
             */
            readonly labels: {
                readonly [key: string]: string;
            };
            /** @enum {string} */
            readonly status: "ACTIVE" | "COMPLETED" | "ABANDONED";
            /**
             * @description As shown to people: also tells what was undone.
             * @enum {string}
             */
            readonly displayStatus: "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
            readonly counters: components["schemas"]["SessionCounters"];
            /**
             * @description Opened with a test key: no provider is called.
             * @example true
             */
            readonly simulated: boolean;
            readonly allowedCommands: {
                /**
                 * @description Whether there is anything left to roll back.
                 * @example true
                 */
                readonly rollbackSession: boolean;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly updatedAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly completedAt: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly lastActivityAt: string;
        };
        /** @description A session with all of its actions, in the order they were logged. */
        readonly SessionWithActions: {
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly id: string;
            /**
             * @description The agent's own name, as it was given when the session was opened.
             * @example support-agent
             */
            readonly agentId: string;
            /**
             * @description What it was opened for, in words.
             * @example look after customers
             */
            readonly intent: string;
            /**
             * @description The user whose task it is; null: the agent did not say.
             * @example ada@example.com
             */
            readonly onBehalfOf: string | null;
            /**
             * @description Texts of the application, by name: at most 20 of 1 to 200 characters. A name has 1 to 63 letters, digits, `-` and `_`.
             * @example {
             *       "tier": "gold"
             *     }
             */
            readonly labels: {
                readonly [key: string]: string;
            };
            /** @enum {string} */
            readonly status: "ACTIVE" | "COMPLETED" | "ABANDONED";
            /**
             * @description As shown to people: also tells what was undone.
             * @enum {string}
             */
            readonly displayStatus: "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
            readonly counters: components["schemas"]["SessionCounters"];
            /**
             * @description Opened with a test key: no provider is called.
             * @example true
             */
            readonly simulated: boolean;
            readonly allowedCommands: {
                /**
                 * @description Whether there is anything left to roll back.
                 * @example true
                 */
                readonly rollbackSession: boolean;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly updatedAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly completedAt: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly lastActivityAt: string;
            readonly actions: readonly components["schemas"]["Action"][];
        };
        /** @description What is sent of action.blocked. */
        readonly ActionBlockedEvent: {
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly id: string;
            /** @constant */
            readonly type: "action.blocked";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly timestamp: string;
            readonly data: {
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly sessionId: string;
                /** @example support-agent */
                readonly agentId: string;
                /**
                 * @description The user whose task it is; null: the agent did not say.
                 * @example ada@example.com
                 */
                readonly onBehalfOf?: string | null;
                /**
                 * @description Texts of the application, by name: at most 20 of 1 to 200 characters. A name has 1 to 63 letters, digits, `-` and `_`.
                 * @example {
                 *       "tier": "gold"
                 *     }
                 */
                readonly labels?: {
                    readonly [key: string]: string;
                };
                /** @example true */
                readonly simulated: boolean;
                /**
                 * @description What the agent's framework calls the tool call; null: it said nothing.
                 * @example call_9hx1
                 */
                readonly toolCallId?: string | null;
                /**
                 * @description The span of the application that asked, as W3C Trace Context writes it; null: it said nothing.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                readonly traceparent?: string | null;
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly actionId: string;
                /** @example stripe.refunds.create */
                readonly apiName: string;
                readonly operationType: components["schemas"]["OperationType"];
                /** @enum {string} */
                readonly status: "BLOCKED";
                /** @example Refunds over 500 need a person. */
                readonly reason: string | null;
                readonly policyIds: readonly string[];
                /**
                 * @description Opens the dashboard.
                 * @example https://backstop.example/dashboard
                 */
                readonly url: string;
            };
        };
        /** @description What is sent of approval.decided. */
        readonly ApprovalDecidedEvent: {
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly id: string;
            /** @constant */
            readonly type: "approval.decided";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly timestamp: string;
            readonly data: {
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly sessionId: string;
                /** @example support-agent */
                readonly agentId: string;
                /**
                 * @description The user whose task it is; null: the agent did not say.
                 * @example ada@example.com
                 */
                readonly onBehalfOf?: string | null;
                /**
                 * @description Texts of the application, by name: at most 20 of 1 to 200 characters. A name has 1 to 63 letters, digits, `-` and `_`.
                 * @example {
                 *       "tier": "gold"
                 *     }
                 */
                readonly labels?: {
                    readonly [key: string]: string;
                };
                /** @example true */
                readonly simulated: boolean;
                /**
                 * @description What the agent's framework calls the tool call; null: it said nothing.
                 * @example call_9hx1
                 */
                readonly toolCallId?: string | null;
                /**
                 * @description The span of the application that asked, as W3C Trace Context writes it; null: it said nothing.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                readonly traceparent?: string | null;
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly approvalId: string;
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly actionId: string;
                /** @example stripe.refunds.create */
                readonly apiName: string;
                readonly operationType: components["schemas"]["OperationType"];
                /** @enum {string} */
                readonly status: "PENDING" | "APPROVED" | "REJECTED";
                /** @example Refunds over 500 need a person. */
                readonly reason: string | null;
                /**
                 * @description The call has run already.
                 * @example true
                 */
                readonly review: boolean;
                /**
                 * Format: date-time
                 * @description When it expires, or a held call is permitted.
                 * @example 2026-01-02T03:04:05.678Z
                 */
                readonly expiresAt: string;
                /**
                 * @description `approve`: the call runs then, unless an operator stops it.
                 * @enum {string}
                 */
                readonly onExpiry: "reject" | "approve";
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds.
                 * @example 2026-01-02T03:04:05.678Z
                 */
                readonly decidedAt: string | null;
                /**
                 * @description Opens the dashboard.
                 * @example https://backstop.example/dashboard
                 */
                readonly url: string;
            };
        };
        /** @description What is sent of approval.expired. */
        readonly ApprovalExpiredEvent: {
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly id: string;
            /** @constant */
            readonly type: "approval.expired";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly timestamp: string;
            readonly data: {
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly sessionId: string;
                /** @example support-agent */
                readonly agentId: string;
                /**
                 * @description The user whose task it is; null: the agent did not say.
                 * @example ada@example.com
                 */
                readonly onBehalfOf?: string | null;
                /**
                 * @description Texts of the application, by name: at most 20 of 1 to 200 characters. A name has 1 to 63 letters, digits, `-` and `_`.
                 * @example {
                 *       "tier": "gold"
                 *     }
                 */
                readonly labels?: {
                    readonly [key: string]: string;
                };
                /** @example true */
                readonly simulated: boolean;
                /**
                 * @description What the agent's framework calls the tool call; null: it said nothing.
                 * @example call_9hx1
                 */
                readonly toolCallId?: string | null;
                /**
                 * @description The span of the application that asked, as W3C Trace Context writes it; null: it said nothing.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                readonly traceparent?: string | null;
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly approvalId: string;
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly actionId: string;
                /** @example stripe.refunds.create */
                readonly apiName: string;
                readonly operationType: components["schemas"]["OperationType"];
                /** @enum {string} */
                readonly status: "PENDING" | "APPROVED" | "REJECTED";
                /** @example Refunds over 500 need a person. */
                readonly reason: string | null;
                /**
                 * @description The call has run already.
                 * @example true
                 */
                readonly review: boolean;
                /**
                 * Format: date-time
                 * @description When it expires, or a held call is permitted.
                 * @example 2026-01-02T03:04:05.678Z
                 */
                readonly expiresAt: string;
                /**
                 * @description `approve`: the call runs then, unless an operator stops it.
                 * @enum {string}
                 */
                readonly onExpiry: "reject" | "approve";
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds.
                 * @example 2026-01-02T03:04:05.678Z
                 */
                readonly decidedAt: string | null;
                /**
                 * @description Opens the dashboard.
                 * @example https://backstop.example/dashboard
                 */
                readonly url: string;
            };
        };
        /** @description What is sent of approval.requested. */
        readonly ApprovalRequestedEvent: {
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly id: string;
            /** @constant */
            readonly type: "approval.requested";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly timestamp: string;
            readonly data: {
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly sessionId: string;
                /** @example support-agent */
                readonly agentId: string;
                /**
                 * @description The user whose task it is; null: the agent did not say.
                 * @example ada@example.com
                 */
                readonly onBehalfOf?: string | null;
                /**
                 * @description Texts of the application, by name: at most 20 of 1 to 200 characters. A name has 1 to 63 letters, digits, `-` and `_`.
                 * @example {
                 *       "tier": "gold"
                 *     }
                 */
                readonly labels?: {
                    readonly [key: string]: string;
                };
                /** @example true */
                readonly simulated: boolean;
                /**
                 * @description What the agent's framework calls the tool call; null: it said nothing.
                 * @example call_9hx1
                 */
                readonly toolCallId?: string | null;
                /**
                 * @description The span of the application that asked, as W3C Trace Context writes it; null: it said nothing.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                readonly traceparent?: string | null;
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly approvalId: string;
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly actionId: string;
                /** @example stripe.refunds.create */
                readonly apiName: string;
                readonly operationType: components["schemas"]["OperationType"];
                /** @enum {string} */
                readonly status: "PENDING" | "APPROVED" | "REJECTED";
                /** @example Refunds over 500 need a person. */
                readonly reason: string | null;
                /**
                 * @description The call has run already.
                 * @example true
                 */
                readonly review: boolean;
                /**
                 * Format: date-time
                 * @description When it expires, or a held call is permitted.
                 * @example 2026-01-02T03:04:05.678Z
                 */
                readonly expiresAt: string;
                /**
                 * @description `approve`: the call runs then, unless an operator stops it.
                 * @enum {string}
                 */
                readonly onExpiry: "reject" | "approve";
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds.
                 * @example 2026-01-02T03:04:05.678Z
                 */
                readonly decidedAt: string | null;
                /**
                 * @description Opens the dashboard.
                 * @example https://backstop.example/dashboard
                 */
                readonly url: string;
            };
        };
        /** @description What is sent of rollback.finished. */
        readonly RollbackFinishedEvent: {
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly id: string;
            /** @constant */
            readonly type: "rollback.finished";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly timestamp: string;
            readonly data: {
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly sessionId: string;
                /** @example support-agent */
                readonly agentId: string;
                /**
                 * @description The user whose task it is; null: the agent did not say.
                 * @example ada@example.com
                 */
                readonly onBehalfOf?: string | null;
                /**
                 * @description Texts of the application, by name: at most 20 of 1 to 200 characters. A name has 1 to 63 letters, digits, `-` and `_`.
                 * @example {
                 *       "tier": "gold"
                 *     }
                 */
                readonly labels?: {
                    readonly [key: string]: string;
                };
                /** @example true */
                readonly simulated: boolean;
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly rollbackId: string;
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly actionId: string | null;
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly fromActionId: string | null;
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly agentRollbackId: string | null;
                /** @enum {string} */
                readonly status: "FINISHED";
                /** @description How many steps ended how. */
                readonly outcomes: {
                    /** @example 2 */
                    readonly ROLLED_BACK?: number;
                    /** @example 2 */
                    readonly ROLLBACK_FAILED?: number;
                    /** @example 2 */
                    readonly CONFLICT?: number;
                    /** @example 2 */
                    readonly IRREVERSIBLE?: number;
                    /** @example 2 */
                    readonly UNKNOWN?: number;
                    /** @example 2 */
                    readonly SKIPPED?: number;
                };
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds.
                 * @example 2026-01-02T03:04:05.678Z
                 */
                readonly startedAt: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds.
                 * @example 2026-01-02T03:04:05.678Z
                 */
                readonly finishedAt: string;
                /**
                 * @description Opens the dashboard.
                 * @example https://backstop.example/dashboard
                 */
                readonly url: string;
            };
        };
        /** @description What is sent of rollback.reverted. */
        readonly RollbackRevertedEvent: {
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly id: string;
            /** @constant */
            readonly type: "rollback.reverted";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly timestamp: string;
            readonly data: {
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly sessionId: string;
                /** @example support-agent */
                readonly agentId: string;
                /**
                 * @description The user whose task it is; null: the agent did not say.
                 * @example ada@example.com
                 */
                readonly onBehalfOf?: string | null;
                /**
                 * @description Texts of the application, by name: at most 20 of 1 to 200 characters. A name has 1 to 63 letters, digits, `-` and `_`.
                 * @example {
                 *       "tier": "gold"
                 *     }
                 */
                readonly labels?: {
                    readonly [key: string]: string;
                };
                /** @example true */
                readonly simulated: boolean;
                /**
                 * Format: uuid
                 * @description Of the revert.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly rollbackId: string;
                /**
                 * Format: uuid
                 * @description The rollback that it took back.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly reverts: string;
                /** @enum {string} */
                readonly status: "FINISHED";
                /** @description How many steps ended how. */
                readonly outcomes: {
                    /** @example 2 */
                    readonly ROLLED_BACK?: number;
                    /** @example 2 */
                    readonly ROLLBACK_FAILED?: number;
                    /** @example 2 */
                    readonly CONFLICT?: number;
                    /** @example 2 */
                    readonly IRREVERSIBLE?: number;
                    /** @example 2 */
                    readonly UNKNOWN?: number;
                    /** @example 2 */
                    readonly SKIPPED?: number;
                    /** @example 2 */
                    readonly REAPPLIED?: number;
                };
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds.
                 * @example 2026-01-02T03:04:05.678Z
                 */
                readonly startedAt: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds.
                 * @example 2026-01-02T03:04:05.678Z
                 */
                readonly finishedAt: string;
                /**
                 * @description Opens the dashboard.
                 * @example https://backstop.example/dashboard
                 */
                readonly url: string;
            };
        };
        /** @description What is sent of webhook.test. */
        readonly WebhookTestEvent: {
            /**
             * Format: uuid
             * @description UUID.
             * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
             */
            readonly id: string;
            /** @constant */
            readonly type: "webhook.test";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-01-02T03:04:05.678Z
             */
            readonly timestamp: string;
            readonly data: {
                /**
                 * Format: uuid
                 * @description UUID.
                 * @example 019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c
                 */
                readonly webhookId: string;
                /**
                 * @description Opens the dashboard.
                 * @example https://backstop.example/dashboard
                 */
                readonly url: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
