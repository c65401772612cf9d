import { Injectable } from '@nestjs/common';
import { type About, ArrivingBodies, type IsPaused } from '../auth/access/arriving-bodies.js';
import { IdleConnections } from '../auth/access/idle-connections.js';
import type { Identity } from '../auth/access/principal.js';
import { KnownAgents } from './known-agents.js';
import { SessionsService } from './sessions.service.js';

/**
 * Says whether the agent of a slowly arriving request, or of an idle connection, is paused: the agent of the key, or
 * else of the session.
 */
@Injectable()
export class PausedAgents {
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

  private async agentOf(caller: Identity, { url, params, id }: About): Promise<string | null> {
    const sessionId = url?.startsWith('/sessions/:id') ? (params as { id: string }).id : null;
    if (sessionId === null) return null;
    try {
      return (await this.sessions.factsOf({ ...caller, requestId: id }, sessionId)).agentSlug;
    } catch {
      // There is no such session: the request is refused when its body is complete, or late.
      return null;
    }
  }
}
