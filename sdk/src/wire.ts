import type { Json, JsonObject } from './json.js';

/** Shapes of the service's answers, as far as the SDK reads them. */

/** What kind of change an operation makes; a READ changes nothing and is never undone. */
export type OperationType = 'CREATE' | 'UPDATE' | 'DELETE' | 'EXECUTE' | 'READ';

/** How many of a session's actions are in each status. */
export interface SessionCounters {
  /** Took effect, and was not undone. */
  readonly success: number;
  /** Did not take effect. */
  readonly failed: number;
  /** Waits for a person. */
  readonly pendingApproval: number;
  /** May run, and what became of it is not known yet. */
  readonly cleared: number;
  /** Undone, and read back. */
  readonly rolledBack: number;
  /** Could not be undone so far. */
  readonly rollbackFailed: number;
}

/** A session as the service sees it. */
export interface SessionRecord {
  /** UUID. */
  readonly id: string;
  /** The agent's own name, as it was given to `createSession`. */
  readonly agentId: string;
  /** What it was opened for, in words. */
  readonly intent: string;
  /** `ACTIVE`, `COMPLETED` or `ABANDONED`. */
  readonly status: string;
  /** As shown to people: also tells what was undone, for example `REVERTED`. */
  readonly displayStatus: string;
  /** How far its actions have come. */
  readonly counters: SessionCounters;
  /** True when the session was opened with a test key: nothing is run, everything is answered as if. */
  readonly simulated: boolean;
  /** Whether there is anything left to roll back. */
  readonly allowedCommands: { readonly rollbackSession: boolean };
  /** In the order they were asked for; only where one session is read. */
  readonly actions?: readonly ActionRecord[];
}

/** A call as the service recorded it. */
export interface ActionRecord {
  /** UUID. */
  readonly id: string;
  /** `<connector>.<resource>.<verb>`. */
  readonly apiName: string;
  /** What kind of change it makes. */
  readonly operationType: OperationType;
  /** Its arguments, as they ran or may run. */
  readonly payload: JsonObject;
  /** What the provider answered; null before that. */
  readonly response: Json;
  /** For example `CLEARED`, `SUCCESS` or `ROLLED_BACK`. */
  readonly status: string;
  /** True in a session of a test key. */
  readonly simulated: boolean;
  /** The question to an operator; null where none was asked. `expiresAt`: ISO 8601. */
  readonly approval: { readonly id: string; readonly status: string; readonly expiresAt: string } | null;
  /** What the policies said of it, and which of them. */
  readonly policy: { readonly decision: string; readonly policyIds: readonly string[] } | null;
}

/** The snapshot of what a call is about to change; a capture that failed does not stop the call. */
export interface PrecaptureRecord {
  /** Binds the snapshot to one call of the session with the same arguments. */
  readonly precaptureId: string;
  /** The call may run and cannot be undone. */
  readonly captureFailed: boolean;
}

/** A question to an operator, and the answer. */
export interface ApprovalRecord {
  /** UUID. */
  readonly id: string;
  /** What was decided. */
  readonly status: 'PENDING' | 'APPROVED' | 'REJECTED';
  /** An approved call may run only while it is CLEARED. */
  readonly actionStatus: string;
  /** Why it was rejected, in the words of the person who did. */
  readonly reason: string | null;
  /** The role of the person who decided: `operator`; null before a decision, and where no person decided. */
  readonly decidedBy: string | null;
  /** What may run: the approver may have edited it. */
  readonly payload: JsonObject;
  /** SHA-256 of the canonical JSON (RFC 8785) of `payload`, in hex. */
  readonly payloadHash: string;
  /** When the question is taken back unanswered; ISO 8601. */
  readonly expiresAt: string;
}

/** An operation that a connector of the service knows: `<connector>.<resource>.<verb>`. */
export interface RegistryEntry {
  /** Its name in policies and in the ledger. */
  readonly apiName: string;
  /** Identifier of its connector, for example `github`. */
  readonly connector: string;
  /** What kind of change it makes. */
  readonly operationType: OperationType;
  /** Whether an undo restores the very state, or only makes up for it, or there is none. */
  readonly reversibility: 'exact' | 'compensating' | 'none';
  /** Whether the state before it has to be captured for that. */
  readonly precapture: 'required' | 'none';
}

/** What a rollback did. */
export interface RollbackReport {
  /** UUID. */
  readonly sessionId: string;
  /** Of the session, for example `REVERTED` or `PARTIALLY_REVERTED`. */
  readonly displayStatus: string;
  /** Of the session, afterwards. */
  readonly counters: SessionCounters;
  /** Last effect first. `outcome`: ROLLED_BACK, ROLLBACK_FAILED, CONFLICT, IRREVERSIBLE, UNKNOWN or SKIPPED. */
  readonly results: readonly {
    readonly actionId: string;
    readonly apiName: string;
    readonly outcome: string;
    /** A fixed code; the words are for operators. */
    readonly detail: string | null;
  }[];
  /** Calls that only the agent says are reads: no connector knows their names. */
  readonly unverifiedReads: readonly { readonly actionId: string; readonly apiName: string }[];
}
