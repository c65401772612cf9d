import { AsyncResource } from 'node:async_hooks';
import type { Interceptor } from '../../method-client/interceptor.js';
import { objectOf, oneParameter } from '../../method-client/one-parameter.js';
import { Outgoing, type Sent } from '../../method-client/outgoing.js';
import { copied } from '../../method-client/recording/copied.js';
import type { Parameters } from '../../method-client/signature.js';
import { Addresses, pathnameOf } from '../addresses.js';
import { carriesMethods } from '../members.js';
import { unverifiedClient } from '../unverified.js';

/** Addresses of the operations, without what `request()` would be given as body. */
const ADDRESSES: Readonly<Record<string, string>> = {
  'pages.create': 'POST pages',
  'pages.update': 'PATCH pages/{page_id}',
  'pages.move': 'POST pages/{page_id}/move',
  'pages.updateMarkdown': 'PATCH pages/{page_id}/markdown',
  'blocks.update': 'PATCH blocks/{block_id}',
  'blocks.delete': 'DELETE blocks/{block_id}',
  'blocks.children.append': 'PATCH blocks/{block_id}/children',
  'databases.create': 'POST databases',
  'databases.update': 'PATCH databases/{database_id}',
  'dataSources.create': 'POST data_sources',
  'dataSources.update': 'PATCH data_sources/{data_source_id}',
  'comments.create': 'POST comments',
  'comments.update': 'PATCH comments/{comment_id}',
  'comments.delete': 'DELETE comments/{comment_id}',
  'fileUploads.create': 'POST file_uploads',
  'fileUploads.send': 'POST file_uploads/{file_upload_id}/send',
  'fileUploads.complete': 'POST file_uploads/{file_upload_id}/complete',
  'views.create': 'POST views',
  'views.update': 'PATCH views/{view_id}',
  'views.delete': 'DELETE views/{view_id}',
};

type Call = (...args: unknown[]) => unknown;

/** Paths of requests that are no GET and only read. */
const LOOKING = /^\/(v\d+\/)?(search|.*\/query)$/;
/** Methods through which `request` and `streamRequest` send, once for each repetition. */
const SENDING = ['executeSingleRequest', 'executeSingleStreamRequest'];
/** Clients whose requests check for the wrapper. */
const asking = new WeakSet<object>();

/** Returns the same client, whose requests check whether they come through a wrapper; all others go out as before. */
function notionSending(client: object): object {
  if (asking.has(client)) return client;
  asking.add(client);
  for (const name of ['request', 'streamRequest', ...SENDING]) {
    const own = Reflect.get(client, name);
    if (typeof own !== 'function') continue;
    const send = own as Call;
    const value = (...args: unknown[]) => {
      const outgoing = Outgoing.current();
      if (!outgoing || clients.get(outgoing) !== client) return Reflect.apply(send, client, args);
      const [given, ...rest] = args;
      const request = requestOf(given);
      const sent = sentOf(request, routes.get(outgoing));
      const apply = () => Reflect.apply(send, client, [request, ...rest]);
      // The other two send what one of these has let through.
      const run = SENDING.includes(name) ? apply : () => outgoing.permit(null, apply);
      return name === 'streamRequest'
        ? streamed(AsyncResource.bind(() => outgoing.send(sent, run)))
        : outgoing.send(sent, run);
    };
    Object.defineProperty(client, name, { value, configurable: true, writable: true });
  }
  return client;
}
const clients = new WeakMap<Outgoing, object>();
const routes = new WeakMap<Outgoing, Addresses>();

/** A stream that is asked for, as it is sent, when its first part is. */
async function* streamed(send: () => unknown): AsyncGenerator<unknown> {
  yield* (await send()) as AsyncIterable<unknown>;
}

/** Copies the request once, so that the classified request is the one that is sent. */
function requestOf(given: unknown): Parameters {
  return objectOf(copied(given));
}

function sentOf({ method, path, body: written, query, headers }: Parameters, known: Addresses | undefined): Sent {
  const body = typeof written === 'string' ? parsed(written) : written;
  const search = new URLSearchParams(
    Object.entries(objectOf(query)).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const address = String(path).replace(/^\/?/, '/');
  const reads = LOOKING.test(pathnameOf(address));
  return {
    method: String(method),
    path: search.size > 0 ? `${address}?${search}` : address,
    body,
    headers,
    named: known?.find(String(method), address, body) ?? null,
    ...(String(method).toLowerCase() === 'post' && { reads }),
    simulate: (payload, actionId) => ({ ...objectOf(payload.body), id: `simulated_${actionId}` }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Methods without a name of their own are classified when they send, at any depth. */
const EVERYWHERE: Interceptor = {
  member: (key, value) =>
    typeof key === 'string' && !key.startsWith('_') && carriesMethods(value) ? { interceptor: EVERYWHERE } : undefined,
  inner: () => EVERYWHERE,
};

/** `Client` of `@notionhq/client`. */
export const notion = unverifiedClient({
  id: 'notion',
  expects: 'a Client of @notionhq/client',
  recognises: (client) => 'pages' in client && 'blocks' in client && 'databases' in client && 'request' in client,
  sending: (client, outgoing, { operations }) => {
    clients.set(outgoing, client);
    routes.set(outgoing, new Addresses(ADDRESSES, operations));
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
  other: () => EVERYWHERE,
  signature: oneParameter({
    isSecret: ([name]) => name === 'auth',
    simulate: ({ path, payload, actionId }) => ({
      object: path.split('.')[0]?.replace(/s$/, ''),
      ...payload,
      id: payload[`${path.split('.')[0]?.replace(/s$/, '')}_id`] ?? `simulated_${actionId}`,
    }),
  }),
});
