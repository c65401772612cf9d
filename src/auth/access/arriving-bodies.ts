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
  readonly about: About;
  refuse(error: Error): void;
}

/** What of a request says which agent it speaks for. */
export type About = { readonly url: string | undefined; readonly params: unknown; readonly id: string };

/** Whether the agent that a request speaks for is paused; the module of agents answers it, and remembers the agent. */
export type IsPaused = (caller: Identity, about: About) => Promise<boolean>;

/**
 * The requests whose body has not arrived. One timer looks at all of them: what is late is 408, and a request whose
 * credential was revoked meanwhile is 401; both end the connection. A body that came with its headers costs nothing here.
 */
@Injectable()
export class ArrivingBodies {
  private readonly arriving = new Map<FastifyRequest, Arrival>();
  private timer: NodeJS.Timeout | null = null;
  private isChecking = false;
  private isPaused: IsPaused = async () => false;

  constructor(
    private readonly authentication: AuthenticationService,
    private readonly logger: PinoLogger,
  ) {}

  askWhetherPaused(isPaused: IsPaused): void {
    this.isPaused = isPaused;
  }

  /** From the moment at which a request waits for its turn; one that is complete is not watched. */
  watch(request: FastifyRequest, reply: FastifyReply): void {
    if (request.raw.complete || reply.raw.closed) return;
    const refuse = (error: Error) => void reply.header('connection', 'close').send(error);
    this.arriving.set(request, { since: Number.POSITIVE_INFINITY, about: aboutOf(request), refuse });
    reply.raw.once('close', () => this.arriving.delete(request));
    this.timer ??= setTimeout(() => this.look(), LOOK_EVERY_MS);
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

  /** What is late is refused on time, however long the database takes to answer about the callers. */
  private look(): void {
    this.refuseLate([...this.arriving.keys()], ARRIVES_WITHIN_MS);
    if (!this.isChecking) void this.check();
    this.timer = this.arriving.size > 0 ? setTimeout(() => this.look(), LOOK_EVERY_MS) : null;
  }

  private async check(): Promise<void> {
    this.isChecking = true;
    try {
      await this.refuseStopped();
    } catch (error) {
      this.logger.warn({ err: error }, 'could not check the callers of requests that arrive slowly');
    } finally {
      this.isChecking = false;
    }
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
        const arrival = this.arriving.get(request);
        if (!arrival) continue;
        if (!current) this.refuse(request, unauthenticated());
        else if (current.kind === 'API_KEY' && (await this.isPaused(current, arrival.about)))
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
