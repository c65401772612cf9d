// SQL: whether the service makes calls of a session is read through a view of the module that makes them.

import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import { type EntityManager, Raw } from 'typeorm';
import type { Principal } from '../auth/access/principal.js';
import { agentMismatch, rateLimited } from '../auth/auth.errors.js';
import { type IdempotencyKey, IdempotencyKeys } from '../auth/idempotency.js';
import { Config } from '../config/config.js';
import { NOW } from '../platform/database/columns.js';
import { Database } from '../platform/database/database.js';
import { notFound } from '../platform/errors.js';
import { newId } from '../platform/ids.js';
import { recentlyUsed } from '../platform/recently-used.js';
import { KnownAgents } from './known-agents.js';
import { SessionEntity } from './session.entity.js';
import { agentPaused, callsOpen, sessionNotOpen, sessionRollingBack } from './session.errors.js';
import { refusalToComplete } from './session.js';
import { toSessionView } from './session.view.js';
import { SessionLabelEntity } from './session-label.entity.js';

/** A session as its service answers it. */
export type Session = SessionEntity;

/** The facts of a session that never change, so that they may be cached without limit of time. */
export interface SessionFacts {
  readonly id: string;
  readonly organizationId: string;
  readonly agentSlug: string;
  readonly intent: string;
  /** The user whose task it is; null: the agent did not say. */
  readonly onBehalfOf: string | null;
  readonly labels: Readonly<Record<string, string>>;
  readonly simulated: boolean;
}

/** The members of a new session. */
export interface NewSession {
  /** The id that the session gets; a new one when absent. */
  readonly id?: string;
  readonly agentId: string;
  readonly intent: string;
  readonly onBehalfOf?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

const HOUR_MS = 3_600_000;

/** Reads and changes sessions, within the rights of the caller (docs/contract.md, "Sessions"). */
@Injectable()
export class SessionsService {
  private readonly facts = recentlyUsed<SessionFacts>(50_000);

  constructor(
    private readonly database: Database,
    private readonly agents: KnownAgents,
    private readonly idempotency: IdempotencyKeys,
    @Inject(ThrottlerStorage) private readonly throttle: ThrottlerStorage,
    private readonly config: Config,
  ) {}

  /** @throws 403 agent-mismatch, 403 agent-paused, 429 rate-limited */
  async create(caller: Principal, wanted: NewSession, key: IdempotencyKey | null) {
    if (caller.agentSlug !== null && caller.agentSlug !== wanted.agentId) throw agentMismatch(caller.agentSlug);
    const { organizationId } = caller;
    await this.count(caller, key);
    return this.database.transaction(organizationId, (em) =>
      this.idempotency.once(
        em,
        caller,
        key,
        async () => {
          await this.seeAgent(em, organizationId, wanted.agentId);
          const { id = newId(), agentId: agentSlug, intent, onBehalfOf = null, labels = {} } = wanted;
          const session = { id, organizationId, agentSlug, intent, onBehalfOf, labels };
          await em.insert(SessionEntity, { ...session, simulated: caller.simulated ?? false });
          const each = Object.entries(labels).map(([name, value]) => ({ name, value }));
          const found = each.map((label) => ({ organizationId, sessionId: session.id, ...label }));
          if (found.length > 0) await em.insert(SessionLabelEntity, found);
          return session.id;
        },
        async (id) => toSessionView(await this.get(em, caller, id)),
      ),
    );
  }

  /** @throws 409 while it is rolled back or the service makes a call of it, 400 when it is neither active nor abandoned */
  complete(caller: Principal, id: string) {
    return this.database.transaction(caller.organizationId, async (em) => {
      const session = await this.lock(em, caller, id);
      const refusal = refusalToComplete(session);
      if (refusal === 'rolling-back') throw sessionRollingBack();
      if (refusal === 'not-open') throw sessionNotOpen();
      if (await this.isCalled(em, id)) throw callsOpen();
      const completed = { status: 'COMPLETED', completedAt: NOW, updatedAt: NOW, lastActivityAt: NOW } as const;
      await em.update(SessionEntity, { id }, completed);
      return toSessionView(await this.get(em, caller, id));
    });
  }

  private async isCalled(em: EntityManager, id: string): Promise<boolean> {
    const open: unknown[] = await em.query('SELECT 1 FROM unfinished_calls WHERE session_id = $1 LIMIT 1', [id]);
    return open.length > 0;
  }

  /**
   * Abandons the session only if it is still idle when its row is locked: any number of processes may call it, and
   * activity always wins.
   */
  abandon(organizationId: string, id: string, idleHours: number): Promise<unknown> {
    const isIdle = (column: string) => `${column} < now() - :idleHours * interval '1 hour'`;
    return this.database.transaction(organizationId, (em) =>
      em.update(
        SessionEntity,
        { organizationId, id, status: 'ACTIVE', lastActivityAt: Raw(isIdle, { idleHours }) },
        { status: 'ABANDONED', updatedAt: NOW },
      ),
    );
  }

  /** @throws 404 also for a session of the other kind than the caller's key, 403 agent-mismatch */
  async get(em: EntityManager, caller: Principal, id: string): Promise<SessionEntity> {
    const session = await em.findOneBy(SessionEntity, { id, organizationId: caller.organizationId });
    return visibleTo(caller, session);
  }

  /**
   * Reads as `get` does, and locks: no other transaction changes the session, its actions or its approvals until this
   * one ends.
   */
  async lock(em: EntityManager, caller: Principal, id: string): Promise<SessionEntity> {
    const session = await em.findOne(SessionEntity, {
      where: { id, organizationId: caller.organizationId },
      lock: { mode: 'for_no_key_update' },
    });
    return visibleTo(caller, session);
  }

  /** The facts that the hot routes need before they decide; read once for each process. */
  factsOf(caller: Principal, id: string): SessionFacts | Promise<SessionFacts> {
    const known = this.facts.get(id);
    if (known && known.organizationId === caller.organizationId) return visibleTo(caller, known);
    return this.database.transaction(caller.organizationId, async (em) => {
      const { organizationId, agentSlug, intent, onBehalfOf, labels, simulated } = await this.get(em, caller, id);
      const facts = { id, organizationId, agentSlug, intent, onBehalfOf, labels, simulated };
      this.facts.set(id, facts);
      return facts;
    });
  }

  /** A session that is gone must not be remembered. */
  forget(id: string): void {
    this.facts.delete(id);
  }

  /** A repeated request opens no session. @throws 429 */
  private async count(caller: Principal, key: IdempotencyKey | null): Promise<void> {
    const { organizationId } = caller;
    const most = this.config.sessionsAnHour * this.config.rateLimitMultiplier;
    const hit = await this.throttle.increment(`sessions ${organizationId}`, HOUR_MS, most, HOUR_MS, 'organization');
    if (!hit.isBlocked) return;
    const opened = await this.database.transaction(organizationId, (em) => this.idempotency.find(em, caller, key));
    if (opened === null) throw rateLimited(Math.max(1, hit.timeToBlockExpire));
  }

  private async seeAgent(em: EntityManager, organizationId: string, slug: string): Promise<void> {
    const status = await this.agents.see(em, organizationId, slug);
    if (status === 'PAUSED') throw agentPaused(slug);
  }
}

function visibleTo<S extends { agentSlug: string; simulated: boolean }>(caller: Principal, session: S | null): S {
  if (!session || (caller.simulated !== null && session.simulated !== caller.simulated)) throw notFound('session');
  if (caller.agentSlug !== null && session.agentSlug !== caller.agentSlug) throw agentMismatch(caller.agentSlug);
  return session;
}
