import { Injectable } from '@nestjs/common';
import { type Attempt, answered, CONTESTED, STALE } from '../auth/attempt.js';
import { AuthenticationService } from '../auth/authentication.service.js';
import { type IdempotencyKey, idempotencyConflict } from '../auth/idempotency.js';
import type { Principal } from '../auth/principal.js';
import { Config } from '../config/config.js';
import { Database } from '../platform/database/database.js';
import { type DomainError, notFound, validationFailed } from '../platform/errors.js';
import { canonicalHash } from '../platform/hash.js';
import { Idempotent } from '../platform/http/answer.js';
import { newId } from '../platform/ids.js';
import { PoliciesService } from '../policies/policies.service.js';
import type { Verdict } from '../policies/policy.js';
import { RegistryService } from '../registry/registry.service.js';
import { AgentsService } from '../sessions/agents.service.js';
import { agentPaused } from '../sessions/session.errors.js';
import { toSessionView } from '../sessions/session.view.js';
import { type SessionFacts, SessionsService } from '../sessions/sessions.service.js';
import {
  approvalNeedsPlan,
  illegalTransition,
  precaptureMismatch,
  quotaExceeded,
  refusalOf,
  sessionClosed,
  sessionRolledBack,
} from './action.errors.js';
import { decideEntry, type Entry, summarize } from './action.js';
import { ACTION_COLUMNS, type ActionRow, type ActionView, toActionView } from './action.view.js';
import type { ConfirmActionDto, LogActionDto } from './actions.dto.js';
import { IntentGauge } from './intent-gauge.js';
import { Ledger, type Recorded, type RecordItem } from './ledger.js';

/** The ledger's use cases: ask, report, confirm, read (specification 4.4; contract, "Actions"). */
@Injectable()
export class ActionsService {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
    private readonly authentication: AuthenticationService,
    private readonly sessions: SessionsService,
    private readonly agents: AgentsService,
    private readonly policies: PoliciesService,
    private readonly registry: RegistryService,
    private readonly gauge: IntentGauge,
    private readonly config: Config,
  ) {}

  /**
   * Asks before a call runs, or reports one that ran.
   * @throws 400 validation-failed; 403 policy-blocked, plan-required, agent-paused; 404; 409 session-closed, session-rolled-back,
   *   precapture-mismatch, idempotency-conflict; 429 quota-exceeded
   */
  async log(caller: Principal, credential: string, sessionId: string, call: LogActionDto, key: IdempotencyKey | null) {
    const payloadHash = canonicalHash(call.payload);
    return this.authentication.decideOnTheNewest(caller, credential, async (current) => {
      const facts = await this.sessions.factsOf(current, sessionId);
      const paused = await this.agents.isPaused(current, facts.agentSlug);
      const judge = await this.policies.judge(current);
      const verdict = judge(await this.subjectOf(current, facts, call));
      const logged = call.status ?? 'CLEARED';
      const entry = decideEntry(logged, verdict.decision, current.plan, paused);
      const asks = logged === 'CLEARED' || logged === 'PENDING_APPROVAL';
      if (asks && call.violation) throw validationFailed('violation', 'only what ran already can have been ungated');
      if (asks && paused) return this.refuse(current, credential, facts, agentPaused(facts.agentSlug));
      if (!entry.kept) return this.refuse(current, credential, facts, approvalNeedsPlan());
      const item = this.toItem(current, facts, call, payloadHash, verdict, entry, asks, key);
      const recorded = await this.ledger.record(item);
      if (recorded.outcome === 'expired-key') await this.freeKey(current, recorded.action_id);
      return this.answer(current, facts, item, recorded);
    });
  }

  /** Records an outcome. @throws 404, 409 illegal-transition */
  async confirm(caller: Principal, credential: string, sessionId: string, actionId: string, outcome: ConfirmActionDto) {
    return this.authentication.decideOnTheNewest(caller, credential, async (current) => {
      const facts = await this.sessions.factsOf(current, sessionId);
      const paused = await this.agents.isPaused(current, facts.agentSlug);
      const confirmed = await this.ledger.confirm({
        org: current.organizationId,
        epoch: current.epoch,
        session: sessionId,
        action: actionId,
        simulated: current.simulated,
        status: outcome.status,
        response: outcome.response,
        payload_hash: outcome.payloadHash ?? null,
        paused,
      });
      switch (confirmed.outcome) {
        case 'stale':
          return STALE;
        case 'again':
          return CONTESTED;
        case 'not-found':
          throw notFound('action');
        case 'illegal':
          throw illegalTransition(confirmed.old_status, outcome.status);
        case 'recorded':
        case 'same':
          this.gauge.noticed(current, sessionId);
          return answered(toActionView(confirmed.action, facts.simulated, caller.kind === 'USER'));
      }
    });
  }

  /** The session with its actions; the snapshots' content for operators only. @throws 404 */
  read(caller: Principal, sessionId: string) {
    return this.database.transaction(caller.organizationId, async (em) => {
      const session = await this.sessions.get(em, caller, sessionId);
      const forOperator = caller.kind === 'USER';
      const content = forOperator ? ', snapshot_content' : '';
      const rows: ActionRow[] = await em.query(
        `SELECT ${ACTION_COLUMNS}${content} FROM action_details WHERE organization_id = $1 AND session_id = $2 ORDER BY sequence`,
        [caller.organizationId, sessionId],
      );
      return {
        ...toSessionView(session),
        actions: rows.map((row) => toActionView(row, session.simulated, forOperator)),
      };
    });
  }

  /** A refusal that no statement will check must not rest on an old view. @throws the refusal; 404 for a purged session */
  private async refuse(
    caller: Principal,
    credential: string,
    { id }: SessionFacts,
    refusal: DomainError,
  ): Promise<typeof STALE> {
    const fresh = await this.authentication.authenticateFresh(credential);
    if (fresh?.epoch !== caller.epoch) return STALE;
    this.sessions.forget(id);
    await this.sessions.factsOf(caller, id);
    throw refusal;
  }

  private async subjectOf(caller: Principal, facts: SessionFacts, { apiName, operationType, payload }: LogActionDto) {
    const known = this.registry.find(apiName)?.operation;
    const call = {
      apiName,
      operationType: known?.operationType ?? operationType,
      reversibility: known?.reversibility ?? ('none' as const),
      payload,
    };
    const reads = await this.policies.readDrift(caller);
    const driftScore = reads ? await this.gauge.driftWith(caller, { sessionId: facts.id, ...call }) : null;
    return { ...call, agentId: facts.agentSlug, driftScore };
  }

  private toItem(
    caller: Principal,
    facts: SessionFacts,
    call: LogActionDto,
    payloadHash: string,
    verdict: Verdict,
    entry: Entry,
    asks: boolean,
    key: IdempotencyKey | null,
  ): RecordItem {
    return {
      org: caller.organizationId,
      epoch: caller.epoch,
      quota: this.config.quota[caller.plan],
      id: newId(),
      session: facts.id,
      simulated: caller.simulated,
      api_name: call.apiName,
      // The registry knows better than the caller what an operation does: a write is not hidden by calling it a read.
      operation_type: this.registry.find(call.apiName)?.operation.operationType ?? call.operationType,
      payload: call.payload,
      payload_hash: payloadHash,
      response: asks ? undefined : call.response,
      status: entry.status,
      asks,
      // What a policy or a pause says weighs more than what the client says of itself.
      violation: entry.violation ?? call.violation ?? null,
      refusal: entry.refusal,
      decision: verdict.decision,
      policy_ids: verdict.policyIds,
      policy_reason: verdict.reason,
      shadow: verdict.shadow.policyIds.length > 0 ? verdict.shadow : null,
      precapture: call.precaptureId ?? null,
      idempotency_key: key?.scope ?? null,
      request_hash: key?.requestHash ?? null,
      approval: entry.opensApproval ? newId() : null,
      approval_ms: entry.opensApproval ? (call.timeoutMs ?? this.config.approvalTtlHours * 3_600_000) : null,
      agent_slug: facts.agentSlug,
      summary: entry.opensApproval ? summarize(call.payload) : null,
      required_approvals: verdict.requiredApprovals,
      grantable: entry.grantable,
      gates: entry.grantable ? verdict.gates : [],
    };
  }

  private async answer(
    caller: Principal,
    facts: SessionFacts,
    item: RecordItem,
    recorded: Recorded,
  ): Promise<Attempt<Idempotent<ActionView>>> {
    switch (recorded.outcome) {
      case 'stale':
        return STALE;
      case 'again':
      case 'expired-key':
        return CONTESTED;
      case 'no-session':
        this.sessions.forget(facts.id);
        throw notFound('session');
      case 'idempotency-conflict':
        throw idempotencyConflict();
      case 'closed':
        throw sessionClosed();
      case 'rolled-back':
        throw sessionRolledBack();
      case 'precapture-mismatch':
        throw precaptureMismatch();
      case 'quota':
        throw quotaExceeded();
      case 'replayed':
        return answered(await this.replay(caller, facts, recorded.action_id));
      case 'recorded': {
        this.gauge.noticed(caller, facts.id);
        const kept = { actionId: item.id };
        if (recorded.refusal) throw refusalOf(recorded.refusal, item.policy_reason, item.policy_ids, kept);
        return answered(
          new Idempotent(toActionView(toRow(item, recorded), facts.simulated, caller.kind === 'USER'), false),
        );
      }
    }
  }

  private async replay(caller: Principal, facts: SessionFacts, actionId: string): Promise<Idempotent<ActionView>> {
    const [row]: ActionRow[] = await this.database.transaction(caller.organizationId, (em) =>
      em.query(`SELECT ${ACTION_COLUMNS} FROM action_details WHERE organization_id = $1 AND id = $2`, [
        caller.organizationId,
        actionId,
      ]),
    );
    if (!row) throw notFound('action');
    if (row.refusal) {
      throw refusalOf(row.refusal, row.policy_reason, row.policy_ids, { actionId, replayed: true });
    }
    return new Idempotent(toActionView(row, facts.simulated, caller.kind === 'USER'), true);
  }

  private freeKey({ organizationId }: Principal, actionId: string): Promise<unknown> {
    return this.database.transaction(organizationId, (em) =>
      em.query(
        'UPDATE actions SET idempotency_key = NULL, request_hash = NULL WHERE organization_id = $1 AND id = $2',
        [organizationId, actionId],
      ),
    );
  }
}

/** What was just written, without reading it again. */
function toRow(item: RecordItem, recorded: Recorded): ActionRow {
  const snapshot = recorded.snapshot as {
    captureFailed: boolean;
    reason: string | null;
    resource: ActionRow['snapshot_resource'];
    capturedAt: string;
  } | null;
  const granted = recorded.granted_by !== null;
  const approval = granted ? null : item.approval;
  return {
    id: item.id,
    session_id: item.session,
    sequence: recorded.sequence,
    effect_sequence: recorded.effect_sequence,
    api_name: item.api_name,
    operation_type: item.operation_type,
    payload: item.payload as ActionRow['payload'],
    original_payload: null,
    response: item.response ?? null,
    status: granted ? 'CLEARED' : item.status,
    precapture_id: snapshot ? item.precapture : null,
    policy_decision: item.decision,
    policy_ids: [...item.policy_ids],
    policy_reason: item.policy_reason,
    shadow: item.shadow as ActionRow['shadow'],
    grant_id: recorded.granted_by,
    violation: recorded.violation,
    refusal: recorded.refusal,
    created_at: recorded.recorded_at,
    updated_at: recorded.recorded_at,
    approval_id: approval,
    approval_status: approval ? 'PENDING' : null,
    approval_expires_at: approval ? recorded.expires_at : null,
    snapshot_failed: snapshot?.captureFailed ?? null,
    snapshot_reason: snapshot?.reason ?? null,
    snapshot_resource: snapshot?.resource ?? null,
    snapshot_captured_at: snapshot?.capturedAt ?? null,
  };
}
