import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Change } from '../audit/audit-entry.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { Principal } from '../auth/access/principal.js';
import { type IdempotencyKey, IdempotencyKeys } from '../auth/idempotency.js';
import { OrganizationEpochs } from '../auth/organizations/organization-epochs.js';
import { Database } from '../platform/database/database.js';
import { DomainError } from '../platform/errors.js';
import { canonicalHash } from '../platform/hash.js';
import type { PageQuery } from '../platform/http/input/page.dto.js';
import { newId } from '../platform/ids.js';
import { type AgentStatus, type KnownAgent, KnownAgents } from '../sessions/known-agents.js';

const alreadyRegistered = () =>
  new DomainError('conflict', 'agent-registered', 'An agent with this slug is already registered.');

const deletingPaused = () =>
  new DomainError(
    'conflict',
    'agent-is-paused',
    'A paused agent cannot be deleted: its pause would be lost. Resume it first.',
  );

/** Registering, changing and deleting agents (docs/contract.md, "Agents"). */
@Injectable()
export class AgentsService {
  constructor(
    private readonly database: Database,
    private readonly known: KnownAgents,
    private readonly epochs: OrganizationEpochs,
    private readonly idempotency: IdempotencyKeys,
    private readonly audit: AuditTrail,
  ) {}

  list({ organizationId }: Principal, query: PageQuery) {
    return this.database.transaction(organizationId, (em) => this.known.page(em, organizationId, query, toAgentView));
  }

  get({ organizationId }: Principal, id: string) {
    return this.database.transaction(organizationId, async (em) =>
      toAgentView(await this.known.lock(em, organizationId, id)),
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
          const agent = await this.known.lockOrAdd(em, organizationId, slug, fresh);
          if (agent.registered) throw alreadyRegistered();
          if (agent.id !== fresh) before = toAgentView(agent);
          return (await this.known.change(em, agent, { registered: true, displayName, description })).id;
        },
        async (id) => toAgentView(await this.known.lock(em, organizationId, id)),
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
      const agent = await this.known.lock(em, organizationId, id);
      const before = toAgentView(agent);
      if (canonicalHash({ ...before, ...changes }) === canonicalHash(before)) return before;
      if (before.status === 'PAUSED' && changes.status === 'ACTIVE') await mayResume(em, before.slug);
      const after = toAgentView(await this.known.change(em, agent, changes));
      const turned = changes.status !== undefined && changes.status !== before.status;
      if (turned) await this.epochs.raise(em, organizationId);
      const action = turned ? TURNED[after.status] : 'agent.changed';
      await this.audit.record(em, caller, changeOf(action, id, before, after));
      return after;
    });
  }

  /** @throws 409 while it is paused */
  remove(caller: Principal, id: string) {
    const { organizationId } = caller;
    return this.database.transaction(organizationId, async (em) => {
      const agent = await this.known.lock(em, organizationId, id);
      const before = toAgentView(agent);
      if (before.status === 'PAUSED') throw deletingPaused();
      await this.known.remove(em, agent);
      await this.audit.record(em, caller, changeOf('agent.deleted', id, before, null));
      return { id, deleted: true };
    });
  }
}

const TURNED: Record<AgentStatus, string> = { ACTIVE: 'agent.resumed', PAUSED: 'agent.paused' };

function changeOf(action: string, id: string, before: AgentView | null, after: AgentView | null): Change {
  return { action, target: { type: 'agent', id }, before, after };
}

type AgentView = ReturnType<typeof toAgentView>;

function toAgentView(agent: KnownAgent) {
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
