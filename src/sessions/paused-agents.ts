import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ArrivingBodies } from '../auth/access/arriving-bodies.js';
import type { Identity } from '../auth/access/principal.js';
import { KnownAgents } from './known-agents.js';
import { SessionsService } from './sessions.service.js';

/** Says of a request whose body arrives slowly whether its agent is paused: the one of the key, else of the session. */
@Injectable()
export class PausedAgents {
  constructor(
    bodies: ArrivingBodies,
    private readonly agents: KnownAgents,
    private readonly sessions: SessionsService,
  ) {
    bodies.askWhetherPaused(async (caller, request) => {
      const slug = caller.agentSlug ?? (await this.agentOf(caller, request));
      return slug !== null && this.agents.isPaused(caller, slug);
    });
  }

  private async agentOf(caller: Identity, { routeOptions, params, id }: FastifyRequest): Promise<string | null> {
    const sessionId = routeOptions.url?.startsWith('/sessions/:id') ? (params as { id: string }).id : null;
    if (sessionId === null) return null;
    try {
      return (await this.sessions.factsOf({ ...caller, requestId: id }, sessionId)).agentSlug;
    } catch {
      // There is no such session: the request is refused when its body is complete, or late.
      return null;
    }
  }
}
