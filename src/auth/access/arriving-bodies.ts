import { PassThrough, type Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { unauthenticated } from '../auth.errors.js';
import { AuthenticationService } from '../authentication.service.js';
import type { Identity } from './principal.js';

/** A body has this long from the moment at which the service begins to read it. */
const ARRIVES_WITHIN_MS = 5_000;
/** The same for a paused agent, which has nothing to begin; a report that comes at once is still stored. */
const OF_PAUSED_WITHIN_MS = 1_000;
const LOOK_EVERY_MS = 500;

interface Arrival {
  /** Infinite while the request waits for its turn: nothing of its body is read before. */
  since: number;
  refuse(error: Error): void;
}

/** The parts of a request that say which agent it speaks for. */
export type About = { readonly url: string | undefined; readonly params: unknown; readonly id: string };

/** Answers true when the agent that a request speaks for is paused; the module of agents implements it. */
export type IsPaused = (caller: Identity, about: About) => Promise<boolean>;

/**
 * The requests whose body has not arrived. One timer looks at all of them: a late request is answered with 408, and a
 * request whose credential was revoked meanwhile with 401; both end the connection. A body that came with its headers
 * costs nothing here.
 */
@Injectable()
export class ArrivingBodies {
  private readonly arriving = new Map<FastifyRequest, Arrival>();
  private timer: NodeJS.Timeout | null = null;
  private isPaused: IsPaused = async () => false;

  constructor(
    private readonly authentication: AuthenticationService,
    private readonly logger: PinoLogger,
  ) {}

  askWhetherPaused(isPaused: IsPaused): void {
    this.isPaused = isPaused;
  }

  /** Watches a request from the moment at which it waits for its turn; a complete request is not watched. */
  watch(request: FastifyRequest, reply: FastifyReply): void {
    if (request.raw.complete || reply.raw.closed) return;
    const refuse = (error: Error) => void reply.header('connection', 'close').send(error);
    this.arriving.set(request, { since: Number.POSITIVE_INFINITY, refuse });
    reply.raw.once('close', () => this.arriving.delete(request));
    this.timer ??= setTimeout(() => void this.look(), LOOK_EVERY_MS);
  }

  /** @returns the body to read, which fails when it is late */
  read(request: FastifyRequest, payload: Readable): Readable {
    const arrival = this.arriving.get(request);
    if (!arrival) return payload;
    if (request.raw.complete) {
      this.arriving.delete(request);
      return payload;
    }
    // An answer that is made without the body leaves no reader to hear of its error.
    const body = new PassThrough().on('error', () => undefined);
    payload.on('error', (error) => body.destroy(error)).once('end', () => this.arriving.delete(request));
    arrival.since = performance.now();
    arrival.refuse = (error) => void body.destroy(error);
    return payload.pipe(body);
  }

  private async look(): Promise<void> {
    this.refuseLate([...this.arriving.keys()], ARRIVES_WITHIN_MS);
    try {
      await this.refuseStopped();
    } catch (error) {
      this.logger.warn({ err: error }, 'could not check the callers of requests that arrive slowly');
    }
    this.timer = this.arriving.size > 0 ? setTimeout(() => void this.look(), LOOK_EVERY_MS) : null;
  }

  private refuseLate(requests: readonly FastifyRequest[], withinMs: number): void {
    const now = performance.now();
    for (const request of requests)
      if (now - (this.arriving.get(request)?.since ?? now) >= withinMs) this.refuse(request, new LateBodyError());
  }

  private async refuseStopped(): Promise<void> {
    const ofCredential = new Map<string, FastifyRequest[]>();
    for (const request of this.arriving.keys())
      if (request.principal)
        ofCredential.set(request.credential, [...(ofCredential.get(request.credential) ?? []), request]);
    for (const [credential, requests] of ofCredential) {
      const current = await this.authentication.authenticateFresh(credential);
      for (const request of requests) {
        if (!current) this.refuse(request, unauthenticated());
        else if (current.kind === 'API_KEY' && (await this.isPaused(current, aboutOf(request))))
          this.refuseLate([request], OF_PAUSED_WITHIN_MS);
      }
    }
  }

  private refuse(request: FastifyRequest, error: Error): void {
    const arrival = this.arriving.get(request);
    this.arriving.delete(request);
    arrival?.refuse(error);
  }
}

export const aboutOf = ({ routeOptions: { url }, params, id }: FastifyRequest): About => ({ url, params, id });

class LateBodyError extends Error {
  readonly statusCode = 408;
}
