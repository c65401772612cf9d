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

/** Makes the signal when it is first needed: it costs as much as reading the body, and most requests do not wait. */
export type DisconnectSignal = () => AbortSignal;

/** `@Disconnected() disconnected: DisconnectSignal` */
export const Disconnected = createParamDecorator((_: unknown, context: ExecutionContext): DisconnectSignal => {
  let signal: AbortSignal | undefined;
  return () => {
    signal ??= disconnectSignal(context.switchToHttp().getResponse<FastifyReply>());
    return signal;
  };
});
