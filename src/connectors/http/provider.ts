import type { Json, JsonObject } from '../connector.js';
import { reversible } from '../resource/define.js';
import { pathAsSent } from '../resource/requests/url-path.js';
import { IN_ITS_FIELDS, NotCapturable, type ResourceOperation, type ResourceProvider } from '../resource/resource.js';
import { objectOf } from '../resource/response.js';
import type { about } from './about.js';
import { assertNoBody, fieldsOf, ignoredIn } from './call-body.js';
import { connect, type HttpClient } from './client.js';
import type { Declaration } from './declaration.js';
import { inverseOf } from './inverse.js';
import { definitionOf } from './operations.js';
import { chosen, read } from './state.js';
import { at, fill, match } from './template.js';

type Provider = ResourceProvider<HttpClient>;
type About = typeof about;

/** The provider that one declaration makes: one operation, undone by the operator's declaration. */
export function providerOf(declaration: Declaration, about: About): Provider {
  const identity = { scopeOf: () => ({}), read: (client: HttpClient) => client.account() };
  return { ...about, operations: [operationOf(declaration)], connect, identity, probe: async () => undefined };
}

function operationOf(declaration: Declaration): ResourceOperation<HttpClient> {
  const { method, path, created, sets, capture } = declaration;
  const effect = { POST: sets ? 'update' : 'create', PUT: 'write', PATCH: 'update', DELETE: 'delete' } as const;
  const part = { create: 'remove', write: 'write', update: 'write', delete: 'recreate' } as const;
  return reversible<HttpClient>({
    ...definitionOf(method),
    reversibility: 'exact',
    kind: {
      name: 'resource',
      others: IN_ITS_FIELDS,
      label: (address) => fill(capture.path, address),
      read: (client, address) => read(client, address, declaration),
      [part[effect[method]]]: inverseOf(declaration),
    },
    effect: effect[method],
    addresses: (payload, response) => {
      const values = match(path, pathOf(payload));
      if (!values) throw new NotCapturable(`${method} ${pathOf(payload)} is not a call that was declared`);
      if (method === 'DELETE') assertNoBody(payload.body);
      else fieldsOf(declaration, payload.body, null);
      if (!created) return [values];
      if (response === undefined) return null;
      const id = at(created, response);
      if (typeof id !== 'string' && typeof id !== 'number') throw new NotCapturable(`the response names no ${created}`);
      return [{ ...values, created: encodeURIComponent(id) }];
    },
    ...(created && {
      listed: (client: HttpClient, payload: JsonObject) => listed(client, pathOf(payload), declaration),
    }),
    // A PUT removes members that it does not name.
    sets: ({ body }, _address, before) => ({
      ...(method === 'PUT' && !sets && Object.fromEntries(Object.keys(before ?? {}).map((name) => [name, null]))),
      ...fieldsOf(declaration, body, before),
    }),
    remains: ({ body }) => ignoredIn(declaration, body),
    // Without a declaration of fields it is unknown which of them the server changes by itself.
    ...(capture.fields && {
      replaced: (_: JsonObject, response: Json | undefined) => ({ beside: chosen(response, declaration) }),
    }),
    left: (response) => (response === undefined ? null : chosen(response, declaration)),
    ...(created && { fills: () => [created] }),
  });
}

/** A GET of the path of a POST answers all resources, in most APIs. */
async function listed(client: HttpClient, path: string, { created = '', ...declared }: Declaration) {
  const { body } = await client.ask('GET', path);
  if (!Array.isArray(body)) return null;
  const ids = body
    .map((one) => objectOf(one)[created])
    .filter((id) => typeof id === 'string' || typeof id === 'number');
  const values = match(declared.path, path) ?? {};
  return ids.map((id) => ({ ...values, created: encodeURIComponent(id) }));
}

/**
 * The path in the form in which it is sent.
 * @throws NotCapturable
 */
export const pathOf = ({ path }: JsonObject): string => pathAsSent(String(path ?? ''));
