import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { policyBlocked, sessionClosed, sessionRolledBack } from '../actions/action.errors.js';
import { summarize } from '../actions/action.js';
import { unauthenticated } from '../auth/auth.errors.js';
import { AuthenticationService } from '../auth/authentication.service.js';
import { type IdempotencyKey, IdempotencyKeys } from '../auth/idempotency.js';
import type { Principal } from '../auth/principal.js';
import { Database } from '../platform/database/database.js';
import { notFound } from '../platform/errors.js';
import { canonicalHash } from '../platform/hash.js';
import { Page } from '../platform/http/answer.js';
import { PoliciesService } from '../policies/policies.service.js';
import type { Verdict } from '../policies/policy.js';
import { RegistryService } from '../registry/registry.service.js';
import { cannotDecide, hasRunAlready } from './approval.errors.js';
import { refusalToDecide } from './approval.js';
import { APPROVAL_QUERY, type ApprovalRow, toApprovalDetail, toApprovalView } from './approval.view.js';
import type { ApproveDto, ListApprovalsQuery } from './approvals.dto.js';
import { WaitingRoom } from './waiting-room.js';

/** How soon a request that is held notices that its caller is nobody any more; with the half second an epoch is trusted. */
const STILL_WELCOME_MS = 400;

/** Specification 2.4, 4.5; contract, "Approvals". The session's row is locked first by everyone who decides. */
@Injectable()
export class ApprovalsService {
  constructor(
    private readonly database: Database,
    private readonly policies: PoliciesService,
    private readonly registry: RegistryService,
    private readonly authentication: AuthenticationService,
    private readonly idempotency: IdempotencyKeys,
    private readonly waitingRoom: WaitingRoom,
  ) {}

  list({ organizationId }: Principal, { status, limit, cursor }: ListApprovalsQuery) {
    // What has expired is rejected, also before the job has said so.
    const wanted = {
      PENDING: "p.status = 'PENDING' AND p.expires_at > now()",
      APPROVED: "p.status = 'APPROVED'",
      REJECTED: "(p.status = 'REJECTED' OR p.status = 'PENDING' AND p.expires_at <= now())",
      ALL: 'true',
    }[status];
    return this.database.transaction(organizationId, async (em) => {
      const rows: ApprovalRow[] = await em.query(
        `${APPROVAL_QUERY} WHERE p.organization_id = $1 AND ${wanted} AND ($2::uuid IS NULL OR p.id < $2) ORDER BY p.id DESC LIMIT $3`,
        [organizationId, cursor ?? null, limit + 1],
      );
      return Page.of(
        rows.map((row) => ({ id: row.approval_id, row })),
        limit,
        ({ row }) => toApprovalView(row),
      );
    });
  }

  /** Waits up to `waitSeconds` for a decision, holding no connection, and asks again who the caller is before it answers. */
  async get(caller: Principal, credential: string, id: string, waitSeconds: number) {
    const until = performance.now() + waitSeconds * 1000;
    let current = caller;
    for (;;) {
      const approval = await this.read(current, id);
      if (approval.status !== 'PENDING' || performance.now() >= until) return approval;
      current = await this.settledOrOver(credential, id, until);
    }
  }

  /**
   * Lets the call run, with edited arguments if any: then the policies have their say again.
   * @throws 404; 409 already-decided, payload-changed, session-closed, session-rolled-back, already-run on an edit;
   *   403 policy-blocked on an edit, and it stays pending
   */
  async approve(caller: Principal, id: string, { payloadHash, payload }: ApproveDto, key: IdempotencyKey | null) {
    const verdict = payload ? await this.verdictOn(caller, id, payload) : null;
    const answer = await this.decide(caller, id, payloadHash, key, async (em, approval) => {
      const waits = approval.status === 'PENDING_APPROVAL';
      if (waits && approval.rolled) throw sessionRolledBack();
      if (waits && approval.session_status === 'COMPLETED') throw sessionClosed();
      if (payload && !waits) throw hasRunAlready();
      if (verdict?.decision === 'BLOCK') throw policyBlocked(verdict.reason);
      if (payload) await edit(em, approval, payload);
      await settle(em, approval, { status: 'APPROVED', reason: null, decidedBy: caller.label });
    });
    this.waitingRoom.settled(id);
    return answer;
  }

  /** @throws 404; 409 already-decided */
  async reject(caller: Principal, id: string, reason: string | undefined, key: IdempotencyKey | null) {
    const answer = await this.decide(caller, id, undefined, key, (em, approval) =>
      settle(em, approval, { status: 'REJECTED', reason: reason ?? null, decidedBy: caller.label }),
    );
    this.waitingRoom.settled(id);
    return answer;
  }

  /** Makes a rejection of what has expired; says whether it did. The rows decide, so any number of processes may call it. */
  async expire(organizationId: string, id: string): Promise<boolean> {
    const expired = await this.database.transaction(organizationId, async (em) => {
      const approval = await this.lock(em, organizationId, id);
      if (approval?.approval_status !== 'PENDING' || approval.approval_expires_at > approval.now) return false;
      await settle(em, approval, { status: 'REJECTED', reason: 'expired', decidedBy: null });
      return true;
    });
    if (expired) this.waitingRoom.settled(id);
    return expired;
  }

  /** All that waits in a session whose rollback begins; its row is locked by the caller. Returns their ids. */
  async rejectAllOf(em: EntityManager, sessionId: string, reason: string): Promise<string[]> {
    const pending: Decidable[] = await em.query(
      `SELECT id AS approval_id, action_id AS id, session_id FROM approvals
       WHERE session_id = $1 AND status = 'PENDING' ORDER BY approvals.id`,
      [sessionId],
    );
    for (const approval of pending) await settle(em, approval, { status: 'REJECTED', reason, decidedBy: null });
    return pending.map((approval) => approval.approval_id);
  }

  /** Holds the request, and asks again and again whether its caller is still somebody. @throws 401 */
  private async settledOrOver(credential: string, id: string, until: number): Promise<Principal> {
    for (;;) {
      const settled = await this.waitingRoom.wait(id, Math.min(until - performance.now(), STILL_WELCOME_MS));
      const caller = await this.authentication.authenticateFresh(credential);
      if (!caller) throw unauthenticated();
      if (settled || performance.now() >= until) return caller;
    }
  }

  private read(caller: Principal, id: string) {
    return this.database.transaction(caller.organizationId, async (em) => {
      const row = await this.find(em, caller.organizationId, id);
      if (!row || (caller.simulated !== null && row.simulated !== caller.simulated)) throw notFound('approval');
      if (caller.agentSlug !== null && row.agent_slug !== caller.agentSlug) throw notFound('approval');
      return toApprovalDetail(row, caller.kind === 'USER');
    });
  }

  private decide(
    caller: Principal,
    id: string,
    expectedHash: string | undefined,
    key: IdempotencyKey | null,
    take: (em: EntityManager, approval: ApprovalRow) => Promise<unknown>,
  ) {
    const { organizationId } = caller;
    return this.database.transaction(organizationId, (em) =>
      this.idempotency.once(
        em,
        caller,
        key,
        async () => {
          const approval = await this.lock(em, organizationId, id);
          if (!approval) throw notFound('approval');
          const state = {
            status: approval.approval_status,
            payloadHash: approval.approved_hash,
            expiresAt: approval.approval_expires_at,
          };
          const refusal = refusalToDecide(state, approval.now, expectedHash);
          if (refusal) throw cannotDecide(refusal);
          await take(em, approval);
          return id;
        },
        async () => {
          const row = await this.find(em, organizationId, id);
          if (!row) throw notFound('approval');
          return toApprovalDetail(row, true);
        },
      ),
    );
  }

  /** Locks the session before it looks, so that what it sees is what it decides on. */
  private async lock(em: EntityManager, organizationId: string, id: string): Promise<ApprovalRow | null> {
    await em.query(
      `SELECT s.id FROM sessions s WHERE s.id = (SELECT session_id FROM approvals WHERE organization_id = $1 AND id = $2)
       FOR NO KEY UPDATE`,
      [organizationId, id],
    );
    return this.find(em, organizationId, id);
  }

  private async find(em: EntityManager, organizationId: string, id: string): Promise<ApprovalRow | null> {
    const [row]: ApprovalRow[] = await em.query(`${APPROVAL_QUERY} WHERE p.organization_id = $1 AND p.id = $2`, [
      organizationId,
      id,
    ]);
    return row ?? null;
  }

  /** Taken before the decision's transaction: who holds a connection never waits for another, as loading policies would. */
  private async verdictOn(caller: Principal, id: string, payload: object): Promise<Verdict> {
    const { organizationId } = caller;
    const approval = await this.database.transaction(organizationId, (em) => this.find(em, organizationId, id));
    if (!approval) throw notFound('approval');
    const known = this.registry.find(approval.api_name)?.operation;
    return this.policies.decide(caller, {
      apiName: approval.api_name,
      operationType: known?.operationType ?? approval.operation_type,
      payload,
      agentId: approval.agent_slug,
      reversibility: known?.reversibility ?? 'none',
      driftScore: null,
    });
  }
}

async function edit(em: EntityManager, approval: Decidable, payload: object): Promise<void> {
  const hash = canonicalHash(payload);
  await em.query(
    `UPDATE actions SET original_payload = coalesce(original_payload, payload), payload = $2, payload_hash = $3, updated_at = now()
     WHERE id = $1`,
    [approval.id, JSON.stringify(payload), hash],
  );
  await em.query('UPDATE approvals SET payload_hash = $2, payload_summary = $3 WHERE id = $1', [
    approval.approval_id,
    hash,
    summarize(payload),
  ]);
}

type Decidable = Pick<ApprovalRow, 'approval_id' | 'id' | 'session_id'>;

/** The approval is pending and its session locked. A review after the fact leaves the action as it is. */
async function settle(
  em: EntityManager,
  approval: Decidable,
  decision: { status: 'APPROVED' | 'REJECTED'; reason: string | null; decidedBy: string | null },
): Promise<void> {
  const { status, reason, decidedBy } = decision;
  await em.query('UPDATE approvals SET status = $2, reason = $3, decided_by = $4, decided_at = now() WHERE id = $1', [
    approval.approval_id,
    status,
    reason,
    decidedBy,
  ]);
  const becomes = status === 'APPROVED' ? 'CLEARED' : 'REJECTED';
  await em.query(
    `WITH moved AS (UPDATE actions SET status = $3, updated_at = now() WHERE id = $1 AND status = 'PENDING_APPROVAL' RETURNING id),
     counted AS (SELECT count(*)::integer AS moved FROM moved)
     UPDATE sessions s SET open_approvals = open_approvals - 1, pending_approval = pending_approval - moved,
       cleared = cleared + CASE WHEN $3 = 'CLEARED' THEN moved ELSE 0 END, updated_at = now()
     FROM counted WHERE s.id = $2`,
    [approval.id, approval.session_id, becomes],
  );
}
