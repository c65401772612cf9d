// SQL: an agent is added or counted, and locked, in one statement.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Identity } from '../auth/access/principal.js';
import { EpochCache } from '../auth/organizations/epoch-cache.js';
import { Database } from '../platform/database/database.js';
import { findPage } from '../platform/database/page.js';
import { notFound } from '../platform/errors.js';
import type { PageQuery } from '../platform/http/input/page.dto.js';
import { newId } from '../platform/ids.js';
import { AgentEntity, type AgentStatus } from './agent.entity.js';

export type { AgentStatus };

/** An agent in the form of its row, registered or just seen in a session. */
export type KnownAgent = Readonly<AgentEntity>;

/** The agents that sessions and registrations have made known, and which of them are paused (docs/contract.md, "Agents"). */
@Injectable()
export class KnownAgents {
  private readonly paused = new EpochCache((organizationId) => this.loadPaused(organizationId));

  constructor(private readonly database: Database) {}

  /** The answer is as current as the caller's epoch. */
  async isPaused(caller: Identity, slug: string): Promise<boolean> {
    return (await this.paused.get(caller)).has(slug);
  }

  /** Returns the slugs of the paused agents, as current as the epoch of the caller. */
  async pausedOf(caller: Identity): Promise<ReadonlySet<string>> {
    return this.paused.get(caller);
  }

  /** Reads the current state under a lock; while the transaction lasts, no pause begins and none ends. */
  async isPausedNow(em: EntityManager, organizationId: string, slug: string): Promise<boolean> {
    const [agent]: { status: AgentStatus }[] = await em.query(
      'SELECT status FROM agents WHERE organization_id = $1 AND slug = $2 FOR SHARE',
      [organizationId, slug],
    );
    return agent?.status === 'PAUSED';
  }

  /** Counts one session more for it; its status after that. */
  async see(em: EntityManager, organizationId: string, slug: string): Promise<AgentStatus | undefined> {
    const [agent]: { status: AgentStatus }[] = await em.query(
      `INSERT INTO agents (id, organization_id, slug, display_name, registered, sessions, last_seen_at)
       VALUES ($1, $2, $3, $3, false, 1, now())
       ON CONFLICT (organization_id, slug) DO UPDATE SET sessions = agents.sessions + 1, last_seen_at = now()
       RETURNING status`,
      [newId(), organizationId, slug],
    );
    return agent?.status;
  }

  /** @throws 404 */
  async slugOf(em: EntityManager, organizationId: string, id: string): Promise<string> {
    const agent = await em.findOneBy(AgentEntity, { id, organizationId });
    if (!agent) throw notFound('agent');
    return agent.slug;
  }

  page<View>(em: EntityManager, organizationId: string, query: PageQuery, toView: (agent: KnownAgent) => View) {
    return findPage(em, AgentEntity, organizationId, query, toView);
  }

  /** Held until the transaction ends. @throws 404 */
  async lock(em: EntityManager, organizationId: string, id: string): Promise<KnownAgent> {
    const agent = await em.findOne(AgentEntity, { where: { id, organizationId }, lock: { mode: 'for_no_key_update' } });
    if (!agent) throw notFound('agent');
    return agent;
  }

  /** Locks the agent without a change; an agent that does not exist yet is added with the id `fresh`. */
  async lockOrAdd(em: EntityManager, organizationId: string, slug: string, fresh: string): Promise<KnownAgent> {
    const [row]: { id: string }[] = await em.query(
      `INSERT INTO agents (id, organization_id, slug, display_name, registered) VALUES ($1, $2, $3, $3, false)
       ON CONFLICT (organization_id, slug) DO UPDATE SET registered = agents.registered
       RETURNING id`,
      [fresh, organizationId, slug],
    );
    return this.lock(em, organizationId, row?.id ?? fresh);
  }

  async change(
    em: EntityManager,
    { id, organizationId }: KnownAgent,
    changes: Partial<Pick<AgentEntity, 'displayName' | 'description' | 'status' | 'registered'>>,
  ): Promise<KnownAgent> {
    await em.update(AgentEntity, { id, organizationId }, changes);
    return this.lock(em, organizationId, id);
  }

  async remove(em: EntityManager, { id, organizationId }: KnownAgent): Promise<void> {
    await em.delete(AgentEntity, { id, organizationId });
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
