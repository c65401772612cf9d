import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Aborted when the client has disconnected: `@HungUp() hungUp: AbortSignal`. */
export const HungUp = createParamDecorator(
  (_: unknown, context: ExecutionContext): AbortSignal => context.switchToHttp().getRequest<FastifyRequest>().signal,
);
