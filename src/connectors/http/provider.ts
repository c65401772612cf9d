import type { Json, JsonObject } from '../connector.js';
import { reversible } from '../resource/define.js';
import { pathAsSent } from '../resource/requests/url-path.js';
import {
  type Address,
  IN_ITS_FIELDS,
  type Inverse,
  NotCapturable,
  type Reading,
  type ResourceKind,
  type ResourceOperation,
  type ResourceProvider,
} from '../resource/resource.js';
import { isNoState, objectOf } from '../resource/response.js';
import { connect, type HttpClient } from './client.js';
import { type Declaration, fill, fillBody, match } from './declaration.js';
import { definitionOf } from './operations.js';

type Provider = ResourceProvider<HttpClient>;

/** The provider that one declaration makes: one operation, undone as the operator said. */
export function providerOf(
  declaration: Declaration,
  about: Omit<Provider, 'operations' | 'connect' | 'probe'>,
): Provider {
  return { ...about, operations: [operationOf(declaration)], connect, probe: async () => undefined };
}

function operationOf(declaration: Declaration): ResourceOperation<HttpClient> {
  const { method, path, created } = declaration;
  const effect = { POST: 'create', PUT: 'write', PATCH: 'update', DELETE: 'delete' } as const;
  return reversible<HttpClient>({
    ...definitionOf(method),
    reversibility: 'exact',
    kind: kindOf(declaration),
    effect: effect[method],
    addresses: (payload, response) => {
      const values = match(path, pathOf(payload));
      if (!values) throw new NotCapturable(`${method} ${pathOf(payload)} is not a call that was declared`);
      if (!created) return [values];
      if (response === undefined) return null;
      const id = objectOf(response)[created];
      if (typeof id !== 'string' && typeof id !== 'number') throw new NotCapturable(`the response names no ${created}`);
      return [{ ...values, created: encodeURIComponent(id) }];
    },
    ...(created && {
      listed: (client: HttpClient, payload: JsonObject) => listed(client, pathOf(payload), declaration),
    }),
    // A PUT takes away what it does not name.
    sets: ({ body }, _address, before) => ({
      ...(method === 'PUT' && Object.fromEntries(Object.keys(before ?? {}).map((name) => [name, null]))),
      ...chosen(objectOf(body), declaration),
    }),
    // Without a declaration of fields nothing tells which of them the server changes by itself.
    ...(declaration.capture.fields && {
      replaced: (_: JsonObject, response: Json | undefined) => ({ beside: chosen(objectOf(response), declaration) }),
    }),
    ...(method === 'POST' && {
      left: (response: Json | undefined) => chosen(objectOf(response), declaration),
      fills: () => (created ? [created] : []),
    }),
  });
}

/** What a GET of the path that a POST went to answers: all there are, as most APIs have it. */
async function listed(client: HttpClient, path: string, { created = '', ...declared }: Declaration) {
  const { body } = await client.ask('GET', path);
  if (!Array.isArray(body)) return null;
  const ids = body
    .map((one) => objectOf(one)[created])
    .filter((id) => typeof id === 'string' || typeof id === 'number');
  const values = match(declared.path, path) ?? {};
  return ids.map((id) => ({ ...values, created: encodeURIComponent(id) }));
}

/** As it is sent. @throws NotCapturable */
export const pathOf = ({ path }: JsonObject): string => pathAsSent(String(path ?? ''));

function chosen(body: JsonObject, { capture }: Declaration): JsonObject {
  const { fields } = capture;
  return fields ? Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name))) : body;
}

function kindOf(declaration: Declaration): ResourceKind<HttpClient> {
  const { method, capture, undo, conditional } = declaration;
  const inverse: Inverse<HttpClient> = {
    shown: (address, fields) => {
      const body = undo.body === undefined ? '' : ` ${JSON.stringify(fillBody(undo.body, fields, fields))}`;
      return `${undo.method} ${fill(undo.path, address)}${body}`;
    },
    isBlind: undo.method === 'POST',
    isRepeatable: undo.created === undefined,
    run: async (client, address, fields, { now }) => {
      const path = fill(undo.path, address);
      const headers: Record<string, string> = conditional && now?.version ? { 'if-match': now.version } : {};
      const all = { ...now?.fields, ...fields };
      const whole = undo.method === 'PUT' && now ? await withOthers(client, address, declaration, fields) : fields;
      const body = undo.body === undefined ? undefined : fillBody(undo.body, whole, all);
      const answer = await client.ask(undo.method, path, body, headers);
      return undo.created === undefined ? undefined : addressMade(address, declaration, answer.body);
    },
  };
  const part = { POST: 'remove', PUT: 'write', PATCH: 'write', DELETE: 'recreate' } as const;
  return {
    name: 'resource',
    others: IN_ITS_FIELDS,
    shown: (address) => fill(capture.path, address),
    read: (client, address) => read(client, address, declaration),
    [part[method]]: inverse,
  };
}

async function read(client: HttpClient, address: Address, declaration: Declaration): Promise<Reading> {
  const { body, etag } = await client.ask('GET', fill(declaration.capture.path, address));
  const fields = chosen(objectOf(body), declaration);
  // Some answer 200 and tell of an error; a resource may have members of such names too, but then what was declared.
  if (Object.keys(fields).length === 0 && isNoState(body)) throw new Error('the answer is no state of the resource');
  return etag === null ? { fields } : { fields, version: etag };
}

/** A PUT replaces all there is: what is there now is sent along, with these fields brought back. */
async function withOthers(client: HttpClient, address: Address, { capture }: Declaration, fields: JsonObject) {
  const { body } = await client.ask('GET', fill(capture.path, address));
  const whole = Object.entries({ ...objectOf(body), ...fields });
  return Object.fromEntries(whole.filter(([field, value]) => value !== null || !(field in fields)));
}

/** Where the answer says that it was made again: in place of the last brace of the path that reads it. */
function addressMade(address: Address, { capture, undo }: Declaration, body: unknown): Address {
  const id = objectOf(body)[undo.created ?? ''];
  const brace = [...capture.path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1];
  if (brace === undefined || (typeof id !== 'string' && typeof id !== 'number')) return address;
  return { ...address, [brace]: encodeURIComponent(id) };
}
