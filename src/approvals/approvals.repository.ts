// SQL: views of actions and sessions, and a decision that notifies in its own statement.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { summarize } from '../actions/rules/action.js';
import type { JsonObject } from '../connectors/connector.js';
import { Notifications } from '../platform/database/notifications.js';
import type { AskedWindow } from '../policies/windows/window.js';
import { RegistryService } from '../registry/registry.service.js';
import { SessionLocks } from '../sessions/session-locks.js';
import { ApprovalEntity } from './approval.entity.js';
import { type ApprovalStatus, DECIDED, type DecidedAs, type ToApprove } from './approval.js';
import {
  APPROVAL_QUERY,
  APPROVAL_WITH_CONTENT_QUERY,
  APPROVAL_WITH_PAYLOAD_QUERY,
  type ApprovalDetailRow,
  type ApprovalRow,
} from './approval.view.js';
import { ApprovalVoteEntity } from './approval-vote.entity.js';

/** The members of an approval that a decision needs. */
export type Decidable = Pick<ApprovalRow, 'approval_id' | 'id' | 'session_id'>;

export interface Decision {
  readonly decidedAs: DecidedAs;
  readonly reason: string | null;
  /** Null when no person decided. */
  readonly decidedBy: string | null;
}

/** A hold that ends without a permission leaves the person the usual time. */
const AFTER_HOLD = () =>
  `CASE WHEN permits_at IS NULL THEN expires_at ELSE now() + waits_ms * interval '1 millisecond' END`;

/** Other modules have triggers on its tables: `migrations/triggers/README.md`. */
@Injectable()
export class ApprovalsRepository {
  constructor(
    private readonly notifications: Notifications,
    private readonly locks: SessionLocks,
    private readonly registry: RegistryService,
  ) {}

  async find(em: EntityManager, organizationId: string, id: string): Promise<ApprovalRow | null> {
    const [row]: ApprovalRow[] = await em.query(`${APPROVAL_QUERY} WHERE p.organization_id = $1 AND p.id = $2`, [
      organizationId,
      id,
    ]);
    return row ?? null;
  }

  /** Null when there is no such approval. */
  async detail(
    em: EntityManager,
    organizationId: string,
    id: string,
    forOperator: boolean,
  ): Promise<ApprovalDetailRow | null> {
    const query = forOperator
      ? `${APPROVAL_WITH_CONTENT_QUERY} WHERE p.organization_id = $1 AND p.id = $2`
      : `${APPROVAL_WITH_PAYLOAD_QUERY} WHERE p.organization_id = $1 AND p.id = $2`;
    const [row]: ApprovalDetailRow[] = await em.query(query, [organizationId, id]);
    return row ?? null;
  }

  /** Reads approvals of several organizations; missing ones are left out. */
  findAll(em: EntityManager, organizationIds: readonly string[], ids: readonly string[]): Promise<ApprovalRow[]> {
    return em.query(`${APPROVAL_QUERY} WHERE p.organization_id = ANY ($1) AND p.id = ANY ($2)`, [organizationIds, ids]);
  }

  /** Locks the session before it reads, so that the decision is based on the state that it read. */
  async lock(em: EntityManager, organizationId: string, id: string): Promise<ApprovalRow | null> {
    const approval = await em.findOneBy(ApprovalEntity, { organizationId, id });
    if (!approval) return null;
    await this.locks.hold(em, organizationId, approval.sessionId);
    return this.find(em, organizationId, id);
  }

  pendingOf(em: EntityManager, organizationId: string, sessionId: string): Promise<ApprovalRow[]> {
    return em.query(
      `${APPROVAL_QUERY} WHERE p.organization_id = $1 AND p.session_id = $2 AND p.status = 'PENDING' ORDER BY p.id`,
      [organizationId, sessionId],
    );
  }

  /** Finds the pending approvals of calls that were logged from there on, and of some older ones. */
  pendingFrom(
    em: EntityManager,
    organizationId: string,
    sessionId: string,
    sequence: number,
    older: readonly string[],
  ): Promise<ApprovalRow[]> {
    return em.query(
      `${APPROVAL_QUERY} WHERE p.organization_id = $1 AND p.session_id = $2 AND p.status = 'PENDING'
         AND (d.sequence >= $3 OR d.id = ANY ($4)) ORDER BY p.id`,
      [organizationId, sessionId, sequence, older],
    );
  }

  /** Calls that have not run and may still be decided; a review after the fact is none. */
  waitingOf(em: EntityManager, organizationId: string, sessionId: string, atMost: number): Promise<ApprovalRow[]> {
    return em.query(
      `${APPROVAL_QUERY} WHERE p.organization_id = $1 AND p.session_id = $2 AND p.status = 'PENDING'
         AND d.status = 'PENDING_APPROVAL' AND p.expires_at > now() ORDER BY p.id LIMIT $3`,
      [organizationId, sessionId, atMost],
    );
  }

  /** Sessions in which a call of that agent may wait. */
  async sessionsWaiting(em: EntityManager, organizationId: string, agent: string, atMost: number): Promise<string[]> {
    const rows: { id: string }[] = await em.query(
      `SELECT DISTINCT s.id FROM approvals p JOIN session_states s ON s.id = p.session_id AND s.pending_approval > 0
       WHERE p.organization_id = $1 AND p.agent_slug = $2 AND p.status = 'PENDING' AND p.expires_at > now()
       ORDER BY s.id LIMIT $3`,
      [organizationId, agent, atMost],
    );
    return rows.map(({ id }) => id);
  }

  /** True when a call of that agent waits for an approval that can still be given. */
  async isAnyWaiting(em: EntityManager, organizationId: string, agent: string): Promise<boolean> {
    const waiting: unknown[] = await em.query(
      `SELECT 1 FROM approvals p JOIN action_details a ON a.id = p.action_id AND a.status = 'PENDING_APPROVAL'
       WHERE p.organization_id = $1 AND p.agent_slug = $2 AND p.status = 'PENDING' AND p.expires_at > now() LIMIT 1`,
      [organizationId, agent],
    );
    return waiting.length > 0;
  }

  /** Adds one more operator's approval; each operator approves at most once. */
  async addApproval(
    em: EntityManager,
    approval: ApprovalRow,
    { id, label }: { id: string; label: string },
  ): Promise<void> {
    const { organization_id: organizationId, approval_id: approvalId } = approval;
    await em.insert(ApprovalVoteEntity, { organizationId, approvalId, userId: id, voter: label });
  }

  /** The votes for the earlier arguments no longer count. */
  async edit(
    em: EntityManager,
    { approval_id: id, api_name: apiName }: ApprovalRow,
    { payload, reason }: { readonly payload: JsonObject; readonly reason: string | null },
    { payloadHash, required: requiredApprovals, rules }: ToApprove,
  ): Promise<void> {
    const summaries = { payloadSummary: summarize(payload), summary: this.registry.summaryOf(apiName, payload) };
    // A person has taken the call over, so it waits for one.
    const needs = { requiredApprovals, approverRules: rules.length === 0 ? null : rules };
    const edited = { payloadHash, ...summaries, ...needs, permitsAt: null, expiresAt: AFTER_HOLD, editReason: reason };
    await em.update(ApprovalEntity, { id }, edited);
    await em.delete(ApprovalVoteEntity, { approvalId: id });
  }

  /** The call waits for a person from now on, as the policies of now want it, too. */
  async endHold(em: EntityManager, { approval_id: id }: Decidable, needs: Pick<ToApprove, 'required' | 'rules'>) {
    const { required: requiredApprovals, rules } = needs;
    const approverRules = rules.length === 0 ? null : rules;
    await em.update(
      ApprovalEntity,
      { id },
      { permitsAt: null, expiresAt: AFTER_HOLD, requiredApprovals, approverRules },
    );
  }

  /** The call would come over a limit that blocks it. Its windows stay locked, so that no other call comes between. */
  async isOverWindow(em: EntityManager, { organization_id: organizationId, id }: ApprovalRow): Promise<boolean> {
    const [row]: { over: boolean }[] = await em.query('SELECT windows_block($1, $2) AS over', [organizationId, id]);
    return row?.over === true;
  }

  /**
   * Answers for each window, in their order, whether its comparison holds with this call, which waits. They stay locked,
   * so that no other call comes between.
   */
  async windowsNow(
    em: EntityManager,
    { organization_id: org, id: call }: ApprovalRow,
    windows: readonly AskedWindow[],
  ): Promise<readonly boolean[]> {
    if (windows.length === 0) return [];
    await em.query('SELECT lock_windows($1)', [
      JSON.stringify(windows.map(({ id, seconds }) => ({ org, id, seconds }))),
    ]);
    const [row]: { holds: boolean[] }[] = await em.query('SELECT windows_hold($1, $2, $3) AS holds', [
      org,
      JSON.stringify(windows),
      call,
    ]);
    return row?.holds ?? [];
  }

  /** Edited arguments may belong to other windows, or count more in them. */
  async moveBetweenWindows(
    em: EntityManager,
    { organization_id: organizationId, id }: ApprovalRow,
    windows: readonly object[],
  ): Promise<void> {
    await em.query('SELECT replace_window_calls($1, $2, $3)', [organizationId, id, JSON.stringify(windows)]);
  }

  async planOf(em: EntityManager, organizationId: string): Promise<string | null> {
    const [row]: { plan: string }[] = await em.query('SELECT plan FROM organization_states WHERE id = $1', [
      organizationId,
    ]);
    return row?.plan ?? null;
  }

  /** The approval waits for its full time again, and decisions on the other state do not count. */
  async reopen(em: EntityManager, organizationId: string, id: string): Promise<void> {
    await em.query(
      `UPDATE approvals SET status = 'PENDING', reason = NULL, decided_by = NULL, decided_as = NULL, decided_at = NULL, permits_at = NULL,
         usable_until = NULL, expires_at = now() + waits_ms * interval '1 millisecond'
       WHERE organization_id = $1 AND id = $2`,
      [organizationId, id],
    );
    await em.delete(ApprovalVoteEntity, { approvalId: id });
  }

  /** The call has begun, so its approval is used. */
  async use(em: EntityManager, organizationId: string, actionId: string): Promise<void> {
    await em.update(ApprovalEntity, { organizationId, actionId }, { usableUntil: null });
  }

  /**
   * The session of the approval is locked. An approval that is given counts for as long as a policy says, or as it waited
   * at most; a review after the fact allows nothing. Held requests hear of the decision when it is committed; NOTIFY
   * makes such commits wait for each other, so it is sent only when processes listen.
   */
  async recordDecision(
    em: EntityManager,
    approval: Decidable,
    { decidedAs, reason, decidedBy }: Decision,
    waited = true,
  ): Promise<void> {
    const status: ApprovalStatus = decidedAs === 'APPROVED' ? 'APPROVED' : 'REJECTED';
    await em.query(
      `WITH decided AS (
         UPDATE approvals SET status = $2, reason = $3, decided_by = $4, decided_as = $5, decided_at = now(),
           usable_until = CASE WHEN $8 THEN now() + coalesce(usable_ms, waits_ms) * interval '1 millisecond' END
         WHERE id = $1 RETURNING id)
       SELECT pg_notify($6, id::text) FROM decided WHERE $7`,
      [
        approval.approval_id,
        status,
        reason,
        decidedBy,
        decidedAs,
        DECIDED,
        this.notifications.isOn,
        waited && status === 'APPROVED',
      ],
    );
  }
}
