// SQL: a page of approvals is joined with views of actions and sessions.

import {
  type ActionRow,
  toFormerSnapshotView,
  toPerformanceView,
  toRedacted,
  toSnapshotView,
} from '../actions/action.view.js';
import { UNCONFIRMED } from '../actions/rules/action.js';
import { codeOfApproval } from '../actions/rules/refusal.js';
import type { Identity } from '../auth/access/principal.js';
import type { Json, JsonObject } from '../connectors/connector.js';
import { cutText } from '../platform/cut-text.js';
import { reveal, revealAll } from '../platform/reveal/reveal.js';
import type { ApproverRule } from '../policies/policy.js';
import type { SessionStatus } from '../sessions/session.js';
import { type ApprovalStatus, overdueAs, timeRemaining, type Vote } from './approval.js';

/** The members of a call that may be large. */
type Content = 'payload' | 'original_payload' | 'response' | 'snapshot_content' | 'former_content';

/** An approval joined with its action, as `APPROVAL_QUERY` reads it; `now` is the database's clock. */
export interface ApprovalRow extends Omit<ActionRow, Content> {
  approval_id: string;
  agent_slug: string;
  on_behalf_of: string | null;
  labels: Readonly<Record<string, string>>;
  simulated: boolean;
  session_status: SessionStatus;
  /** A rollback runs, or one of the whole session has: nothing may start in it. */
  rolled: boolean;
  organization_id: string;
  payload_hash: string;
  snapshot_payload_hash: string | null;
  approval_status: ApprovalStatus;
  payload_summary: string;
  /** The policies that asked for it, of all that matched the call. */
  asking_policy_ids: readonly string[];
  /** The call as a sentence; null once the call was erased. */
  call_summary: string | null;
  approved_hash: string;
  approval_reason: string | null;
  decided_by: string | null;
  approval_created_at: Date;
  approval_expires_at: Date;
  approval_permits_at: Date | null;
  approval_usable_until: Date | null;
  decided_at: Date | null;
  /** Operations that the call may do as well, as its client said. */
  may_do: readonly string[];
  required_approvals: number;
  /** The address of the operator who asked, or who made the key that did. */
  requester: string | null;
  /** The rules of its policies on approvers; null when each operator may approve. */
  approver_rules: readonly ApproverRule[] | null;
  note: string | null;
  noted_by: string | null;
  noted_at: Date | null;
  /**
   * The votes in the order in which operators approved; null before the first. Once a member is removed, the vote
   * counts only in a decided approval.
   */
  votes: Vote[] | null;
  now: Date;
}

/** A row with the arguments and the content of the snapshots, which only operators see. */
export type ApprovalDetailRow = ApprovalRow &
  Pick<ActionRow, 'payload' | 'snapshot_content' | 'former_content'> & { provider_refusal: string | null };

const LIGHT = `d.id, d.organization_id, d.session_id, d.sequence, d.effect_sequence, d.api_name, d.operation_type, d.payload_hash,
    d.status, d.precapture_id, d.policy_decision, d.policy_ids, d.policy_reason, d.violation, d.refusal, d.created_at, d.updated_at,
    d.approval_id, d.approval_status, d.approval_expires_at, d.approval_reason, d.snapshot_failed, d.snapshot_reason,
    d.snapshot_resource, d.snapshot_captured_at, d.snapshot_payload_hash, d.shadow, d.grant_id, d.former_id, d.former_failed,
    d.former_reason, d.former_resource, d.former_captured_at, d.performed, d.performance,
    d.tool_call_id, d.traceparent, d.approval_decided_as, d.approval_usable_until, d.approval_edit_reason, d.redacted, d.snapshot_redacted, s.on_behalf_of, s.labels`;

const OF_APPROVAL = `p.agent_slug, p.payload_summary, p.summary AS call_summary, p.policy_ids AS asking_policy_ids, p.payload_hash AS approved_hash, p.decided_by, p.permits_at AS approval_permits_at,
    p.created_at AS approval_created_at, p.decided_at, s.simulated, s.status AS session_status,
    p.may_do, p.required_approvals, p.requester, p.approver_rules, p.note, p.noted_by, p.noted_at, (SELECT json_agg(json_build_object('user', v.user_id, 'by', v.voter, 'at', v.voted_at)
      ORDER BY v.voted_at, v.user_id) FROM approval_votes v WHERE v.approval_id = p.id
        AND (p.status <> 'PENDING' OR EXISTS (SELECT FROM members m WHERE m.organization_id = p.organization_id AND m.id = v.user_id))) AS votes,
    s.rolled, clock_timestamp() AS now
  FROM approvals p JOIN action_details d ON d.id = p.action_id JOIN session_states s ON s.id = p.session_id`;

const REFUSAL = `CASE WHEN d.performed THEN d.response -> 'refusal' ->> 'message' END AS provider_refusal`;

/**
 * The query for the rows of a list and for a decision; `where` and `order` follow. Hundreds of these are read at once.
 */
export const APPROVAL_QUERY = `SELECT ${LIGHT}, ${OF_APPROVAL}`;

/** The query for a single read by an agent; `where` follows. */
export const APPROVAL_WITH_PAYLOAD_QUERY = `SELECT ${LIGHT}, d.payload, ${REFUSAL}, ${OF_APPROVAL}`;

/** The query for a single read by an operator; `where` follows. */
export const APPROVAL_WITH_CONTENT_QUERY = `SELECT ${LIGHT}, d.payload, ${REFUSAL}, d.snapshot_content, d.former_content, ${OF_APPROVAL}`;

/** An operator sees every approval of the organization, a key those of its mode and its agent. */
export const isVisible = ({ simulated, agentSlug }: Identity, row: ApprovalRow): boolean =>
  (simulated === null || row.simulated === simulated) && (agentSlug === null || row.agent_slug === agentSlug);

/** The session of an approval, as policies read it. */
export const sessionOf = ({
  session_id: id,
  organization_id: organizationId,
  agent_slug: agentSlug,
  on_behalf_of: onBehalfOf,
  labels,
  simulated,
}: ApprovalRow) => ({ id, organizationId, agentSlug, onBehalfOf, labels, simulated });

/** The view of docs/contract.md, "Approvals". An agent sees the role of a person, not the address. */
export function toApprovalView(row: ApprovalRow, forOperator: boolean) {
  const by = (label: string) => (forOperator ? label : 'operator');
  const { approval_status: stored, approval_expires_at: expiresAt, approval_usable_until } = row;
  const isUnused = row.status === 'CLEARED' || row.violation === 'lapsed';
  const usableUntil = isUnused ? approval_usable_until : null;
  const state = { status: stored, payloadHash: row.approved_hash, expiresAt, usableUntil };
  const overdue = overdueAs(state, row.now);
  const status = overdue ? ('REJECTED' as const) : stored;
  const endsAt = row.approval_permits_at ?? expiresAt;
  const reason = overdue ? OVERDUE_REASON[overdue] : row.approval_reason;
  const endedAt = overdue === 'LAPSED' ? usableUntil : overdue ? expiresAt : row.decided_at;
  return {
    id: row.approval_id,
    sessionId: row.session_id,
    actionId: row.id,
    agentId: row.agent_slug,
    ...toOrigin(row),
    apiName: row.api_name,
    summary: row.call_summary ?? `${row.api_name}: ${cutText(reveal(row.payload_summary), 60)}`,
    simulated: row.simulated,
    status,
    actionStatus: row.status,
    // No client confirms a call that the service performs.
    unconfirmed: status === 'APPROVED' && !row.performed && UNCONFIRMED.includes(row.status),
    performance: toPerformanceView(row.performance),
    payloadSummary: reveal(row.payload_summary),
    timeRemaining: timeRemaining({ ...state, expiresAt: endsAt }, row.now),
    reason,
    code: codeOfApproval(overdue ?? row.approval_decided_as, reason),
    decidedBy: row.decided_by === null || overdue ? null : by(row.decided_by),
    approvals: toApprovals(row, by),
    createdAt: row.approval_created_at.toISOString(),
    expiresAt: endsAt.toISOString(),
    onExpiry: row.approval_permits_at === null ? ('reject' as const) : ('approve' as const),
    decidedAt: endedAt?.toISOString() ?? null,
    usableUntil: overdue ? null : (usableUntil?.toISOString() ?? null),
    ...(forOperator && { note: toNote(row) }),
  };
}

export const OVERDUE_REASON = { EXPIRED: 'expired', LAPSED: 'lapsed' } as const;

/** The user, the labels, the tool call and the trace for which the call was asked. */
const toOrigin = (row: ApprovalRow) => ({
  onBehalfOf: row.on_behalf_of,
  labels: row.labels,
  toolCallId: row.tool_call_id,
  traceparent: row.traceparent,
});

const toNote = ({ note, noted_by: by, noted_at: at }: ApprovalRow) =>
  note === null || by === null || at === null ? null : { content: note, by, at: at.toISOString() };

function toApprovals({ required_approvals: required, votes }: ApprovalRow, named = (label: string) => label) {
  return { required, given: (votes ?? []).map(({ by, at }) => ({ by: named(by), at: new Date(at).toISOString() })) };
}

/** The audit's form of an approval: its stored state, with only the hash of its arguments. */
export function toAuditedApproval(row: ApprovalRow) {
  return {
    id: row.approval_id,
    sessionId: row.session_id,
    actionId: row.id,
    agentId: row.agent_slug,
    ...toOrigin(row),
    apiName: row.api_name,
    status: row.approval_status,
    payloadHash: row.approved_hash,
    reason: row.approval_reason,
    decidedBy: row.decided_by,
    ...(row.required_approvals > 1 && { approvals: toApprovals(row) }),
    ...(row.approver_rules && { approvers: row.approver_rules }),
    expiresAt: (row.approval_permits_at ?? row.approval_expires_at).toISOString(),
    ...(row.approval_permits_at && { onExpiry: 'approve' }),
    decidedAt: row.decided_at?.toISOString() ?? null,
  };
}

export type ApprovalDetail = ReturnType<typeof toApprovalView> & {
  /** Its page in the dashboard, for people. */
  url: string;
  payload: JsonObject;
  /** A client that names it was answered the arguments: no list has it. */
  payloadHash: string;
  redacted: ReturnType<typeof toRedacted>;
  payloadShown?: Json;
  snapshot: ReturnType<typeof toSnapshotView>;
  formerSnapshot: ReturnType<typeof toSnapshotView>;
  providerRefusal: string | null;
};

/**
 * The view of a single read, with the arguments. Operators also get a readable form with every hidden character made
 * visible, and the snapshots' contents.
 */
export function toApprovalDetail(
  row: ApprovalDetailRow,
  forOperator: boolean,
  { dashboardUrl }: { readonly dashboardUrl: string },
): ApprovalDetail {
  const shown = { ...row, original_payload: null, response: null };
  return {
    ...toApprovalView(row, forOperator),
    url: `${dashboardUrl}/approvals/${row.approval_id}`,
    payload: row.payload,
    payloadHash: row.approved_hash,
    redacted: toRedacted(row, forOperator),
    ...(forOperator && { payloadShown: revealAll(row.payload) }),
    providerRefusal: row.provider_refusal,
    snapshot: toSnapshotView({ ...shown, snapshot_content: row.snapshot_content ?? null }, forOperator),
    formerSnapshot: toFormerSnapshotView({ ...shown, former_content: row.former_content ?? null }, forOperator),
  };
}
