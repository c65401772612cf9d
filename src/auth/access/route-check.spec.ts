import Fastify from 'fastify';
import type { Access } from './access.decorator.js';
import { OpenRouteError, requireAccess } from './route-check.js';

describe('the check of routes at boot', () => {
  const handler = async () => ({});
  const config = (access: Access) => ({ config: { access } });

  it('refuses a route that does not name its callers', () => {
    const fastify = Fastify();
    requireAccess(fastify);
    expect(() => fastify.post('/open', handler)).toThrow(new OpenRouteError('POST /open'));
    expect(() => fastify.get('/open', { config: {} }, handler)).toThrow(OpenRouteError);
  });

  it.each([
    ['neither callers nor a permission', {}],
    ['an unknown permission', { may: 'do-everything', plan: 'FREE' }],
  ])('refuses a route whose @Access names %s', (_, access) => {
    const fastify = Fastify();
    requireAccess(fastify);
    expect(() => fastify.get('/open', config(access as unknown as Access), handler)).toThrow(OpenRouteError);
  });

  it('lists every route and method it has seen', () => {
    const fastify = Fastify({ exposeHeadRoutes: false });
    const seen = requireAccess(fastify);
    fastify.get('/a', config({ who: 'public' }), handler);
    fastify.route({
      method: ['PUT', 'PATCH'],
      url: '/b/:id',
      handler,
      ...config({ may: 'read-approvals', plan: 'PRO' }),
    });
    expect(seen).toEqual(['GET /a', 'PUT /b/:id', 'PATCH /b/:id']);
  });
});
