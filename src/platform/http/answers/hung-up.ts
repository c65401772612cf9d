import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/**
 * Aborted when the client has disconnected, or has its whole answer. The signal of a request in Fastify ends as soon as
 * the body of a POST was read, so that it tells nothing of the client.
 */
export function hungUpSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const hungUp = new AbortController();
  if (raw.destroyed) hungUp.abort();
  else raw.once('close', () => hungUp.abort());
  return hungUp.signal;
}

/** Aborted when the client has disconnected: `@HungUp() hungUp: AbortSignal`. */
export const HungUp = createParamDecorator(
  (_: unknown, context: ExecutionContext): AbortSignal =>
    hungUpSignal(context.switchToHttp().getResponse<FastifyReply>()),
);
