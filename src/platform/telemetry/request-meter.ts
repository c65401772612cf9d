import type { FastifyInstance } from 'fastify';
import { requestSeconds } from './meters.js';

/** By the template of the route that matched, never by the URL: a caller cannot create new series. */
export function meterRequests(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    };
    requestSeconds.observe(labels, reply.elapsedTime / 1000);
    done();
  });
}
