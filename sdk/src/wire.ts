import type { Json, JsonObject } from './json.js';

/** Shapes of the service's answers, as far as the SDK reads them. */

/** What kind of change an operation makes; a READ changes nothing and is never undone. */
export type OperationType = 'CREATE' | 'UPDATE' | 'DELETE' | 'EXECUTE' | 'READ';

/** How many of a session's actions are in each status. */
export interface SessionCounters {
  readonly success: number;
  readonly failed: number;
  readonly pendingApproval: number;
  readonly cleared: number;
  readonly rolledBack: number;
  readonly rollbackFailed: number;
}

/** A session as the service sees it. `actions` only where one session is read. */
export interface SessionRecord {
  readonly id: string;
  readonly agentId: string;
  readonly intent: string;
  readonly status: string;
  readonly displayStatus: string;
  readonly counters: SessionCounters;
  /** True when the session was opened with a test key: nothing is run, everything is answered as if. */
  readonly simulated: boolean;
  readonly allowedCommands: { readonly rollbackSession: boolean };
  readonly actions?: readonly ActionRecord[];
}

/** A call as the service recorded it. */
export interface ActionRecord {
  readonly id: string;
  readonly apiName: string;
  readonly operationType: OperationType;
  readonly payload: JsonObject;
  readonly response: Json;
  readonly status: string;
  readonly simulated: boolean;
  readonly approval: { readonly id: string; readonly status: string; readonly expiresAt: string } | null;
  readonly policy: { readonly decision: string; readonly policyIds: readonly string[] } | null;
}

/** The snapshot of what a call is about to change; a capture that failed does not stop the call. */
export interface PrecaptureRecord {
  readonly precaptureId: string;
  readonly captureFailed: boolean;
}

/** A question to an operator, and the answer. */
export interface ApprovalRecord {
  readonly id: string;
  readonly status: 'PENDING' | 'APPROVED' | 'REJECTED';
  /** An approved call may run only while it is CLEARED. */
  readonly actionStatus: string;
  readonly reason: string | null;
  readonly decidedBy: string | null;
  /** What may run: the approver may have edited it. */
  readonly payload: JsonObject;
  readonly payloadHash: string;
  readonly expiresAt: string;
}

/** An operation that a connector of the service knows: `<connector>.<resource>.<verb>`. */
export interface RegistryEntry {
  readonly apiName: string;
  readonly connector: string;
  readonly operationType: OperationType;
  readonly reversibility: 'exact' | 'compensating' | 'none';
  readonly precapture: 'required' | 'none';
}

/** What a rollback did, last effect first. `outcome`: ROLLED_BACK, ROLLBACK_FAILED, CONFLICT, IRREVERSIBLE, UNKNOWN or SKIPPED. */
export interface RollbackReport {
  readonly sessionId: string;
  readonly displayStatus: string;
  readonly counters: SessionCounters;
  readonly results: readonly {
    readonly actionId: string;
    readonly apiName: string;
    readonly outcome: string;
    readonly detail: string | null;
  }[];
}
