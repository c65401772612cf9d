import type { FastifyInstance } from 'fastify';
import { requestSeconds } from './meters.js';

/**
 * Counts requests by the template of the matching route, never by the URL, so that a caller cannot create new series.
 */
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
