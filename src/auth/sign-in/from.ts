import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { cutText } from '../../platform/cut-text.js';

/** The origin of a sign-in, as the audit and the list of sessions show it. */
export interface From {
  readonly address: string;
  /** The program's `User-Agent` header; empty when it sends none. */
  readonly userAgent: string;
  /** The `Cookie` header. */
  readonly cookies: string | undefined;
  readonly requestId: string;
}

export const fromOf = ({ ip, headers, id }: FastifyRequest): From => ({
  address: cutText(ip, 64),
  userAgent: cutText(headers['user-agent'] ?? '', 200),
  cookies: headers.cookie,
  requestId: id,
});

/** `@SignsInFrom() from: From` */
export const SignsInFrom = createParamDecorator(
  (_: unknown, context: ExecutionContext): From => fromOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
