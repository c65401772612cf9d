import { AsyncResource } from 'node:async_hooks';
import { objectOf, oneParameter } from '../method-client/one-parameter.js';
import { Outgoing, type Sent } from '../method-client/outgoing.js';
import { unverifiedClient } from './unverified.js';

type Call = (...args: unknown[]) => unknown;

/** Of requests that are no GET: those that only look. */
const LOOKING = /^\/?(v\d+\/)?(search|(databases|data_sources)\/[^/]+\/query|.*\/query)$/;
/** Clients whose requests ask who sends them. */
const asking = new WeakSet<object>();

/** The same client, whose requests ask whether they come through a wrapper; all others go out as before. */
function notionSending(client: object): object {
  if (asking.has(client)) return client;
  asking.add(client);
  for (const name of ['request', 'streamRequest']) {
    const own = Reflect.get(client, name);
    if (typeof own !== 'function') continue;
    const send = own as Call;
    const value = (...args: unknown[]) => {
      const outgoing = Outgoing.current();
      const run = () => Reflect.apply(send, client, args);
      if (!outgoing || clients.get(outgoing) !== client) return run();
      const sent = sentOf(args[0]);
      return name === 'request'
        ? outgoing.send(sent, run)
        : streamed(AsyncResource.bind(() => outgoing.send(sent, run)));
    };
    Object.defineProperty(client, name, { value, configurable: true, writable: true });
  }
  return client;
}
const clients = new WeakMap<Outgoing, object>();

/** A stream that is asked for, as it is sent, when its first part is. */
async function* streamed(send: () => unknown): AsyncGenerator<unknown> {
  yield* (await send()) as AsyncIterable<unknown>;
}

function sentOf(request: unknown): Sent {
  const { method, path, body, query } = objectOf(request);
  const search = new URLSearchParams(
    Object.entries(objectOf(query)).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const address = String(path).replace(/^\/?/, '/');
  return {
    method: String(method),
    path: search.size > 0 ? `${address}?${search}` : address,
    body,
    reads: String(method).toLowerCase() === 'post' && LOOKING.test(String(path)),
    simulate: (payload, actionId) => ({ ...objectOf(payload.body), id: `simulated_${actionId}` }),
  };
}

/** `Client` of `@notionhq/client`. */
export const notion = unverifiedClient({
  id: 'notion',
  expects: 'a Client of @notionhq/client',
  recognises: (client) => 'pages' in client && 'blocks' in client && 'databases' in client && 'request' in client,
  sending: (client, outgoing) => {
    clients.set(outgoing, client);
    return notionSending(client);
  },
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
});
