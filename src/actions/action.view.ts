import type { Json, JsonObject, OperationType } from '../connectors/connector.js';
import type { RefusalCode } from '../contract/refusals.js';
import type { Outcome, PolicyAction } from '../policies/policy.js';
import type { Replacement } from '../redaction/redaction.js';
import type { ActionStatus, SettledAs, Violation } from './rules/action.js';
import type { Refusal } from './rules/action-state.js';
import { codeOfApproval, codeOfReason, type DecidedAs } from './rules/refusal.js';

/**
 * A row of the view `shown_actions`, or of `action_details`, which has the snapshot's content too, for operators; times
 * are dates, or texts when they were read as JSON.
 */
export interface ActionRow {
  id: string;
  session_id: string;
  sequence: number;
  effect_sequence: number | null;
  api_name: string;
  operation_type: OperationType;
  payload: JsonObject;
  original_payload: JsonObject | null;
  response: Json;
  status: ActionStatus;
  precapture_id: string | null;
  policy_decision: PolicyAction;
  policy_ids: string[];
  policy_reason: string | null;
  shadow: Pick<Outcome, 'decision' | 'policyIds'> | null;
  grant_id: string | null;
  violation: Violation | null;
  refusal: Refusal | null;
  settled_as: SettledAs | null;
  settled_by: string | null;
  settled_note: string | null;
  settled_at: Date | string | null;
  erased_at: Date | string | null;
  erased_by: string | null;
  /** The client said that it begins the call. */
  begun_at: Date | string | null;
  tool_call_id: string | null;
  traceparent: string | null;
  performed: boolean;
  /** Null when the client makes the call. */
  performance: PerformanceRow | null;
  created_at: Date | string;
  updated_at: Date | string;
  approval_id: string | null;
  approval_status: 'PENDING' | 'APPROVED' | 'REJECTED' | null;
  approval_expires_at: Date | string | null;
  /** The call is permitted then, unless an operator stops it before. */
  approval_permits_at: Date | string | null;
  /** A person's words, or those of the service where no person decided. */
  approval_reason: string | null;
  approval_decided_as: DecidedAs | null;
  /** An approval that was given counts until then; null when its call has begun. */
  approval_usable_until: Date | string | null;
  approval_edit_reason: string | null;
  snapshot_failed: boolean | null;
  snapshot_reason: string | null;
  snapshot_resource: Json;
  snapshot_captured_at: Date | string | null;
  snapshot_content?: Json;
  /** The hash of the arguments for which the snapshot was captured, if it was read. */
  snapshot_payload_hash?: string | null;
  payload_hash?: string;
  /** The id of the snapshot that was replaced after a decision; the next members are its own. */
  former_id: string | null;
  former_failed: boolean | null;
  former_reason: string | null;
  former_resource: Json;
  former_captured_at: Date | string | null;
  former_content?: Json;
  redacted: readonly Replacement[] | null;
  /** The replacements in the snapshot, for operators. */
  snapshot_redacted?: readonly Replacement[] | null;
}

/** The answer of `performance_of`. */
interface PerformanceRow {
  state: 'waiting' | 'queued' | 'running' | 'done';
  startedAt: string | null;
  finishedAt: string | null;
  attempts: number;
  /** The reason why the call ended without having begun. */
  reason: string | null;
}

/**
 * docs/contract.md, "Actions". `simulated` is the session's. The decision of shadow policies (`{ decision, policyIds }`
 * or null), and the grant that cleared the call, are for operators. `summary` is in reads alone, to spare an ask its
 * cost.
 */
export function toActionView(row: ActionRow, simulated: boolean, forOperator: boolean, summary?: string) {
  return {
    id: row.id,
    sessionId: row.session_id,
    sequence: row.sequence,
    effectSequence: row.effect_sequence,
    apiName: row.api_name,
    ...(summary !== undefined && { summary }),
    toolCallId: row.tool_call_id,
    traceparent: row.traceparent,
    operationType: row.operation_type,
    payload: row.payload,
    originalPayload: row.original_payload ?? null,
    edited: toEdited(row),
    response: row.response ?? null,
    status: row.status,
    precaptureId: row.precapture_id,
    snapshot: toSnapshotView(row, forOperator),
    formerSnapshot: toFormerSnapshotView(row, forOperator),
    approval: toApprovalOf(row),
    policy: {
      decision: row.policy_decision,
      policyIds: row.policy_ids,
      ...(forOperator && { reason: row.policy_reason, shadow: row.shadow ?? null, grantId: row.grant_id }),
    },
    refusal: toRefusal(row),
    violation: row.violation,
    performance: toPerformanceView(row.performance),
    begunAt: iso(row.begun_at),
    ...toSettlementView(row, forOperator),
    redacted: toRedacted(row, forOperator),
    erasedAt: iso(row.erased_at),
    erasedBy: row.erased_by !== null && !forOperator ? 'operator' : row.erased_by,
    simulated,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
}

/** The replacements that were made before it was stored. Operators alone see the captured state and the names in it. */
export const toRedacted = (
  { redacted, snapshot_redacted: captured }: Pick<ActionRow, 'redacted' | 'snapshot_redacted'>,
  forOperator: boolean,
) => [...(redacted ?? []), ...((forOperator && captured) || [])];

export function toPerformanceView(row: PerformanceRow | null) {
  return row && { ...row, startedAt: iso(row.startedAt), finishedAt: iso(row.finishedAt) };
}

/** Tells the agent what ran instead of what it asked for, and why. */
function toEdited({ original_payload: from, payload: to, approval_edit_reason: reason }: ActionRow) {
  return from === null ? null : { from, to, by: 'operator' as const, reason };
}

/** Why the call does not run. Null for a call that may run or ran. */
function toRefusal(row: ActionRow): { readonly code: RefusalCode; readonly reason: string | null } | null {
  if (row.status === 'BLOCKED') return { code: 'policy', reason: row.policy_reason };
  if (row.status !== 'REJECTED') return null;
  const code = codeOfApproval(row.approval_decided_as, row.approval_reason);
  if (code !== null) return { code, reason: row.approval_reason };
  const reason = row.performance?.reason ?? null;
  return { code: codeOfReason(reason), reason };
}

/** Agents learn that a person settled it, but neither the name nor the note. */
export function toSettlementView(
  row: Pick<ActionRow, 'settled_as' | 'settled_by' | 'settled_note' | 'settled_at'>,
  forOperator: boolean,
) {
  return {
    settledAs: row.settled_as,
    settledBy: row.settled_by !== null && !forOperator ? 'operator' : row.settled_by,
    settledAt: iso(row.settled_at),
    ...(forOperator && { settledNote: row.settled_note }),
  };
}

function toApprovalOf(row: ActionRow) {
  const { approval_id: id, approval_status: status, approval_permits_at: permitsAt } = row;
  const expiresAt = permitsAt ?? row.approval_expires_at;
  const usableUntil = iso(row.approval_usable_until);
  return id !== null && status !== null && expiresAt !== null
    ? { id, status, expiresAt: iso(expiresAt), usableUntil }
    : null;
}

export type ActionView = ReturnType<typeof toActionView>;

/**
 * Data that was read with the operator's credential is for operators: `content`, which is there only when it was read,
 * and the words of `reason`, of which agents get a fixed code.
 */
export function toSnapshotView(row: ActionRow, forOperator: boolean) {
  if (row.precapture_id === null || row.snapshot_failed === null) return null;
  return {
    precaptureId: row.precapture_id,
    captureFailed: row.snapshot_failed,
    reason: forOperator ? row.snapshot_reason : row.snapshot_failed ? 'capture-failed' : null,
    resource: row.snapshot_resource ?? null,
    capturedAt: iso(row.snapshot_captured_at),
    ...(forOperator && row.snapshot_content !== undefined && { content: row.snapshot_content }),
  };
}

/** The snapshot that was taken before the decision; null unless another one replaced it. */
export function toFormerSnapshotView(row: ActionRow, forOperator: boolean) {
  if (row.former_id === null) return null;
  const former = {
    ...row,
    precapture_id: row.former_id,
    snapshot_failed: row.former_failed,
    snapshot_reason: row.former_reason,
    snapshot_resource: row.former_resource,
    snapshot_captured_at: row.former_captured_at,
  };
  if (row.former_content !== undefined) former.snapshot_content = row.former_content;
  return toSnapshotView(former, forOperator);
}

function iso<T extends Date | string | null>(time: T): string | (T & null);
function iso(time: Date | string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
