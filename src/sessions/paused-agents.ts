import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Identity } from '../auth/access/principal.js';
import { StoppedCallers, type Watched } from '../auth/access/stopped-callers.js';
import { Database } from '../platform/database/database.js';
import { isId } from '../platform/ids.js';
import { KnownAgents } from './known-agents.js';
import { SessionEntity } from './session.entity.js';

/**
 * Says whether the agent of a slowly arriving request, or of an idle connection, is paused: the agent of the key, or
 * else of the session. However many there are, it asks one query, and none where no agent is paused.
 */
@Injectable()
export class PausedAgents {
  constructor(
    callers: StoppedCallers,
    private readonly database: Database,
    private readonly agents: KnownAgents,
  ) {
    callers.askWhichArePaused((organization, requests) => this.among(organization, requests));
  }

  private async among(organization: Identity, requests: readonly Watched[]): Promise<ReadonlySet<Watched>> {
    const paused = await this.agents.pausedOf(organization);
    if (paused.size === 0) return new Set();
    const ofSessions = requests
      .filter(({ caller }) => caller.agentSlug === null)
      .flatMap((one) => sessionOf(one) ?? []);
    const agentOf = await this.agentsOf(organization.organizationId, [...new Set(ofSessions)]);
    const isPaused = (one: Watched) => {
      const slug = one.caller.agentSlug ?? agentOf.get(sessionOf(one) ?? '');
      return slug !== undefined && paused.has(slug);
    };
    return new Set(requests.filter(isPaused));
  }

  /** A session that does not exist is missing: its request is refused when its body is complete, or late. */
  private async agentsOf(organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const sessions = await this.database.transaction(organizationId, (em) =>
      em.find(SessionEntity, {
        where: { organizationId, id: In([...ids]) },
        select: { id: true, agentSlug: true },
      }),
    );
    return new Map(sessions.map(({ id, agentSlug }) => [id, agentSlug]));
  }
}

function sessionOf({ about: { url, params } }: Watched): string | null {
  const { id } = params as { id?: string };
  return url?.startsWith('/sessions/:id') && id !== undefined && isId(id) ? id : null;
}
