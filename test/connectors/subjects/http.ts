import type { ConnectorContext, Json, JsonObject } from '../../../src/connectors/connector.js';
import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { http as connector } from '../../../src/connectors/http/http.connector.js';
import { objectOf } from '../../../src/connectors/resource/response.js';
import { onHttp } from '../../campaigns/hostile/support/claims/http.js';
import { startJsonServer } from '../../support/json-server.mjs';
import { patience } from '../../support/patience.mjs';
import type { Subject } from './subject.js';
import type { World } from './worlds.js';

const THING = '/things/{id}';
const MADE = '/things/{created}';
const operationsOf = (fields?: readonly string[]) => [
  {
    method: 'PATCH',
    path: THING,
    capture: { path: THING, fields },
    undo: { method: 'PATCH', path: THING, body: '{{*}}' },
  },
  { method: 'POST', path: '/things', created: 'id', capture: { path: MADE }, undo: { method: 'DELETE', path: MADE } },
  {
    ...{ method: 'DELETE', path: THING, capture: { path: THING } },
    undo: { method: 'POST', path: '/things', body: '{{*}}', created: 'id' },
  },
];

/** Things of json-server. @param fields of a change that are captured; all, unless it says otherwise */
export async function http(fields?: readonly string[]): Promise<Subject> {
  const server = await startJsonServer({ things: [{ id: 'first', owner: 'another' }] });
  const ask = async (method: string, path: string, body?: object): Promise<JsonObject> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(server.url + path, { method, headers, body: body ? JSON.stringify(body) : null });
    return (answer.status === 404 ? null : await answer.json()) as JsonObject;
  };
  const credentials = { baseUrl: server.url, operations: JSON.stringify(operationsOf(fields)), probePath: '/things' };
  const context: ConnectorContext = { credentials, allowedPrivateHosts: ['127.0.0.1'], timeoutMs: patience(800) };
  const call = (method: string, path: string, body: JsonObject | null, state: () => Promise<unknown>): Trip => ({
    ...{ connector, context, apiName: `http.requests.${method.toLowerCase()}`, state },
    ...{ payload: body ? { path, body } : { path }, act: () => ask(method, path, body ?? undefined) },
  });
  let number = 0;
  const stateOf = (owner: string) => async () =>
    ((await ask('GET', `/things?owner=${owner}`)) as unknown as JsonObject[]).map(
      ({ id: _, owner: __, ...rest }) => rest,
    );
  const pathOf = (response: Json) => `/things/${objectOf(response).id}`;

  return {
    name: 'http',
    context,
    isBlind: true,
    elsewhere: { ...credentials, baseUrl: server.url.replace('127.0.0.1', 'localhost') },
    stop: server.stop,
    newThing: async () => {
      const owner = `owner-${++number}`;
      const path = pathOf(await ask('POST', '/things', { owner, name: 'a', note: 'b' }));
      const state = stateOf(owner);
      return {
        state,
        change: (name) => call('PATCH', path, { name }, state),
        set: (name) => ask('PATCH', path, { name }),
        setOther: (note) => ask('PATCH', path, { note }),
        remove: () => call('DELETE', path, null, state),
        drop: () => ask('DELETE', path),
      };
    },
    newAbsent: async () => {
      const owner = `owner-${++number}`;
      const state = stateOf(owner);
      return {
        state,
        make: () => call('POST', '/things', { owner, name: 'a' }, state),
        add: (response) => ask('PATCH', pathOf(response), { note: 'b' }),
        remove: (response) => call('DELETE', pathOf(response), null, state),
      };
    },
  };
}

export const world: World = {
  places: [{ name: 'http', open: () => http(), makesUnseen: true, takesAnyAnswer: true }],
  claims: onHttp,
};
