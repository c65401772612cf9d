// SQL: the snapshots to be counted and replaced are found over a view of actions, or by a sum.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../../auth/access/principal.js';
import { AuthenticationService } from '../../auth/authentication.service.js';
import { type IdempotencyKey, IdempotencyKeys } from '../../auth/idempotency.js';
import { OrganizationEpochs } from '../../auth/organizations/organization-epochs.js';
import { answered, type Retry, STALE } from '../../auth/retry.js';
import type { ConnectorContext, OperationType } from '../../connectors/connector.js';
import { CredentialsService } from '../../credentials/credentials.service.js';
import { Isolation } from '../../isolation/isolation.service.js';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { canonicalHash } from '../../platform/hash.js';
import { Idempotent } from '../../platform/http/answers/answer.js';
import { newId } from '../../platform/ids.js';
import { PoliciesService } from '../../policies/policies.service.js';
import { Redactions } from '../../redaction/redactions.service.js';
import { RegistryService } from '../../registry/registry.service.js';
import { KnownAgents } from '../../sessions/known-agents.js';
import { agentPaused } from '../../sessions/session.errors.js';
import { isRolled, type SessionState } from '../../sessions/session.js';
import { type SessionFacts, SessionsService } from '../../sessions/sessions.service.js';
import {
  policyBlocked,
  precaptureLimit,
  precaptureMismatch,
  recaptureRefused,
  sessionClosed,
  sessionRolledBack,
} from '../action.errors.js';
import type { PrecaptureDto } from '../actions.dto.js';
import { CallSubjects } from '../call-subjects.js';
import { UnconfirmedCalls } from '../unconfirmed-calls.js';
import { type CallCapture, CaptureRecords, type KeptCapture, keptCapture } from './capture-records.js';
import { FastPathCaptures, MOST_UNBOUND, UNBOUND_BYTES } from './fast-path-captures.js';

export interface Precaptured {
  readonly precaptureId: string;
  readonly captureFailed: boolean;
}

/** Captures the state a call will change, before it runs (docs/contract.md, "Precaptures"). */
@Injectable()
export class PrecaptureService {
  constructor(
    private readonly authentication: AuthenticationService,
    private readonly epochs: OrganizationEpochs,
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly agents: KnownAgents,
    private readonly credentials: CredentialsService,
    private readonly registry: RegistryService,
    private readonly isolation: Isolation,
    private readonly idempotency: IdempotencyKeys,
    private readonly unconfirmed: UnconfirmedCalls,
    private readonly policies: PoliciesService,
    private readonly subjects: CallSubjects,
    private readonly records: CaptureRecords,
    private readonly fastPath: FastPathCaptures,
    private readonly redactions: Redactions,
  ) {}

  /**
   * Captures the state before a call. A failure of the provider is no refusal but `captureFailed: true`, with the
   * reason kept beside the snapshot. The epoch is compared before the provider is called.
   * @throws 403 agent-paused, policy-blocked; 404; 409 session-closed, session-rolled-back, illegal-transition,
   * precapture-mismatch; 429
   *   precapture-limit
   */
  precapture(
    caller: Principal,
    credential: string,
    sessionId: string,
    call: PrecaptureDto,
    key: IdempotencyKey | null,
  ): Promise<Idempotent<Precaptured>> {
    return this.authentication.retryWhenStale(caller, credential, async (current) => {
      const facts = await this.sessions.factsOf(current, sessionId);
      const paused = await this.agents.isPaused(current, facts.agentSlug);
      const context = this.contextOf(facts, call);
      // An error in it counts only where the context is used.
      context.catch(() => undefined);
      if (!call.actionId && !paused && (await this.fastPath.mayBegin(current, sessionId, key)))
        return this.keepOnFastPath(
          current,
          sessionId,
          call,
          key,
          await this.kept(current, call, await this.capture(facts, sessionId, call, context)),
        );
      const answer = await this.database.transaction(current.organizationId, async (em) => {
        const known = await this.idempotency.find(em, current, key);
        if (known) return answered(new Idempotent(await this.view(em, current, known), true));
        if (!(await this.epochs.isCurrent(em, current))) return STALE;
        const session = await this.sessions.get(em, current, sessionId);
        if (paused) throw agentPaused(facts.agentSlug);
        refuseUnlessOpen(session);
        await this.refuseOverLimit(em, current.organizationId);
        if (call.actionId) await this.replaceable(em, current.organizationId, sessionId, call);
        return null;
      });
      if (answer) return answer;
      const capture = await this.capture(facts, sessionId, call, context);
      if (call.actionId) await this.refuseIfBlocked(current, facts, call, capture);
      return this.keep(current, sessionId, call, key, await this.kept(current, call, capture));
    });
  }

  /** Policies have judged the true capture, and an undo needs it: it is redacted last. */
  private async kept(caller: Principal, { apiName, payload }: PrecaptureDto, capture: CallCapture) {
    const redactor = await this.redactions.of(caller, apiName);
    redactor?.redact('payload', payload);
    return keptCapture(capture, redactor);
  }

  private async keepOnFastPath(
    caller: Principal,
    sessionId: string,
    call: PrecaptureDto,
    key: IdempotencyKey | null,
    capture: KeptCapture,
  ): Promise<Retry<Idempotent<Precaptured>>> {
    if (capture.replaced.length > 0) return this.keep(caller, sessionId, call, key, capture);
    const { apiName } = call;
    const payloadHash = canonicalHash(call.payload);
    const id = await this.fastPath.keep(caller, { sessionId, apiName, payloadHash, capture, key });
    if (id === null) return this.keep(caller, sessionId, call, key, capture);
    return answered(new Idempotent({ precaptureId: id, captureFailed: !capture.shown.captured }, false));
  }

  /**
   * A policy that looks at how a call can be undone has seen the first capture: it has its say on this one before the
   * client runs the call. @throws 403 policy-blocked, and the first capture stays
   */
  private async refuseIfBlocked(
    caller: Principal,
    facts: SessionFacts,
    { apiName, payload, actionId }: PrecaptureDto,
    { captured, reversibility }: CallCapture,
  ): Promise<void> {
    const { operationType, mayDo } = await this.askedAs(caller.organizationId, actionId);
    const policies = await this.policies.of(caller);
    if (!policies.needs([apiName, ...mayDo], this.registry.coverableBy(apiName)).capture) return;
    const asked = { apiName, payload, operationType, mayDo };
    const subject = await this.subjects.of(caller, facts, asked, { failed: !captured, reversibility });
    const verdict = policies.judge(await this.subjects.withWindows(caller, subject, actionId ?? null));
    if (verdict.decision === 'BLOCK') throw policyBlocked(verdict.reason, verdict.policyIds);
  }

  /** Reads what its client said of a call that an operator approved. */
  private async askedAs(
    organizationId: string,
    actionId: string | undefined,
  ): Promise<{ operationType: OperationType; mayDo: readonly string[] }> {
    const [call] = await this.database.transaction(organizationId, (em) =>
      em.query(
        `SELECT a.operation_type AS "operationType", p.may_do AS "mayDo" FROM actions a
         JOIN approval_states p ON p.organization_id = a.organization_id AND p.action_id = a.id
         WHERE a.organization_id = $1 AND a.id = $2`,
        [organizationId, actionId],
      ),
    );
    if (!call) throw recaptureRefused();
    return call;
  }

  private keep(
    caller: Principal,
    sessionId: string,
    call: PrecaptureDto,
    key: IdempotencyKey | null,
    capture: KeptCapture,
  ): Promise<Retry<Idempotent<Precaptured>>> {
    const { organizationId } = caller;
    const payloadHash = canonicalHash(call.payload);
    return this.database.transaction(organizationId, async (em) => {
      // The provider took its time: what permitted the call may have ended meanwhile, and the client runs it next.
      refuseUnlessOpen(await this.sessions.lock(em, caller, sessionId));
      if (!(await this.epochs.isCurrent(em, caller))) return STALE;
      const kept = await this.idempotency.once(
        em,
        caller,
        key,
        async () => {
          const id = newId();
          const former = call.actionId ? await this.replaceable(em, organizationId, sessionId, call) : null;
          if (!call.actionId) await this.refuseOverLimitAlone(em, organizationId);
          const { apiName, actionId = null } = call;
          await this.records.keep(em, {
            id,
            organizationId,
            sessionId,
            apiName,
            payloadHash,
            actionId,
            formerId: former,
            capture,
          });
          if (actionId) await this.replaceWith(em, organizationId, actionId, id);
          return id;
        },
        (id) => this.view(em, caller, id),
      );
      return answered(kept);
    });
  }

  private async view(em: EntityManager, { organizationId }: Principal, precaptureId: string): Promise<Precaptured> {
    const [row]: { capture_failed: boolean }[] = await em.query(
      'SELECT capture_failed FROM snapshots WHERE organization_id = $1 AND id = $2',
      [organizationId, precaptureId],
    );
    return { precaptureId, captureFailed: row?.capture_failed ?? true };
  }

  /** Null where no provider is reached. */
  private async contextOf({ organizationId, simulated }: SessionFacts, { apiName }: PrecaptureDto) {
    const known = this.registry.find(apiName);
    return simulated || !known ? null : this.credentials.contextFor(organizationId, known.connector.id);
  }

  /** A test session touches no provider, not even to read (docs/contract.md, "Sessions"). */
  private async capture(
    { organizationId, simulated }: SessionFacts,
    sessionId: string,
    call: PrecaptureDto,
    reaching: Promise<ConnectorContext | null>,
  ): Promise<CallCapture> {
    const failed = (reason: string): CallCapture => ({ captured: false, reason, reversibility: null });
    if (simulated) return failed('The session is simulated: no provider is called.');
    const known = this.registry.find(call.apiName);
    if (!known) return failed(`No connector knows "${call.apiName}"; it cannot be undone.`);
    const context = await reaching;
    if (!context) return failed(`No credential is stored for the connector "${known.connector.id}".`);
    const unconfirmed = () => this.unconfirmed.of(organizationId, sessionId);
    const { apiName, payload, connection } = call;
    const connector = this.isolation.of(organizationId, known.connector);
    const capture = await connector.capture(
      { apiName, payload, ...(connection && { connection }) },
      { ...context, unconfirmed },
    );
    return this.records.judged(organizationId, { apiName, payload }, capture);
  }

  /** @throws 429 precapture-limit */
  private async refuseOverLimit(em: EntityManager, organizationId: string): Promise<void> {
    const [unbound]: { times: number; bytes: string | null; seconds: number | null }[] = await em.query(
      `SELECT count(*)::int AS times, sum(bytes) AS bytes, extract(epoch FROM min(captured_at) + interval '1 hour' - now())::int AS seconds
       FROM snapshots WHERE organization_id = $1 AND action_id IS NULL`,
      [organizationId],
    );
    const { times = 0, bytes, seconds } = unbound ?? {};
    if (times >= MOST_UNBOUND || Number(bytes ?? 0) >= UNBOUND_BYTES) throw precaptureLimit(Math.max(1, seconds ?? 1));
  }

  /**
   * Checks the limit under a lock, so that each of several concurrent precaptures counts those stored before.
   * @throws 429 precapture-limit
   */
  private async refuseOverLimitAlone(em: EntityManager, organizationId: string): Promise<void> {
    await em.query("SELECT pg_advisory_xact_lock(hashtextextended('precaptures ' || $1, 0))", [organizationId]);
    await this.refuseOverLimit(em, organizationId);
  }

  /**
   * Finds the snapshot that a new one may replace, because the state may have changed during a wait or an edit. Without
   * a decision, or for a second time, an agent could make its own effect the state to return to.
   * @throws 404; 409 illegal-transition, precapture-mismatch
   */
  private async replaceable(
    em: EntityManager,
    organizationId: string,
    sessionId: string,
    { actionId, apiName, payload }: PrecaptureDto,
  ): Promise<string> {
    const [action]: Replaceable[] = await em.query(
      `SELECT status, api_name, payload_hash, precapture_id, former_id, approval_status FROM action_details
       WHERE organization_id = $1 AND session_id = $2 AND id = $3`,
      [organizationId, sessionId, actionId],
    );
    if (!action) throw notFound('action');
    const { status, precapture_id: current, former_id: former, approval_status: decision } = action;
    if (status !== 'CLEARED' || decision !== 'APPROVED' || former !== null || current === null)
      throw recaptureRefused();
    if (action.api_name !== apiName || action.payload_hash !== canonicalHash(payload)) throw precaptureMismatch();
    return current;
  }

  private replaceWith(
    em: EntityManager,
    organizationId: string,
    actionId: string,
    snapshotId: string,
  ): Promise<unknown> {
    return em.query(
      'UPDATE actions SET precapture_id = $3, updated_at = now() WHERE organization_id = $1 AND id = $2',
      [organizationId, actionId, snapshotId],
    );
  }
}

interface Replaceable {
  readonly status: string;
  readonly api_name: string;
  readonly payload_hash: string;
  readonly precapture_id: string | null;
  /** The id of the earlier snapshot, when this one has replaced another. */
  readonly former_id: string | null;
  readonly approval_status: string | null;
}

function refuseUnlessOpen(session: SessionState): void {
  if (isRolled(session)) throw sessionRolledBack();
  if (session.status === 'COMPLETED') throw sessionClosed();
}
