import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/**
 * Aborted when the client has disconnected, or has its whole answer. The signal of a request in Fastify ends as soon as
 * the body of a POST was read, so that it tells nothing of the client.
 */
export function disconnectSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const disconnected = new AbortController();
  if (raw.destroyed) disconnected.abort();
  else raw.once('close', () => disconnected.abort());
  return disconnected.signal;
}

/** Aborted when the client has disconnected: `@Disconnected() disconnected: AbortSignal`. */
export const Disconnected = createParamDecorator(
  (_: unknown, context: ExecutionContext): AbortSignal =>
    disconnectSignal(context.switchToHttp().getResponse<FastifyReply>()),
);
