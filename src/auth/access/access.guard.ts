import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Fails closed: a handler runs only for a request that the access hook has admitted to a route that says who may. */
@Injectable()
export class AccessGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return request.admitted && request.routeOptions.config.access !== undefined;
  }
}
