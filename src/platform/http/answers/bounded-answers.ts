import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Budget } from '../../concurrency/budget.js';
import { problems } from '../../telemetry/meters.js';
import { Envelope } from './answer.js';
import { toProblem, unavailable } from './problem.js';
import { charactersOf } from './stream-json.js';

/** The bound on all answers that are rendered and not yet sent, in one process (docs/operations.md, "Memory"). */
const MOST_CHARACTERS = 32 * 1024 * 1024;
/** A smaller answer is not counted: the requests themselves are bounded. */
const COUNTED_FROM = 16 * 1024;
/** The connection of a client that reads nothing for this time is closed. */
const READ_WITHIN_MS = 30_000;

/**
 * Bounds what answers hold in memory until their clients have read them. An answer beyond the bound is 503 with
 * Retry-After. The changes of its request stay: the client repeats the request, as after a lost answer.
 */
export function boundAnswers(
  fastify: FastifyInstance,
  errorsUrl: string,
  ownerOf: (request: FastifyRequest) => string,
): void {
  const rendered = new Budget(MOST_CHARACTERS);
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const size = charactersOf(payload);
    if (size < COUNTED_FROM) return done(null, payload);
    const release = rendered.take(ownerOf(request), size);
    if (release) {
      if (reply.raw.closed) release();
      else reply.raw.once('close', release);
      request.raw.socket.setTimeout(READ_WITHIN_MS);
      return done(null, payload);
    }
    if (typeof payload === 'object') (payload as NodeJS.ReadableStream & { destroy(): void }).destroy();
    const { problem, headers } = toProblem(unavailable(), errorsUrl, request.id);
    problems.inc({ code: 'unavailable' });
    reply.code(problem.status).headers({ ...headers, 'content-type': 'application/json; charset=utf-8' });
    done(null, JSON.stringify(new Envelope(null, problem)));
  });
}
