import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Fails closed: a handler runs only if the access hook admitted the request to a route with an access rule. */
@Injectable()
export class AccessGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return request.admitted && request.routeOptions.config.access !== undefined;
  }
}
