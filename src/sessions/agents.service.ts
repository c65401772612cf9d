import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { EpochCache } from '../auth/epoch-cache.js';
import { type IdempotencyKey, IdempotencyKeys } from '../auth/idempotency.js';
import { OrganizationEpochs } from '../auth/organization-epochs.js';
import type { Identity, Principal } from '../auth/principal.js';
import { Database } from '../platform/database/database.js';
import { findPage } from '../platform/database/page.js';
import { DomainError, notFound } from '../platform/errors.js';
import type { PageQuery } from '../platform/http/page.dto.js';
import { newId } from '../platform/ids.js';
import { AgentEntity, type AgentStatus } from './agent.entity.js';

const alreadyRegistered = () =>
  new DomainError('conflict', 'agent-registered', 'An agent with this slug is registered already.');

const deletingPaused = () =>
  new DomainError(
    'conflict',
    'agent-is-paused',
    'A paused agent cannot be deleted: its pause would be lost. Resume it first.',
  );

/** Agents, registered or just seen in a session, and their pause (contract, "Auth"). */
@Injectable()
export class AgentsService {
  private readonly paused = new EpochCache((organizationId) => this.loadPaused(organizationId));

  constructor(
    private readonly database: Database,
    private readonly epochs: OrganizationEpochs,
    private readonly idempotency: IdempotencyKeys,
  ) {}

  /** As true as the caller's epoch. */
  async isPaused(caller: Identity, slug: string): Promise<boolean> {
    return (await this.paused.get(caller)).has(slug);
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
    return this.database.transaction(organizationId, (em) =>
      this.idempotency.once(
        em,
        caller,
        key,
        async () => {
          const [row]: { id: string }[] = await em.query(
            `INSERT INTO agents (id, organization_id, slug, display_name, description, registered) VALUES ($1, $2, $3, $4, $5, true)
             ON CONFLICT (organization_id, slug) DO UPDATE
               SET registered = true, display_name = excluded.display_name, description = excluded.description
               WHERE NOT agents.registered
             RETURNING id`,
            [newId(), organizationId, wanted.slug, wanted.displayName ?? wanted.slug, wanted.description ?? ''],
          );
          if (!row) throw alreadyRegistered();
          return row.id;
        },
        async (id) => toAgentView(await this.find(em, organizationId, id)),
      ),
    );
  }

  /** Pausing and resuming raise the epoch: every process knows before the answer is out of date. */
  change(
    { organizationId }: Principal,
    id: string,
    changes: { displayName?: string; description?: string; status?: AgentStatus },
  ) {
    return this.database.transaction(organizationId, async (em) => {
      const agent = await this.find(em, organizationId, id);
      if (Object.keys(changes).length > 0) await em.update(AgentEntity, { id, organizationId }, changes);
      if (changes.status && changes.status !== agent.status) await this.epochs.raise(em, organizationId);
      return toAgentView(await this.find(em, organizationId, id));
    });
  }

  /** @throws 409 while it is paused */
  remove({ organizationId }: Principal, id: string) {
    return this.database.transaction(organizationId, async (em) => {
      const agent = await this.find(em, organizationId, id);
      if (agent.status === 'PAUSED') throw deletingPaused();
      await em.delete(AgentEntity, { id, organizationId });
      return { id, deleted: true };
    });
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
