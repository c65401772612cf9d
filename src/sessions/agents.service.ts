import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Change } from '../audit/audit-entry.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { EpochCache } from '../auth/epoch-cache.js';
import { type IdempotencyKey, IdempotencyKeys } from '../auth/idempotency.js';
import { OrganizationEpochs } from '../auth/organization-epochs.js';
import type { Identity, Principal } from '../auth/principal.js';
import { Database } from '../platform/database/database.js';
import { findPage } from '../platform/database/page.js';
import { DomainError, notFound } from '../platform/errors.js';
import { canonicalHash } from '../platform/hash.js';
import type { PageQuery } from '../platform/http/page.dto.js';
import { newId } from '../platform/ids.js';
import { AgentEntity, type AgentStatus } from './agent.entity.js';

const alreadyRegistered = () =>
  new DomainError('conflict', 'agent-registered', 'An agent with this slug is already registered.');

const deletingPaused = () =>
  new DomainError(
    'conflict',
    'agent-is-paused',
    'A paused agent cannot be deleted: its pause would be lost. Resume it first.',
  );

/** Agents, registered or just seen in a session, and their pause (docs/contract.md, "Agents"). */
@Injectable()
export class AgentsService {
  private readonly paused = new EpochCache((organizationId) => this.loadPaused(organizationId));

  constructor(
    private readonly database: Database,
    private readonly epochs: OrganizationEpochs,
    private readonly idempotency: IdempotencyKeys,
    private readonly audit: AuditTrail,
  ) {}

  /** As true as the caller's epoch. */
  async isPaused(caller: Identity, slug: string): Promise<boolean> {
    return (await this.paused.get(caller)).has(slug);
  }

  /** As it is at this very moment; while the transaction lasts, no pause begins and none ends. */
  async isPausedNow(em: EntityManager, organizationId: string, slug: string): Promise<boolean> {
    const [agent]: { status: AgentStatus }[] = await em.query(
      'SELECT status FROM agents WHERE organization_id = $1 AND slug = $2 FOR SHARE',
      [organizationId, slug],
    );
    return agent?.status === 'PAUSED';
  }

  /** @throws 404 */
  async slugOf(em: EntityManager, organizationId: string, id: string): Promise<string> {
    const agent = await em.findOneBy(AgentEntity, { id, organizationId });
    if (!agent) throw notFound('agent');
    return agent.slug;
  }

  list({ organizationId }: Principal, query: PageQuery) {
    return this.database.transaction(organizationId, (em) =>
      findPage(em, AgentEntity, organizationId, query, toAgentView),
    );
  }

  get({ organizationId }: Principal, id: string) {
    return this.database.transaction(organizationId, async (em) =>
      toAgentView(await this.find(em, organizationId, id)),
    );
  }

  /** Registers the slug, also one that was only seen so far. @throws 409 when it is registered already */
  register(
    caller: Principal,
    wanted: { slug: string; description?: string; displayName?: string },
    key: IdempotencyKey | null,
  ) {
    const { organizationId } = caller;
    const { slug, displayName = slug, description = '' } = wanted;
    return this.database.transaction(organizationId, async (em) => {
      let before: AgentView | null = null;
      const answer = await this.idempotency.once(
        em,
        caller,
        key,
        async () => {
          const fresh = newId();
          const agent = await this.findOrAdd(em, organizationId, slug, fresh);
          if (agent.registered) throw alreadyRegistered();
          if (agent.id !== fresh) before = toAgentView(agent);
          const { id } = agent;
          await em.update(AgentEntity, { id, organizationId }, { registered: true, displayName, description });
          return id;
        },
        async (id) => toAgentView(await this.find(em, organizationId, id)),
      );
      const { data: after, replayed } = answer;
      if (!replayed) await this.audit.record(em, caller, changeOf('agent.registered', after.id, before, after));
      return answer;
    });
  }

  /**
   * Pausing and resuming raise the epoch: every process knows before the answer is out of date. `mayResume` refuses by
   * throwing; until the transaction ends, the agent is paused.
   * @throws 404
   */
  change(
    caller: Principal,
    id: string,
    changes: { displayName?: string; description?: string; status?: AgentStatus },
    mayResume: (em: EntityManager, slug: string) => Promise<void>,
  ) {
    const { organizationId } = caller;
    return this.database.transaction(organizationId, async (em) => {
      const before = toAgentView(await this.find(em, organizationId, id));
      if (canonicalHash({ ...before, ...changes }) === canonicalHash(before)) return before;
      if (before.status === 'PAUSED' && changes.status === 'ACTIVE') await mayResume(em, before.slug);
      await em.update(AgentEntity, { id, organizationId }, changes);
      const turned = changes.status !== undefined && changes.status !== before.status;
      if (turned) await this.epochs.raise(em, organizationId);
      const after = toAgentView(await this.find(em, organizationId, id));
      const action = turned ? TURNED[after.status] : 'agent.changed';
      await this.audit.record(em, caller, changeOf(action, id, before, after));
      return after;
    });
  }

  /** @throws 409 while it is paused */
  remove(caller: Principal, id: string) {
    const { organizationId } = caller;
    return this.database.transaction(organizationId, async (em) => {
      const before = toAgentView(await this.find(em, organizationId, id));
      if (before.status === 'PAUSED') throw deletingPaused();
      await em.delete(AgentEntity, { id, organizationId });
      await this.audit.record(em, caller, changeOf('agent.deleted', id, before, null));
      return { id, deleted: true };
    });
  }

  /** Locked, and as it was before; with the id `fresh` when there was none. */
  private async findOrAdd(
    em: EntityManager,
    organizationId: string,
    slug: string,
    fresh: string,
  ): Promise<AgentEntity> {
    const [row]: { id: string }[] = await em.query(
      `INSERT INTO agents (id, organization_id, slug, display_name, registered) VALUES ($1, $2, $3, $3, false)
       ON CONFLICT (organization_id, slug) DO UPDATE SET registered = agents.registered
       RETURNING id`,
      [fresh, organizationId, slug],
    );
    return this.find(em, organizationId, row?.id ?? fresh);
  }

  private async find(em: EntityManager, organizationId: string, id: string): Promise<AgentEntity> {
    const agent = await em.findOne(AgentEntity, { where: { id, organizationId }, lock: { mode: 'for_no_key_update' } });
    if (!agent) throw notFound('agent');
    return agent;
  }

  private loadPaused(organizationId: string): Promise<Set<string>> {
    return this.database.transaction(organizationId, async (em) => {
      const rows = await em.find(AgentEntity, {
        where: { organizationId, status: 'PAUSED' },
        select: { id: true, slug: true },
      });
      return new Set(rows.map((agent) => agent.slug));
    });
  }
}

const TURNED: Record<AgentStatus, string> = { ACTIVE: 'agent.resumed', PAUSED: 'agent.paused' };

function changeOf(action: string, id: string, before: AgentView | null, after: AgentView | null): Change {
  return { action, target: { type: 'agent', id }, before, after };
}

type AgentView = ReturnType<typeof toAgentView>;

function toAgentView(agent: AgentEntity) {
  return {
    id: agent.id,
    slug: agent.slug,
    displayName: agent.displayName,
    description: agent.description,
    status: agent.status,
    registered: agent.registered,
    sessions: agent.sessions,
    lastSeenAt: agent.lastSeenAt?.toISOString() ?? null,
    createdAt: agent.createdAt.toISOString(),
  };
}
