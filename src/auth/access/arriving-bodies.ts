import { PassThrough, type Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { unauthenticated } from '../auth.errors.js';
import { StoppedCallers, type Watched, watchedOf } from './stopped-callers.js';

/** A body has this long from the moment at which the service begins to read it. */
const ARRIVES_WITHIN_MS = 5_000;
/** The same for a paused agent, which has nothing to begin; a report that comes at once is still stored. */
const OF_PAUSED_WITHIN_MS = 1_000;
const LOOK_EVERY_MS = 500;

interface Arrival {
  /** Infinite while the request waits for its turn: nothing of its body is read before. */
  since: number;
  /** Null while the caller is not known, or when the route is public. */
  readonly watched: Watched | null;
  refuse(error: Error): void;
}

/**
 * The requests whose body has not arrived. One timer looks at all of them: a late request is answered with 408, and a
 * request whose credential was revoked meanwhile with 401; both end the connection. A body that came with its headers
 * costs nothing here.
 */
@Injectable()
export class ArrivingBodies {
  private readonly arriving = new Map<FastifyRequest, Arrival>();
  private timer: NodeJS.Timeout | null = null;
  private isChecking = false;

  constructor(
    private readonly stopped: StoppedCallers,
    private readonly logger: PinoLogger,
  ) {}

  /** Watches a request from the moment at which it waits for its turn; a complete request is not watched. */
  watch(request: FastifyRequest, reply: FastifyReply): void {
    if (hasArrived(request) || reply.raw.closed) return;
    const refuse = (error: Error) => void reply.header('connection', 'close').send(error);
    const watched = request.principal ? watchedOf(request, request.principal) : null;
    this.arriving.set(request, { since: Number.POSITIVE_INFINITY, watched, refuse });
    reply.raw.once('close', () => this.arriving.delete(request));
    this.timer ??= setTimeout(() => this.look(), LOOK_EVERY_MS);
  }

  /** @returns the body to read, which fails when it is late */
  read(request: FastifyRequest, payload: Readable): Readable {
    const arrival = this.arriving.get(request);
    if (!arrival) return payload;
    if (hasArrived(request)) {
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

  /** Late requests are refused on time, however long the database takes to answer about the callers. */
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
    const requestOf = new Map<Watched, FastifyRequest>();
    for (const [request, { watched }] of this.arriving) if (watched) requestOf.set(watched, request);
    const requestsOf = (all: readonly Watched[]) => all.flatMap((one) => requestOf.get(one) ?? []);
    const { revoked, paused } = await this.stopped.among([...requestOf.keys()]);
    for (const request of requestsOf(revoked)) this.refuse(request, unauthenticated());
    this.refuseLate(requestsOf(paused), OF_PAUSED_WITHIN_MS);
  }

  private refuse(request: FastifyRequest, error: Error): void {
    const arrival = this.arriving.get(request);
    this.arriving.delete(request);
    arrival?.refuse(error);
  }
}

/** A body that came with its headers is here before the parser says that the request is complete. */
function hasArrived({ raw, headers }: FastifyRequest): boolean {
  const announced = headers['content-length'];
  return raw.complete || (announced !== undefined && raw.readableLength >= Number(announced));
}

class LateBodyError extends Error {
  readonly statusCode = 408;
}
