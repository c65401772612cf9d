import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { cutText } from '../../platform/cut-text.js';

/** The origin of a sign-in, as the audit and the list of sessions show it. */
export interface ClientFacts {
  readonly address: string;
  /** The program's `User-Agent` header; empty when it sends none. */
  readonly userAgent: string;
  /** The `Cookie` header. */
  readonly cookies: string | undefined;
  readonly requestId: string;
}

export const clientFactsOf = ({ ip, headers, id }: FastifyRequest): ClientFacts => ({
  address: cutText(ip, 64),
  userAgent: cutText(headers['user-agent'] ?? '', 200),
  cookies: headers.cookie,
  requestId: id,
});

/** `@Client() client: ClientFacts` */
export const Client = createParamDecorator(
  (_: unknown, context: ExecutionContext): ClientFacts =>
    clientFactsOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
