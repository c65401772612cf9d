import { objectOf, oneParameter } from '../method-client/one-parameter.js';
import type { Way } from '../method-client/place.js';
import { unverifiedClient } from './unverified.js';

const RAW: Way = {
  kind: 'route',
  route: ([request]) => {
    const { method, path } = objectOf(request);
    const reads = String(method).toLowerCase() === 'get' || /^\/?(search|.*\/query)$/.test(String(path));
    return reads
      ? null
      : { kind: 'refuse', reason: 'request() writes past the gate; call the method, such as pages.update().' };
  },
};

/** `Client` of `@notionhq/client`. */
export const notion = unverifiedClient({
  id: 'notion',
  expects: 'a Client of @notionhq/client',
  recognises: (client) => 'pages' in client && 'blocks' in client && 'databases' in client && 'request' in client,
  operations: {
    'pages.create': 'CREATE',
    'pages.update': 'UPDATE',
    'pages.move': 'UPDATE',
    'pages.updateMarkdown': 'UPDATE',
    'blocks.update': 'UPDATE',
    'blocks.delete': 'DELETE',
    'blocks.children.append': 'CREATE',
    'databases.create': 'CREATE',
    'databases.update': 'UPDATE',
    'dataSources.create': 'CREATE',
    'dataSources.update': 'UPDATE',
    'comments.create': 'CREATE',
    'comments.update': 'UPDATE',
    'comments.delete': 'DELETE',
    'fileUploads.create': 'CREATE',
    'fileUploads.send': 'UPDATE',
    'fileUploads.complete': 'EXECUTE',
    'views.create': 'CREATE',
    'views.update': 'UPDATE',
    'views.delete': 'DELETE',
  },
  signature: oneParameter({
    isSecret: ([name]) => name === 'auth',
    simulate: ({ path, payload, actionId }) => ({
      object: path.split('.')[0]?.replace(/s$/, ''),
      ...payload,
      id: payload[`${path.split('.')[0]?.replace(/s$/, '')}_id`] ?? `simulated_${actionId}`,
    }),
  }),
  ways: { request: RAW },
});
