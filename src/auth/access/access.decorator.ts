import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { OperatorPermission } from '../../contract/permissions.js';
import type { TokenScope } from '../../contract/token-scopes.js';
import type { Plan, Principal } from './principal.js';

/** A route is open, or takes each credential, or API keys alone, or the operators with a permission. */
type Who =
  | { readonly who: 'public' | 'any' | 'agent'; readonly may?: undefined; readonly plan?: undefined }
  | { readonly may: OperatorPermission; readonly plan: Plan; readonly who?: undefined };

/** The callers that a route admits, and its rate limits (docs/contract.md, "Routes" and "Permissions"). */
export type Access = Who & AccessRules;

interface AccessRules {
  readonly limit?: { readonly count: number; readonly seconds: number };
  /** The answer is sent without the envelope. */
  readonly bare?: true;
  /** The handler gets the body as the text that arrived: the signature covers the text, not its meaning. */
  readonly rawBody?: true;
  /** The route's own statement compares the epoch, so a cached principal will do. */
  readonly comparesEpoch?: true;
  /** The cookie of a browser does not speak for the caller here. */
  readonly bearerOnly?: true;
  /** The scopes of personal tokens that open a route of agents; when absent, `read` opens a GET and none another method. */
  readonly scopes?: readonly TokenScope[];
}

export const ACCESS = 'access';

/** The word for a route's callers in the list of routes. */
export const callersOf = ({ who, may }: Pick<Access, 'who' | 'may'>): 'public' | 'any' | 'agent' | 'operator' | null =>
  who ?? (may ? 'operator' : null);

/** The one decorator every route carries; the service refuses to start with a route that lacks it. */
export const Access = (access: Access) =>
  applyDecorators(SetMetadata(ACCESS, access), RouteConfig({ [ACCESS]: access }));

/** Injects the caller into a handler: `@Caller() caller: Principal`. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!principal) throw new Error('A route that wants its caller must not be public');
  return principal;
});

/** The id of the request for the audit, on routes without a signed-in caller. */
export const RequestId = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => context.switchToHttp().getRequest<FastifyRequest>().id,
);

/** Injects the credential itself, for routes that authenticate the caller again while they work. */
export const Credential = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => context.switchToHttp().getRequest<FastifyRequest>().credential,
);

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
    /** The credential that the access hook read; empty when the request has none. */
    credential: string;
    /** The access hook alone sets it; the guard refuses a request without it. */
    admitted: boolean;
  }
  interface FastifyContextConfig {
    [ACCESS]?: Access;
  }
}
