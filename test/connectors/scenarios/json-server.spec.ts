import type { ConnectorContext, Json, JsonObject } from '../../../src/connectors/connector.js';
import { perform, type Trip, undo } from '../../../src/connectors/connector.testkit.js';
import { http } from '../../../src/connectors/http/http.connector.js';
import { objectOf } from '../../../src/connectors/resource/response.js';
import { type StandIn, startJsonServer } from '../../support/json-server.mjs';
import { patience } from '../../support/patience.mjs';
import { newScenario } from '../../support/scenario.js';
import { startSlowProxy } from '../../support/slow-proxy.js';

const THING = '/things/{id}';
const MADE = '/things/{created}';
const OPERATIONS = [
  { method: 'PATCH', path: THING, capture: { path: THING }, undo: { method: 'PATCH', path: THING, body: '{{*}}' } },
  { method: 'PUT', path: THING, capture: { path: THING }, undo: { method: 'PUT', path: THING, body: '{{*}}' } },
  { method: 'POST', path: '/things', created: 'id', capture: { path: MADE }, undo: { method: 'DELETE', path: MADE } },
  {
    ...{ method: 'DELETE', path: THING, capture: { path: THING, fields: ['name', 'size'] } },
    undo: { method: 'POST', path: '/things', body: { name: '{{name}}', size: '{{size}}' }, created: 'id' },
  },
];

let server: StandIn;
beforeAll(async () => {
  server = await startJsonServer({ things: [] });
});
afterAll(() => server.stop());

async function ask(method: string, path: string, body?: object): Promise<JsonObject> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(server.url + path, { method, headers, body: body ? JSON.stringify(body) : null });
  return (answer.status === 404 ? null : await answer.json()) as JsonObject;
}

let things = 0;
/**
 * Makes a thing that existed before, and reads its state. It is not the last one, whose id the server would give again.
 */
async function newThing(more: object = {}) {
  const name = `thing ${process.pid} ${++things}`;
  const { id } = await ask('POST', '/things', { name, size: 1, ...more });
  await ask('POST', '/things', { name: 'another' });
  const path = `/things/${id}`;
  return { name, id: Number(id), path, state: () => ask('GET', path) };
}

const contextOf = (baseUrl: string, timeoutMs = patience(1_000)): ConnectorContext => ({
  credentials: { baseUrl, operations: JSON.stringify(OPERATIONS), probePath: '/things' },
  allowedPrivateHosts: ['127.0.0.1'],
  timeoutMs,
});

function call(method: string, path: string, body: JsonObject | null, state: () => Promise<unknown>): Trip {
  const payload: JsonObject = body ? { path, body } : { path };
  const apiName = `http.requests.${method.toLowerCase()}`;
  const act = () => ask(method, path, body ?? undefined);
  return { connector: http, context: contextOf(server.url), apiName, payload, act, state };
}

/** All things of one name, with or without their ids. */
const named = (name: string) => async () =>
  ((await ask('GET', '/things')) as unknown as JsonObject[]).filter((one) => one.name === name);
const withoutId = ({ id: _, ...rest }: JsonObject) => rest;

describe('a REST API (json-server)', () => {
  it('gets back what a PUT took away, and keeps what another client has set since', async () => {
    const { name, path, state } = await newThing({ color: 'red' });
    const put = call('PUT', path, { name, size: 2 }, state);
    const scenario = await newScenario(put);
    await scenario.run(put);
    await ask('PATCH', path, { owner: 'a person' });
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await state()).toMatchObject({ name, size: 1, color: 'red', owner: 'a person' });
  });

  it('keeps a field that another client has changed after a PUT: a CONFLICT', async () => {
    const { name, path, state } = await newThing();
    const put = call('PUT', path, { name, size: 2 }, state);
    const scenario = await newScenario(put);
    await scenario.run(put);
    await ask('PATCH', path, { size: 3 });
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'ROLLBACK_FAILED', outcomes: ['CONFLICT'] });
    expect(await state()).toMatchObject({ size: 3 });
  });

  it('keeps a thing that an agent made once another client has put a field into it: a CONFLICT', async () => {
    const name = `made ${process.pid} ${++things}`;
    const post = call('POST', '/things', { name }, named(name));
    const scenario = await newScenario(post);
    const { response } = await scenario.run(post);
    await ask('PATCH', `/things/${objectOf(response as Json).id}`, { owner: 'a person' });
    const changed = await post.state();
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'ROLLBACK_FAILED', outcomes: ['CONFLICT'] });
    expect(await post.state()).toEqual(changed);
    expect(await scenario.fieldResults()).toEqual(expect.arrayContaining(['conflict', 'untouched']));
  });

  it('removes a thing that no other client has touched since an agent made it', async () => {
    const name = `made ${process.pid} ${++things}`;
    const post = call('POST', '/things', { name, size: 1 }, named(name));
    const scenario = await newScenario(post);
    await scenario.run(post);
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await post.state()).toEqual([]);
  });

  it('makes a deleted thing again once, however often its session is rolled back, and finds it for older steps', async () => {
    const { name, path, state } = await newThing();
    const patch = call('PATCH', path, { size: 2 }, state);
    const scenario = await newScenario(patch);
    await scenario.run(patch);
    await scenario.run(call('DELETE', path, null, state));
    const report = await scenario.rollBack();
    expect(report).toMatchObject({ displayStatus: 'REVERTED', outcomes: ['ROLLED_BACK', 'ROLLED_BACK'] });
    expect((await named(name)()).map(withoutId)).toEqual([{ name, size: 1 }]);
  });

  it('reports UNKNOWN for a resource that a slow server may have recreated, and never creates it twice', async () => {
    const { name, path } = await newThing();
    const slow = await startSlowProxy(server.url, 3_000, ({ method }) => method === 'POST');
    const remove = { ...call('DELETE', path, null, named(name)), context: contextOf(slow.url, 1_000) };
    const effect = await perform({ ...remove, context: contextOf(slow.url) });
    await expect(undo(remove, effect)).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    expect(await undo(remove, effect)).toMatchObject({ outcome: 'unknown' });
    expect(await slow.settled()).toBe(1);
    expect(await undo(remove, effect)).toMatchObject({ outcome: 'unknown' });
    expect((await named(name)()).map(withoutId)).toEqual([{ name, size: 1 }]);
    slow.stop();
  });
});
