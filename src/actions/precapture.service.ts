import { Injectable } from '@nestjs/common';
import { type IdempotencyKey, IdempotencyKeys } from '../auth/idempotency.js';
import type { Principal } from '../auth/principal.js';
import type { Capture } from '../connectors/connector.js';
import { CredentialsService } from '../credentials/credentials.service.js';
import { Database } from '../platform/database/database.js';
import { notFound } from '../platform/errors.js';
import { canonicalHash } from '../platform/hash.js';
import { newId } from '../platform/ids.js';
import { RegistryService } from '../registry/registry.service.js';
import { AgentsService } from '../sessions/agents.service.js';
import { agentPaused } from '../sessions/session.errors.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { illegalTransition, precaptureMismatch, sessionClosed, sessionRolledBack } from './action.errors.js';
import type { PrecaptureDto } from './actions.dto.js';

/** Captures the state a call will change, before it runs (specification 1.2, 2.3; contract, "Actions"). */
@Injectable()
export class PrecaptureService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly agents: AgentsService,
    private readonly credentials: CredentialsService,
    private readonly registry: RegistryService,
    private readonly idempotency: IdempotencyKeys,
  ) {}

  /**
   * Never refuses because a provider failed: that is `captureFailed: true`, with the reason kept for the operator.
   * @throws 403 agent-paused; 404; 409 session-closed, session-rolled-back, illegal-transition, precapture-mismatch
   */
  async precapture(caller: Principal, sessionId: string, call: PrecaptureDto, key: IdempotencyKey | null) {
    const { organizationId } = caller;
    const payloadHash = canonicalHash(call.payload);
    // Who holds a connection never waits for another, as a look-up that is not cached would.
    const { agentSlug } = await this.sessions.factsOf(caller, sessionId);
    const paused = await this.agents.isPaused(caller, agentSlug);
    const before = await this.database.transaction(organizationId, async (em) => {
      const session = await this.sessions.get(em, caller, sessionId);
      const known = await this.idempotency.find(em, caller, key);
      if (known) return { session, known };
      if (paused) throw agentPaused(agentSlug);
      if (session.rollbackState === 'RUNNING' || session.closedByRollback) throw sessionRolledBack();
      if (session.status === 'COMPLETED') throw sessionClosed();
      return { session, known: null };
    });
    const capture = before.known ? null : await this.capture(organizationId, before.session.simulated, call);
    return this.database.transaction(organizationId, (em) =>
      this.idempotency.once(
        em,
        caller,
        key,
        async () => {
          if (!capture) throw new Error('an idempotency key was lost between two transactions');
          await this.sessions.lock(em, caller, sessionId);
          const id = newId();
          const kept = capture.captured
            ? { reason: null, resource: capture.resource, content: capture.content }
            : { reason: capture.reason, resource: null, content: null };
          await em.query(
            `INSERT INTO snapshots (id, organization_id, session_id, api_name, payload_hash, action_id, capture_failed, reason, resource, content)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
            [
              id,
              organizationId,
              sessionId,
              call.apiName,
              payloadHash,
              call.actionId ?? null,
              !capture.captured,
              kept.reason,
              kept.resource && JSON.stringify(kept.resource),
              kept.content && JSON.stringify(kept.content),
            ],
          );
          if (call.actionId)
            await this.replace(em, organizationId, sessionId, call.actionId, call.apiName, payloadHash, id);
          return id;
        },
        async (id) => {
          const [row]: { capture_failed: boolean }[] = await em.query(
            'SELECT capture_failed FROM snapshots WHERE organization_id = $1 AND id = $2',
            [organizationId, id],
          );
          return { precaptureId: id, captureFailed: row?.capture_failed ?? true };
        },
      ),
    );
  }

  /** A test session touches no provider, not even to read (contract, "Sessions"). */
  private async capture(organizationId: string, simulated: boolean, call: PrecaptureDto): Promise<Capture> {
    const failed = (reason: string): Capture => ({ captured: false, reason });
    if (simulated) return failed('The session is simulated: no provider is called.');
    const known = this.registry.find(call.apiName);
    if (!known) return failed(`No connector knows "${call.apiName}"; it cannot be undone.`);
    const context = await this.credentials.contextFor(organizationId, known.connector.id);
    if (!context) return failed(`No credential is stored for the connector "${known.connector.id}".`);
    return known.connector.capture({ apiName: call.apiName, payload: call.payload }, context);
  }

  /** After a wait or an edit the state may have moved on: the newest snapshot of what was cleared counts. */
  private async replace(
    em: { query(sql: string, parameters: unknown[]): Promise<unknown> },
    organizationId: string,
    sessionId: string,
    actionId: string,
    apiName: string,
    payloadHash: string,
    snapshotId: string,
  ): Promise<void> {
    const [action] = (await em.query(
      'SELECT status, api_name, payload_hash FROM actions WHERE organization_id = $1 AND session_id = $2 AND id = $3',
      [organizationId, sessionId, actionId],
    )) as { status: string; api_name: string; payload_hash: string }[];
    if (!action) throw notFound('action');
    if (action.status !== 'CLEARED') throw illegalTransition(action.status, 'captured again');
    if (action.api_name !== apiName || action.payload_hash !== payloadHash) throw precaptureMismatch();
    await em.query('UPDATE actions SET precapture_id = $3, updated_at = now() WHERE organization_id = $1 AND id = $2', [
      organizationId,
      actionId,
      snapshotId,
    ]);
  }
}
