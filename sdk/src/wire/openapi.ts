// Made by `npm run openapi` from openapi.json.
import type { Json, JsonObject } from '../json.js';

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A call as the service recorded it. */
        readonly Action: {
            readonly id: components["schemas"]["Id"];
            readonly sessionId: components["schemas"]["Id"];
            /** @description As logged, without gaps. */
            readonly sequence: number;
            /** @description As effects were confirmed. */
            readonly effectSequence: number | null;
            /** @description `<connector>.<resource>.<verb>` */
            readonly apiName: string;
            /** @description The call as one sentence of at most 80 characters; in reads. */
            readonly summary?: string;
            readonly toolCallId: components["schemas"]["ToolCallId"];
            readonly traceparent: components["schemas"]["Traceparent"];
            readonly operationType: components["schemas"]["OperationType"];
            /** @description Its arguments, as they ran or may run. */
            readonly payload: components["schemas"]["JsonObject"];
            /** @description As it was asked for; null unless an approver edited it. */
            readonly originalPayload: components["schemas"]["JsonObject"] | null;
            /** @description What an operator changed; null where none did. */
            readonly edited: {
                readonly from: components["schemas"]["JsonObject"];
                readonly to: components["schemas"]["JsonObject"];
                /** @constant */
                readonly by: "operator";
                readonly reason: string | null;
            } | null;
            /** @description What the provider answered; null before that. */
            readonly response: components["schemas"]["Json"];
            readonly status: components["schemas"]["ActionStatus"];
            readonly precaptureId: components["schemas"]["Id"] | null;
            readonly snapshot: components["schemas"]["Snapshot"] | null;
            /** @description The snapshot of before a decision, where another one replaced it. */
            readonly formerSnapshot: components["schemas"]["Snapshot"] | null;
            /** @description The question to an operator; null where none was asked. */
            readonly approval: {
                readonly id: components["schemas"]["Id"];
                /** @enum {string} */
                readonly status: "PENDING" | "APPROVED" | "REJECTED";
                readonly expiresAt: components["schemas"]["Time"];
                /** @description An approval that was given counts until then; null: not given, or its call has begun. */
                readonly usableUntil: components["schemas"]["Time"] | null;
            } | null;
            /** @description What the policies said of it, and which of them. */
            readonly policy: {
                /** @enum {string} */
                readonly decision: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
                readonly policyIds: readonly components["schemas"]["Id"][];
                /** @description Why, as the policy says; for operators. */
                readonly reason?: string | null;
                /** @description What shadow policies would have decided; for operators. */
                readonly shadow?: {
                    /** @enum {string} */
                    readonly decision: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
                    readonly policyIds: readonly components["schemas"]["Id"][];
                } | null;
                /** @description The grant that cleared the call; for operators. */
                readonly grantId?: components["schemas"]["Id"] | null;
            };
            /** @description Why it does not run; null where it may run or ran. */
            readonly refusal: {
                /** @enum {string} */
                readonly code: "policy" | "rejected" | "expired" | "withdrawn" | "revoked" | "lapsed" | "cancelled" | "paused" | "quota" | "unavailable";
                readonly reason: string | null;
            } | null;
            /**
             * @description What was wrong with it, where something was.
             * @enum {string|null}
             */
            readonly violation: "blocked" | "unapproved" | "paused" | "after-completion" | "after-rollback" | "payload-mismatch" | "ungated" | "lapsed" | null;
            /** @description How far the service has come with it; null where the client makes the call. */
            readonly performance: components["schemas"]["Performance"] | null;
            /** @description Its client said then that it begins it; null where none did. */
            readonly begunAt: components["schemas"]["Time"] | null;
            /**
             * @description What a person said became of its effect; null where none did.
             * @enum {string|null}
             */
            readonly settledAs: "undone" | "kept" | null;
            /** @description Who said so: to agents a role. */
            readonly settledBy: string | null;
            readonly settledAt: components["schemas"]["Time"] | null;
            /** @description The person's note; for operators. */
            readonly settledNote?: string | null;
            /** @description What was replaced in it before it was stored: `[redacted: <rule>]` stands there. */
            readonly redacted: readonly {
                readonly rule: string;
                /** @enum {string} */
                readonly in: "payload" | "response" | "snapshot";
                /** @description Items of a list are `*`; `…` stands for further places. */
                readonly path: string;
                readonly times: number;
            }[];
            /** @description Its arguments and its answer were erased then. */
            readonly erasedAt: components["schemas"]["Time"] | null;
            /** @description Who erased them: to agents a role. */
            readonly erasedBy: string | null;
            /** @description In a session of a test key. */
            readonly simulated: boolean;
            readonly createdAt: components["schemas"]["Time"];
            readonly updatedAt: components["schemas"]["Time"];
        };
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly Id: string;
        /** @description What the agent's framework calls the tool call; null: it said nothing. */
        readonly ToolCallId: string | null;
        /** @description The span of the application that asked, as W3C Trace Context writes it; null: it said nothing. */
        readonly Traceparent: string | null;
        /**
         * @description What kind of change an operation makes; a READ changes nothing and is never undone.
         * @enum {string}
         */
        readonly OperationType: "CREATE" | "UPDATE" | "DELETE" | "EXECUTE" | "READ";
        /** @description A JSON object whose members are free. */
        readonly JsonObject: JsonObject;
        /** @description Any JSON: what a client sent, or a provider answered. */
        readonly Json: Json;
        /**
         * @description How far a call has come, and what became of it.
         * @enum {string}
         */
        readonly ActionStatus: "CLEARED" | "PENDING_APPROVAL" | "REJECTED" | "BLOCKED" | "SUCCESS" | "FAILED" | "UNKNOWN" | "ROLLED_BACK" | "ROLLBACK_FAILED";
        /** @description The state that a call was about to change. */
        readonly Snapshot: {
            readonly precaptureId: components["schemas"]["Id"];
            /** @description The call may run and cannot be undone. */
            readonly captureFailed: boolean;
            /** @description Why it failed: to agents a fixed code. */
            readonly reason: string | null;
            /** @description The names of what was captured; null where the capture failed. */
            readonly resource: components["schemas"]["Json"];
            readonly capturedAt: components["schemas"]["Time"] | null;
            /** @description For operators only. */
            readonly content?: components["schemas"]["Json"];
        };
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds.
         */
        readonly Time: string;
        /** @description The progress of a call that the service makes. */
        readonly Performance: {
            /** @enum {string} */
            readonly state: "waiting" | "queued" | "running" | "done";
            readonly startedAt: components["schemas"]["Time"] | null;
            readonly finishedAt: components["schemas"]["Time"] | null;
            readonly attempts: number;
            /** @description Why it ended without having begun; of `resource-changed`, why it waits for a person again. */
            readonly reason: string | null;
        };
        /** @description An approval with what it decides on. */
        readonly ApprovalDetail: {
            readonly id: components["schemas"]["Id"];
            readonly sessionId: components["schemas"]["Id"];
            readonly actionId: components["schemas"]["Id"];
            readonly agentId: components["schemas"]["AgentSlug"];
            readonly onBehalfOf: components["schemas"]["OnBehalfOf"];
            readonly labels: components["schemas"]["Labels"];
            readonly toolCallId: components["schemas"]["ToolCallId"];
            readonly traceparent: components["schemas"]["Traceparent"];
            /** @description `<connector>.<resource>.<verb>` */
            readonly apiName: string;
            /** @description The call as one sentence of at most 80 characters; a single read has former values in it. */
            readonly summary: string;
            /** @description Asked for in a session of a test key. */
            readonly simulated: boolean;
            /**
             * @description What was decided; an expired one is REJECTED.
             * @enum {string}
             */
            readonly status: "PENDING" | "APPROVED" | "REJECTED";
            /** @description An approved call may run only while it is CLEARED. */
            readonly actionStatus: components["schemas"]["ActionStatus"];
            /** @description Approved, and its client has not reported the outcome yet. */
            readonly unconfirmed: boolean;
            /** @description As that of the action: null where the client makes the call. */
            readonly performance: components["schemas"]["Performance"] | null;
            /** @description One line of the arguments. */
            readonly payloadSummary: string;
            /** @description Milliseconds; 0 once it is decided. */
            readonly timeRemaining: number;
            /** @description Why it was rejected. */
            readonly reason: string | null;
            /**
             * @description The same for programs; null unless it is REJECTED.
             * @enum {string|null}
             */
            readonly code: "policy" | "rejected" | "expired" | "withdrawn" | "revoked" | "lapsed" | "cancelled" | "paused" | "quota" | "unavailable" | null;
            /** @description To agents the role `operator`; null before a decision, and where no person decided. */
            readonly decidedBy: string | null;
            /** @description How many operators have to approve, and who has. */
            readonly approvals: {
                readonly required: number;
                readonly given: readonly {
                    readonly by: string;
                    readonly at: components["schemas"]["Time"];
                }[];
            };
            readonly createdAt: components["schemas"]["Time"];
            /** @description When the question is taken back unanswered, or a held call is permitted; ISO 8601. */
            readonly expiresAt: components["schemas"]["Time"];
            /**
             * @description `approve`: the call is permitted at `expiresAt`, unless an operator stops it before.
             * @enum {string}
             */
            readonly onExpiry: "reject" | "approve";
            readonly decidedAt: components["schemas"]["Time"] | null;
            /** @description An approval that was given counts until then; null: not given, or its call has begun. */
            readonly usableUntil: components["schemas"]["Time"] | null;
            /** @description For operators. */
            readonly note?: {
                readonly content: string;
                readonly by: string;
                readonly at: components["schemas"]["Time"];
            } | null;
            /** @description Its page in the dashboard. */
            readonly url: string;
            /** @description What may run: the approver may have edited it. */
            readonly payload: components["schemas"]["JsonObject"];
            /** @description SHA-256 of the canonical JSON (RFC 8785) of the arguments, in hex. A list does not answer it, because it does not show them. */
            readonly payloadHash: components["schemas"]["Sha256"];
            /** @description What was replaced in it before it was stored: `[redacted: <rule>]` stands there. */
            readonly redacted: readonly {
                readonly rule: string;
                /** @enum {string} */
                readonly in: "payload" | "response" | "snapshot";
                /** @description Items of a list are `*`; `…` stands for further places. */
                readonly path: string;
                readonly times: number;
            }[];
            /** @description With marks for characters that show as nothing, as a blank or as another one; for operators. */
            readonly payloadShown?: components["schemas"]["Json"];
            readonly snapshot: components["schemas"]["Snapshot"] | null;
            readonly formerSnapshot: components["schemas"]["Snapshot"] | null;
            /** @description What the provider said where it refused a call that the service made. */
            readonly providerRefusal: string | null;
            /** @description For operators. */
            readonly grant?: components["schemas"]["Grant"] | null;
            /** @description For operators. */
            readonly context?: components["schemas"]["ApprovalContext"];
        };
        /** @description The agent's own name, as it was given when the session was opened. */
        readonly AgentSlug: string;
        /** @description The user whose task it is; null: the agent did not say. */
        readonly OnBehalfOf: string | null;
        /** @description Texts of the application, by name: at most 20 of 1 to 200 characters. A name has 1 to 63 letters, digits, `-` and `_`. */
        readonly Labels: {
            readonly [key: string]: string;
        };
        /** @description SHA-256, in hex. */
        readonly Sha256: string;
        /** @description Calls of one session that are approved in advance. */
        readonly Grant: {
            readonly id: components["schemas"]["Id"];
            readonly sessionId: components["schemas"]["Id"];
            readonly agentId: components["schemas"]["AgentSlug"];
            readonly approvalId: components["schemas"]["Id"];
            readonly apiNamePattern: string;
            /** @enum {string} */
            readonly status: "ACTIVE" | "EXHAUSTED" | "EXPIRED" | "REVOKED";
            readonly maxUses: number;
            readonly uses: number;
            readonly remainingUses: number;
            readonly createdBy: string;
            readonly createdAt: components["schemas"]["Time"];
            readonly expiresAt: components["schemas"]["Time"];
            readonly revokedAt: components["schemas"]["Time"] | null;
        };
        /** @description What an operator has to know beside the call itself. */
        readonly ApprovalContext: {
            readonly intent: string;
            readonly agentId: components["schemas"]["AgentSlug"];
            readonly agentName: string;
            readonly precedingActions: readonly {
                readonly sequence: number;
                /** @description `<connector>.<resource>.<verb>` */
                readonly apiName: string;
                readonly status: components["schemas"]["ActionStatus"];
                readonly summary: string;
            }[];
            /** @enum {string} */
            readonly reversibility: "exact" | "compensating" | "none";
            readonly policy: {
                /** @description The policies that asked for the approval. */
                readonly ids: readonly components["schemas"]["Id"][];
                readonly reason: string | null;
            };
            /** @description What the call would change; null where it cannot be told. */
            readonly difference: readonly {
                readonly field: string;
                readonly before: components["schemas"]["Json"];
                readonly after: components["schemas"]["Json"];
            }[] | null;
            readonly differenceOmitted: number;
            /** @description Where characters stand that show as nothing, as a blank or as another one. */
            readonly hidden: readonly {
                readonly field: string;
                readonly kinds: readonly ("bidi" | "zero-width" | "soft-hyphen" | "tag" | "variation-selector" | "control" | "blank" | "look-alike" | "other")[];
            }[];
        };
        readonly CreatePolicyBody: {
            readonly name?: string | null;
            readonly apiNamePattern: string;
            readonly condition?: components["schemas"]["Condition"] | null;
            /** @enum {string} */
            readonly action: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
            readonly enabled?: boolean;
            readonly reason?: string | null;
            /** @enum {string} */
            readonly mode?: "enforce" | "shadow";
            readonly requiredApprovals?: number;
            /** @enum {string} */
            readonly onChange?: "ask" | "run";
            readonly expiresAfterSeconds?: number | null;
            /** @enum {string} */
            readonly onExpiry?: "reject" | "approve";
            readonly approvalUsableSeconds?: number | null;
        };
        /** @description One test of one field or of a window of calls, all of several, or any of several. */
        readonly Condition: ({
            /** @description A bare name or `payload.…` path, or a fact of the call. */
            readonly field: string;
            /** @enum {string} */
            readonly operator: "eq" | "neq" | "contains";
            readonly value: components["schemas"]["Json"];
            /**
             * @description An absent field satisfies it.
             * @constant
             */
            readonly onMissing?: "match";
            /** @description The zone of `time.hour` and `time.weekday`; UTC unless said. */
            readonly timeZone?: string;
            /**
             * @description Texts are compared without their case, normalized (NFC).
             * @constant
             */
            readonly ignoreCase?: true;
        } | {
            /** @description A bare name or `payload.…` path, or a fact of the call. */
            readonly field: string;
            /** @enum {string} */
            readonly operator: "gt" | "gte" | "lt" | "lte";
            /** @example 500 */
            readonly value: number;
            /**
             * @description An absent field satisfies it.
             * @constant
             */
            readonly onMissing?: "match";
            /** @description The zone of `time.hour` and `time.weekday`; UTC unless said. */
            readonly timeZone?: string;
        } | {
            /** @description A bare name or `payload.…` path, or a fact of the call. */
            readonly field: string;
            /** @enum {string} */
            readonly operator: "in" | "not_in";
            readonly value: readonly components["schemas"]["Json"][];
            /**
             * @description An absent field satisfies it.
             * @constant
             */
            readonly onMissing?: "match";
            /** @description The zone of `time.hour` and `time.weekday`; UTC unless said. */
            readonly timeZone?: string;
            /**
             * @description Texts are compared without their case, normalized (NFC).
             * @constant
             */
            readonly ignoreCase?: true;
        } | {
            /** @description A bare name or `payload.…` path, or a fact of the call. */
            readonly field: string;
            /** @enum {string} */
            readonly operator: "starts_with" | "ends_with";
            /** @example bks_ */
            readonly value: string;
            /**
             * @description An absent field satisfies it.
             * @constant
             */
            readonly onMissing?: "match";
            /** @description The zone of `time.hour` and `time.weekday`; UTC unless said. */
            readonly timeZone?: string;
            /**
             * @description Texts are compared without their case, normalized (NFC).
             * @constant
             */
            readonly ignoreCase?: true;
        } | {
            /** @description A bare name or `payload.…` path, or a fact of the call. */
            readonly field: string;
            /** @enum {string} */
            readonly operator: "glob" | "not_glob";
            /** @description `*` stands for any characters, `?` for one. */
            readonly value: string | readonly string[];
            /**
             * @description An absent field satisfies it.
             * @constant
             */
            readonly onMissing?: "match";
            /** @description The zone of `time.hour` and `time.weekday`; UTC unless said. */
            readonly timeZone?: string;
            /**
             * @description Texts are compared without their case, normalized (NFC).
             * @constant
             */
            readonly ignoreCase?: true;
        } | {
            /** @description A bare name or `payload.…` path, or a fact of the call. */
            readonly field: string;
            /** @enum {string} */
            readonly operator: "exists";
            /** @example true */
            readonly value: boolean;
            /**
             * @description An absent field satisfies it.
             * @constant
             */
            readonly onMissing?: "match";
            /** @description The zone of `time.hour` and `time.weekday`; UTC unless said. */
            readonly timeZone?: string;
        }) | {
            /** @description How many calls, or the sum of an argument. */
            readonly window: {
                /** @constant */
                readonly count: true;
            } | {
                readonly sum: string;
            };
            /** @description `agent`, `session`, `organization`, or a path: each value has a window of its own. */
            readonly per: string;
            /** @description From 60 to 2 678 400. */
            readonly seconds: number;
            /** @enum {string} */
            readonly operator: "gt" | "gte" | "lt" | "lte";
            /** @example 500 */
            readonly value: number;
        } | {
            readonly all: readonly components["schemas"]["Condition"][];
        } | {
            readonly any: readonly components["schemas"]["Condition"][];
        };
        /** @description Which of the connectors an agent may count on. */
        readonly CredentialsCheck: {
            readonly valid: boolean;
            readonly configured: readonly string[];
            readonly missing: readonly string[];
            readonly suggestions: readonly string[];
            /** @enum {string} */
            readonly plan: "FREE" | "PRO" | "TEAM";
        };
        /** @description The snapshot of what a call is about to change; a capture that failed does not stop the call. */
        readonly Precapture: {
            /** @description Binds the snapshot to one call of the session with the same arguments. */
            readonly precaptureId: components["schemas"]["Id"];
            /** @description The call may run and cannot be undone. */
            readonly captureFailed: boolean;
        };
        /** @description A refusal (RFC 9457). Act on the end of `type`, show `detail`, quote `requestId`. */
        readonly Problem: {
            readonly type: string;
            readonly title: string;
            readonly status: number;
            readonly detail: string;
            readonly requestId: components["schemas"]["Id"];
            readonly actionId?: components["schemas"]["Id"];
            readonly policyIds?: readonly components["schemas"]["Id"][];
            /**
             * @description Why a call was refused.
             * @enum {string}
             */
            readonly code?: "policy" | "rejected" | "expired" | "withdrawn" | "revoked" | "lapsed" | "cancelled" | "paused" | "quota" | "unavailable";
            readonly errors?: readonly {
                readonly field: string;
                readonly message: string;
            }[];
        };
        /**
         * @description The last part of the `type` of a problem.
         * @enum {string}
         */
        readonly ProblemCode: "validation-failed" | "invalid-token" | "bad-request" | "invalid-signature" | "session-not-open" | "invalid-link" | "unauthenticated" | "cross-origin" | "operator-required" | "agent-required" | "scope-missing" | "plan-required" | "proof-required" | "policy-blocked" | "operation-not-offered" | "agent-paused" | "agent-mismatch" | "not-found" | "method-not-allowed" | "request-timeout" | "idempotency-conflict" | "session-closed" | "session-rolled-back" | "session-rolling-back" | "illegal-transition" | "already-begun" | "calls-open" | "precapture-mismatch" | "already-decided" | "not-approved" | "already-approved-by-you" | "redacted-arguments" | "not-grantable" | "approve-alone" | "too-many-policies" | "policies-changed" | "too-many-webhooks" | "already-run" | "payload-changed" | "not-rollable" | "not-revertible" | "plan-changed" | "rollback-running" | "already-settled" | "not-settleable" | "not-erasable" | "agent-registered" | "pause-unfinished" | "agent-is-paused" | "email-taken" | "already-signed-in" | "already-member" | "already-invited" | "last-member" | "conflict" | "too-large" | "uri-too-long" | "unsupported-media-type" | "rate-limited" | "quota-exceeded" | "precapture-limit" | "headers-too-large" | "internal" | "billing-not-configured" | "billing-unavailable" | "oauth-not-configured" | "not-ready" | "unavailable";
        /** @description An operation that a connector of the service knows. */
        readonly RegistryEntry: {
            /** @description Its name in policies and in the ledger. */
            readonly apiName: string;
            /** @description Identifier of its connector. */
            readonly connector: string;
            /** @description Of the provider's API, as it names it. */
            readonly apiVersion: string;
            readonly resource: string;
            readonly verb: string;
            readonly operationType: components["schemas"]["OperationType"];
            /**
             * @description Whether an undo restores the very state, or only makes up for it, or there is none.
             * @enum {string}
             */
            readonly reversibility: "exact" | "compensating" | "none";
            /** @description What undoes it, in words. */
            readonly inverse: string | null;
            /**
             * @description Whether the state before it has to be captured for that.
             * @enum {string}
             */
            readonly precapture: "required" | "none";
            /** @description JSON Schema of the arguments. */
            readonly payloadSchema: components["schemas"]["JsonObject"];
            readonly credentialFields: readonly {
                readonly name: string;
                readonly required: boolean;
                readonly description: string;
                readonly isPublic?: boolean;
            }[];
            /** @description What policies can compare of its calls, read by the service. */
            readonly facts: readonly string[];
            /** @description How a call reads: a template over its payload; null: its name and its three most telling arguments. */
            readonly summary: string | null;
            /** @description Round trips against a real counterpart run in the tests of this connector. */
            readonly verified: boolean;
            readonly notes: string | null;
            /** @description By what a change by another client is noticed. */
            readonly driftSignal: string | null;
            /** @description Hours within which the provider lets it be undone; null: no limit. */
            readonly undoableForHours: number | null;
            /** @description The service itself can make the call, where an operator offers it. */
            readonly performable: boolean;
            /** @description Why it cannot. */
            readonly unperformableReason: string | null;
            /**
             * @description What a policy should do with it, where it cannot be undone.
             * @enum {string|null}
             */
            readonly advice: "REQUIRE_APPROVAL" | null;
        };
        /** @description What a rollback did so far. */
        readonly RollbackReport: {
            readonly sessionId: components["schemas"]["Id"];
            /** @enum {string} */
            readonly displayStatus: "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
            readonly counters: components["schemas"]["SessionCounters"];
            /** @enum {string} */
            readonly state: "running" | "finished";
            readonly rollbackId: components["schemas"]["Id"];
            /** @description It undid this call and every later one; null: the session, or one call. */
            readonly fromActionId: components["schemas"]["Id"] | null;
            /** @description It took this rollback back; null: it is a rollback. */
            readonly reverts: components["schemas"]["Id"] | null;
            readonly startedAt: components["schemas"]["Time"];
            readonly finishedAt: components["schemas"]["Time"] | null;
            readonly progress: {
                /** @description Steps that came to their end. */
                readonly finished: number;
                readonly total: number;
            };
            /** @description Last effect first. */
            readonly results: readonly {
                readonly actionId: components["schemas"]["Id"];
                /** @description `<connector>.<resource>.<verb>` */
                readonly apiName: string;
                /** @description The call as one sentence; null where its arguments are larger than 16 KB. */
                readonly summary: string | null;
                /**
                 * @description Null while it is under way. REAPPLIED, of a revert alone: what the undo had replaced is back.
                 * @enum {string|null}
                 */
                readonly outcome: "ROLLED_BACK" | "ROLLBACK_FAILED" | "CONFLICT" | "IRREVERSIBLE" | "UNKNOWN" | "SKIPPED" | "REAPPLIED" | null;
                /** @description Its outcome is not certain, and nothing proves that the resource looks so because of this call: `force` undoes it all the same. */
                readonly isUnproved: boolean;
                /**
                 * @description What a person said became of its effect; null where none did.
                 * @enum {string|null}
                 */
                readonly settledAs: "undone" | "kept" | null;
                /** @description Who said so: to agents a role. */
                readonly settledBy: string | null;
                readonly settledAt: components["schemas"]["Time"] | null;
                /** @description The person's note; for operators. */
                readonly settledNote?: string | null;
                /** @description A fixed code; the words are for operators. */
                readonly detail: string | null;
                /** @description For operators. */
                readonly items?: readonly components["schemas"]["UndoneItem"][];
            }[];
            /** @description What a further rollback may name as `planHash`; null: it is running, or nothing is left to undo. */
            readonly hash: components["schemas"]["Sha256"] | null;
            /** @description Calls that only the agent says are reads: no connector knows their names. */
            readonly unverifiedReads: readonly {
                readonly actionId: components["schemas"]["Id"];
                /** @description `<connector>.<resource>.<verb>` */
                readonly apiName: string;
            }[];
            /** @description For agents: calls that were undone, in the order they were logged. What the agent knows of them is not so any more. */
            readonly noLonger?: readonly {
                readonly actionId: components["schemas"]["Id"];
                readonly toolCallId: components["schemas"]["ToolCallId"];
                /** @description `<connector>.<resource>.<verb>` */
                readonly apiName: string;
            }[];
        };
        /** @description How many of a session's actions are in each status. */
        readonly SessionCounters: {
            /** @description Took effect, and was not undone. */
            readonly success: number;
            /** @description Did not take effect. */
            readonly failed: number;
            /** @description Waits for a person. */
            readonly pendingApproval: number;
            /** @description May run; its outcome is not reported yet. */
            readonly cleared: number;
            /** @description A policy blocked it. */
            readonly blocked: number;
            /** @description Its client does not know its outcome, and no read has told it. */
            readonly unknown: number;
            /** @description Undone, and read back. */
            readonly rolledBack: number;
            /** @description Could not be undone so far. */
            readonly rollbackFailed: number;
        };
        /** @description One thing that an undo looked at. */
        readonly UndoneItem: {
            readonly resource: string;
            readonly formerly?: string;
            /** @enum {string} */
            readonly result: "restored" | "already-restored" | "conflict" | "forced" | "impossible";
            readonly fields: readonly {
                readonly field: string;
                readonly before: components["schemas"]["Json"];
                readonly after: components["schemas"]["Json"];
                readonly now: components["schemas"]["Json"];
                /** @enum {string} */
                readonly result: "restored" | "already-restored" | "conflict" | "forced" | "untouched";
                /** @description Of a number in conflict: what the call added, which `subtract` takes off what is there. */
                readonly added?: string;
            }[];
        };
        /** @description A session as the service sees it. */
        readonly Session: {
            readonly id: components["schemas"]["Id"];
            readonly agentId: components["schemas"]["AgentSlug"];
            /** @description What it was opened for, in words. */
            readonly intent: string;
            readonly onBehalfOf: components["schemas"]["OnBehalfOf"];
            readonly labels: components["schemas"]["Labels"];
            /** @enum {string} */
            readonly status: "ACTIVE" | "COMPLETED" | "ABANDONED";
            /**
             * @description As shown to people: also tells what was undone.
             * @enum {string}
             */
            readonly displayStatus: "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
            readonly counters: components["schemas"]["SessionCounters"];
            /** @description Opened with a test key: no provider is called. */
            readonly simulated: boolean;
            readonly allowedCommands: {
                /** @description Whether there is anything left to roll back. */
                readonly rollbackSession: boolean;
            };
            readonly createdAt: components["schemas"]["Time"];
            readonly updatedAt: components["schemas"]["Time"];
            readonly completedAt: components["schemas"]["Time"] | null;
            readonly lastActivityAt: components["schemas"]["Time"];
        };
        /** @description A session with all of its actions, in the order they were logged. */
        readonly SessionWithActions: {
            readonly id: components["schemas"]["Id"];
            readonly agentId: components["schemas"]["AgentSlug"];
            /** @description What it was opened for, in words. */
            readonly intent: string;
            readonly onBehalfOf: components["schemas"]["OnBehalfOf"];
            readonly labels: components["schemas"]["Labels"];
            /** @enum {string} */
            readonly status: "ACTIVE" | "COMPLETED" | "ABANDONED";
            /**
             * @description As shown to people: also tells what was undone.
             * @enum {string}
             */
            readonly displayStatus: "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
            readonly counters: components["schemas"]["SessionCounters"];
            /** @description Opened with a test key: no provider is called. */
            readonly simulated: boolean;
            readonly allowedCommands: {
                /** @description Whether there is anything left to roll back. */
                readonly rollbackSession: boolean;
            };
            readonly createdAt: components["schemas"]["Time"];
            readonly updatedAt: components["schemas"]["Time"];
            readonly completedAt: components["schemas"]["Time"] | null;
            readonly lastActivityAt: components["schemas"]["Time"];
            readonly actions: readonly components["schemas"]["Action"][];
        };
        /** @description What is sent of action.blocked. */
        readonly ActionBlockedEvent: {
            readonly id: components["schemas"]["Id"];
            /** @constant */
            readonly type: "action.blocked";
            readonly timestamp: components["schemas"]["Time"];
            readonly data: {
                readonly sessionId: components["schemas"]["Id"];
                readonly agentId: string;
                readonly onBehalfOf?: components["schemas"]["OnBehalfOf"];
                readonly labels?: components["schemas"]["Labels"];
                readonly simulated: boolean;
                readonly toolCallId?: components["schemas"]["ToolCallId"];
                readonly traceparent?: components["schemas"]["Traceparent"];
                readonly actionId: components["schemas"]["Id"];
                readonly apiName: string;
                readonly operationType: components["schemas"]["OperationType"];
                /** @enum {string} */
                readonly status: "BLOCKED";
                readonly reason: string | null;
                readonly policyIds: readonly components["schemas"]["Id"][];
                /** @description Opens the dashboard. */
                readonly url: string;
            };
        };
        /** @description What is sent of approval.decided. */
        readonly ApprovalDecidedEvent: {
            readonly id: components["schemas"]["Id"];
            /** @constant */
            readonly type: "approval.decided";
            readonly timestamp: components["schemas"]["Time"];
            readonly data: {
                readonly sessionId: components["schemas"]["Id"];
                readonly agentId: string;
                readonly onBehalfOf?: components["schemas"]["OnBehalfOf"];
                readonly labels?: components["schemas"]["Labels"];
                readonly simulated: boolean;
                readonly toolCallId?: components["schemas"]["ToolCallId"];
                readonly traceparent?: components["schemas"]["Traceparent"];
                readonly approvalId: components["schemas"]["Id"];
                readonly actionId: components["schemas"]["Id"];
                readonly apiName: string;
                readonly operationType: components["schemas"]["OperationType"];
                /** @enum {string} */
                readonly status: "PENDING" | "APPROVED" | "REJECTED";
                readonly reason: string | null;
                /** @description The call has run already. */
                readonly review: boolean;
                /** @description When it expires, or a held call is permitted. */
                readonly expiresAt: components["schemas"]["Time"];
                /**
                 * @description `approve`: the call runs then, unless an operator stops it.
                 * @enum {string}
                 */
                readonly onExpiry: "reject" | "approve";
                readonly decidedAt: components["schemas"]["Time"] | null;
                /** @description Opens the dashboard. */
                readonly url: string;
            };
        };
        /** @description What is sent of approval.expired. */
        readonly ApprovalExpiredEvent: {
            readonly id: components["schemas"]["Id"];
            /** @constant */
            readonly type: "approval.expired";
            readonly timestamp: components["schemas"]["Time"];
            readonly data: {
                readonly sessionId: components["schemas"]["Id"];
                readonly agentId: string;
                readonly onBehalfOf?: components["schemas"]["OnBehalfOf"];
                readonly labels?: components["schemas"]["Labels"];
                readonly simulated: boolean;
                readonly toolCallId?: components["schemas"]["ToolCallId"];
                readonly traceparent?: components["schemas"]["Traceparent"];
                readonly approvalId: components["schemas"]["Id"];
                readonly actionId: components["schemas"]["Id"];
                readonly apiName: string;
                readonly operationType: components["schemas"]["OperationType"];
                /** @enum {string} */
                readonly status: "PENDING" | "APPROVED" | "REJECTED";
                readonly reason: string | null;
                /** @description The call has run already. */
                readonly review: boolean;
                /** @description When it expires, or a held call is permitted. */
                readonly expiresAt: components["schemas"]["Time"];
                /**
                 * @description `approve`: the call runs then, unless an operator stops it.
                 * @enum {string}
                 */
                readonly onExpiry: "reject" | "approve";
                readonly decidedAt: components["schemas"]["Time"] | null;
                /** @description Opens the dashboard. */
                readonly url: string;
            };
        };
        /** @description What is sent of approval.requested. */
        readonly ApprovalRequestedEvent: {
            readonly id: components["schemas"]["Id"];
            /** @constant */
            readonly type: "approval.requested";
            readonly timestamp: components["schemas"]["Time"];
            readonly data: {
                readonly sessionId: components["schemas"]["Id"];
                readonly agentId: string;
                readonly onBehalfOf?: components["schemas"]["OnBehalfOf"];
                readonly labels?: components["schemas"]["Labels"];
                readonly simulated: boolean;
                readonly toolCallId?: components["schemas"]["ToolCallId"];
                readonly traceparent?: components["schemas"]["Traceparent"];
                readonly approvalId: components["schemas"]["Id"];
                readonly actionId: components["schemas"]["Id"];
                readonly apiName: string;
                readonly operationType: components["schemas"]["OperationType"];
                /** @enum {string} */
                readonly status: "PENDING" | "APPROVED" | "REJECTED";
                readonly reason: string | null;
                /** @description The call has run already. */
                readonly review: boolean;
                /** @description When it expires, or a held call is permitted. */
                readonly expiresAt: components["schemas"]["Time"];
                /**
                 * @description `approve`: the call runs then, unless an operator stops it.
                 * @enum {string}
                 */
                readonly onExpiry: "reject" | "approve";
                readonly decidedAt: components["schemas"]["Time"] | null;
                /** @description Opens the dashboard. */
                readonly url: string;
            };
        };
        /** @description What is sent of rollback.finished. */
        readonly RollbackFinishedEvent: {
            readonly id: components["schemas"]["Id"];
            /** @constant */
            readonly type: "rollback.finished";
            readonly timestamp: components["schemas"]["Time"];
            readonly data: {
                readonly sessionId: components["schemas"]["Id"];
                readonly agentId: string;
                readonly onBehalfOf?: components["schemas"]["OnBehalfOf"];
                readonly labels?: components["schemas"]["Labels"];
                readonly simulated: boolean;
                readonly rollbackId: components["schemas"]["Id"];
                readonly actionId: components["schemas"]["Id"] | null;
                readonly fromActionId: components["schemas"]["Id"] | null;
                readonly agentRollbackId: components["schemas"]["Id"] | null;
                /** @enum {string} */
                readonly status: "FINISHED";
                /** @description How many steps ended how. */
                readonly outcomes: {
                    readonly ROLLED_BACK?: number;
                    readonly ROLLBACK_FAILED?: number;
                    readonly CONFLICT?: number;
                    readonly IRREVERSIBLE?: number;
                    readonly UNKNOWN?: number;
                    readonly SKIPPED?: number;
                };
                readonly startedAt: components["schemas"]["Time"];
                readonly finishedAt: components["schemas"]["Time"];
                /** @description Opens the dashboard. */
                readonly url: string;
            };
        };
        /** @description What is sent of rollback.reverted. */
        readonly RollbackRevertedEvent: {
            readonly id: components["schemas"]["Id"];
            /** @constant */
            readonly type: "rollback.reverted";
            readonly timestamp: components["schemas"]["Time"];
            readonly data: {
                readonly sessionId: components["schemas"]["Id"];
                readonly agentId: string;
                readonly onBehalfOf?: components["schemas"]["OnBehalfOf"];
                readonly labels?: components["schemas"]["Labels"];
                readonly simulated: boolean;
                /** @description Of the revert. */
                readonly rollbackId: components["schemas"]["Id"];
                /** @description The rollback that it took back. */
                readonly reverts: components["schemas"]["Id"];
                /** @enum {string} */
                readonly status: "FINISHED";
                /** @description How many steps ended how. */
                readonly outcomes: {
                    readonly ROLLED_BACK?: number;
                    readonly ROLLBACK_FAILED?: number;
                    readonly CONFLICT?: number;
                    readonly IRREVERSIBLE?: number;
                    readonly UNKNOWN?: number;
                    readonly SKIPPED?: number;
                    readonly REAPPLIED?: number;
                };
                readonly startedAt: components["schemas"]["Time"];
                readonly finishedAt: components["schemas"]["Time"];
                /** @description Opens the dashboard. */
                readonly url: string;
            };
        };
        /** @description What is sent of webhook.test. */
        readonly WebhookTestEvent: {
            readonly id: components["schemas"]["Id"];
            /** @constant */
            readonly type: "webhook.test";
            readonly timestamp: components["schemas"]["Time"];
            readonly data: {
                readonly webhookId: components["schemas"]["Id"];
                /** @description Opens the dashboard. */
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
