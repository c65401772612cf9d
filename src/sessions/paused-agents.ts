import { Injectable } from '@nestjs/common';
import { type About, ArrivingBodies, type IsPaused } from '../auth/access/arriving-bodies.js';
import { IdleConnections } from '../auth/access/idle-connections.js';
import type { Identity } from '../auth/access/principal.js';
import { DomainError } from '../platform/errors.js';
import { KnownAgents } from './known-agents.js';
import { SessionsService } from './sessions.service.js';

/**
 * Says of a request whose body arrives slowly, and of an idle connection, whether its agent is paused: the one of the key,
 * else of the session.
 */
@Injectable()
export class PausedAgents {
  /** A request is looked at again and again while its body arrives; its agent is the same. */
  private readonly agentsOf = new WeakMap<About, string | null>();

  constructor(
    bodies: ArrivingBodies,
    connections: IdleConnections,
    private readonly agents: KnownAgents,
    private readonly sessions: SessionsService,
  ) {
    const isPaused: IsPaused = async (caller, about) => {
      const slug = caller.agentSlug ?? (await this.agentOf(caller, about));
      return slug !== null && this.agents.isPaused(caller, slug);
    };
    bodies.askWhetherPaused(isPaused);
    connections.askWhetherPaused(isPaused);
  }

  private async agentOf(caller: Identity, about: About): Promise<string | null> {
    const known = this.agentsOf.get(about);
    if (known !== undefined) return known;
    const agent = await this.findAgent(caller, about);
    this.agentsOf.set(about, agent);
    return agent;
  }

  private async findAgent(caller: Identity, { url, params, id }: About): Promise<string | null> {
    const sessionId = url?.startsWith('/sessions/:id') ? (params as { id: string }).id : null;
    if (sessionId === null) return null;
    try {
      return (await this.sessions.factsOf({ ...caller, requestId: id }, sessionId)).agentSlug;
    } catch (error) {
      // Where there is no such session, the request is refused when its body is complete, or late.
      if (error instanceof DomainError) return null;
      throw error;
    }
  }
}
