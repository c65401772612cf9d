import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ConnectorContext, Json, JsonObject } from '../../../src/connectors/connector.js';
import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { http } from '../../../src/connectors/http/http.connector.js';
import { type StandIn, startJsonServer } from '../../support/json-server.mjs';
import { patience } from '../../support/patience.mjs';
import { newScenario } from '../../support/scenario.js';

const THING = '/things/{id}';
const thing = (method: string, undo: object, more: object = {}) => ({
  ...{ method, path: THING, capture: { path: THING }, undo: { path: THING, body: '{{*}}', ...undo } },
  ...more,
});

let server: StandIn;
beforeAll(async () => {
  server = await startJsonServer({ things: [] });
});
afterAll(() => server.stop());

const ask = async (method: string, path: string, body?: Json): Promise<JsonObject> => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(server.url + path, { method, headers, body: body ? JSON.stringify(body) : null });
  return (await answer.json()) as JsonObject;
};

const contextOf = (operations: readonly object[], baseUrl = server.url): ConnectorContext => ({
  credentials: { baseUrl, operations: JSON.stringify(operations), probePath: '/things' },
  allowedPrivateHosts: ['127.0.0.1'],
  timeoutMs: patience(1_000),
});

/** A thing that was there before, and a call on it under these declarations. */
async function newThing(fields: JsonObject, ...operations: readonly object[]) {
  const { id } = await ask('POST', '/things', fields);
  const path = `/things/${id}`;
  const state = async () => {
    const { id: _, ...rest } = await ask('GET', path);
    return rest;
  };
  const call = (method: string, body: Json): Trip => ({
    ...{ connector: http, context: contextOf(operations), apiName: `http.requests.${method.toLowerCase()}`, state },
    ...{ payload: { path, body }, act: () => ask(method, path, body) },
  });
  return { path, state, call };
}

describe('a call over HTTP', () => {
  it.each<[string, Json]>([
    ['a JSON Patch', [{ op: 'replace', path: '/name', value: 'x' }]],
    ['an envelope that no declaration names', { data: { attributes: { name: 'x' } } }],
    ['an action', { increment: 5 }],
    ['JSON as a text', '{"name":"x"}'],
    ['a form', 'name=x'],
  ])('whose body is %s is not captured, and needs no undo that would say REVERTED', async (_, body) => {
    const { call } = await newThing({ name: 'a' }, thing('PATCH', { method: 'PATCH' }));
    const trip = call('PATCH', body);
    const scenario = await newScenario(trip);
    await expect(scenario.ask(trip)).rejects.toThrow('was not captured');
  });

  it('with an envelope that the declaration names is undone', async () => {
    const enveloped = thing('PATCH', { method: 'PUT', body: { data: '{{*}}' } }, { at: '/data' });
    const { state, call } = await newThing({ data: { name: 'a', note: 'b' } }, enveloped);
    const trip = call('PATCH', { data: { name: 'x', note: 'b' } });
    const scenario = await newScenario(trip);
    await scenario.run(trip);
    expect(await state()).toEqual({ data: { name: 'x', note: 'b' } });
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED', outcomes: ['ROLLED_BACK'] });
    expect(await state()).toEqual({ data: { name: 'a', note: 'b' } });
  });

  it('that sets a field which was not there leaves null where a PATCH undoes it, and the plan says so', async () => {
    const fields = { capture: { path: THING, fields: ['name', 'note'] } };
    const { state, call } = await newThing({ name: 'a' }, thing('PATCH', { method: 'PATCH' }, fields));
    const trip = call('PATCH', { note: 'x' });
    const scenario = await newScenario(trip);
    await scenario.run(trip);
    const [step] = await scenario.plan();
    expect(step).toMatchObject({ class: 'compensating' });
    expect(step.remains).toContainEqual(expect.stringContaining('"note" was not there before the call'));
    const { details } = await scenario.rollBack();
    expect(details).toEqual([expect.stringContaining('"note" was not there before the call')]);
    expect(await state()).toEqual({ name: 'a', note: null });
  });

  it('that sets a field which was not there leaves none where a PUT undoes it, and keeps a null that was there', async () => {
    const fields = { capture: { path: THING, fields: ['name', 'note', 'color'] } };
    const { state, call } = await newThing({ name: 'a', color: null }, thing('PATCH', { method: 'PUT' }, fields));
    const trip = call('PATCH', { note: 'x', color: 'red' });
    const scenario = await newScenario(trip);
    await scenario.run(trip);
    expect(await scenario.plan()).toEqual([expect.objectContaining({ class: 'exact' })]);
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await state()).toEqual({ name: 'a', color: null });
  });

  it('that set fields to what they were changed nothing, and is REVERTED', async () => {
    const { state, call } = await newThing({ name: 'a' }, thing('PATCH', { method: 'PATCH' }));
    const trip = call('PATCH', { name: 'a' });
    const scenario = await newScenario(trip);
    await scenario.run(trip);
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED', outcomes: ['ROLLED_BACK'] });
    expect(await state()).toEqual({ name: 'a' });
  });

  it('that is answered by 204 is undone by the fields that its declaration names, and not captured where there are none', async () => {
    const before = { name: 'a', isLocked: false };
    let held: JsonObject = before;
    const raw = createServer(async (request, answer) => {
      answer.setHeader('content-type', 'application/json');
      if (request.method === 'GET') return answer.end(JSON.stringify(held));
      held = request.method === 'PUT' ? JSON.parse(await text(request)) : { ...held, isLocked: true };
      return answer.writeHead(204).end();
    });
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(raw.address() as AddressInfo).port}`;
    const payload = { path: '/things/7' };
    const locking = thing('POST', { method: 'PUT' }, { sets: { isLocked: true } });
    const context = contextOf([locking, thing('PATCH', { method: 'PUT' })], url);
    const act = async () => void (await fetch(url + payload.path, { method: 'POST' }));
    const trip = { connector: http, context, apiName: 'http.requests.post', payload, act, state: async () => held };
    const scenario = await newScenario(trip);
    await scenario.run(trip);
    expect(held).toEqual({ name: 'a', isLocked: true });
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED', outcomes: ['ROLLED_BACK'] });
    expect(held).toEqual(before);
    const empty = { apiName: 'http.requests.patch', payload: { ...payload, body: {} } };
    const reason = expect.stringContaining('names no field');
    expect(await http.capture(empty, context)).toEqual({ captured: false, reason });
    const undeclared = contextOf([thing('POST', { method: 'PUT' })], url);
    expect(await http.capture({ apiName: 'http.requests.post', payload }, undeclared)).toMatchObject({
      captured: false,
      reason: expect.stringContaining('declared operations are not as they must be'),
    });
    await new Promise((resolve) => raw.close(resolve));
  });

  it('is not undone in another account at the same address, where the credential says how to tell accounts apart', async () => {
    const accounts: Record<string, JsonObject> = { A: { id: '7', name: 'a' }, B: { id: '7', name: 'b' } };
    const raw = createServer(async (request, answer) => {
      const who = String(request.headers.authorization);
      answer.setHeader('content-type', 'application/json');
      if (request.url === '/me') return answer.end(JSON.stringify({ data: { id: `account ${who}` } }));
      if (request.method === 'PATCH') accounts[who] = { ...accounts[who], ...JSON.parse(await text(request)) };
      return answer.end(JSON.stringify(accounts[who]));
    });
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(raw.address() as AddressInfo).port}`;
    const contextFor = (authorization: string) => {
      const context = contextOf([thing('PATCH', { method: 'PATCH' })], url);
      return { ...context, credentials: { ...context.credentials, authorization, accountPath: '/me#/data/id' } };
    };
    const act = async () => {
      accounts.A = { ...accounts.A, name: 'x' };
    };
    const payload = { path: '/things/7', body: { name: 'x' } };
    const call = { apiName: 'http.requests.patch', payload, act, state: async () => accounts };
    const trip = { connector: http, context: contextFor('A'), ...call };
    const scenario = await newScenario(trip);
    await scenario.run(trip);
    accounts.B = { id: '7', name: 'x' };
    await scenario.leadTo({ ...trip, context: contextFor('B') });
    const { outcomes, details } = await scenario.rollBack();
    expect([outcomes, details]).toEqual([['IRREVERSIBLE'], [expect.stringContaining('was account A')]]);
    expect(accounts.B).toEqual({ id: '7', name: 'x' });
    await scenario.leadTo(trip);
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED' });
    await new Promise((resolve) => raw.close(resolve));
  });

  it('whose answer shows the former value is a CONFLICT where another client has set it since', async () => {
    const { path, state, call } = await newThing({ name: 'a' }, thing('PATCH', { method: 'PATCH' }));
    const trip = { ...call('PATCH', { name: 'x' }), act: async () => ({ name: 'a' }) };
    const scenario = await newScenario(trip);
    await scenario.run(trip);
    await ask('PATCH', path, { name: 'x' });
    const { outcomes, details } = await scenario.rollBack();
    expect([outcomes, details]).toEqual([['CONFLICT'], [expect.stringContaining('by the answer of the call')]]);
    expect(await state()).toEqual({ name: 'x' });
  });

  it('that two declarations fit is not captured, unless one of them is more exact', async () => {
    const undo = { method: 'PATCH', path: '/x' };
    const [byId, byKind] = [
      { method: 'PATCH', path: '/things/{id}' },
      { method: 'PATCH', path: '/{kind}/first' },
    ];
    const both = [byId, byKind].map((one) => ({ ...one, capture: { path: '/things' }, undo }));
    const capture = (path: string, all: readonly object[]) =>
      http.capture({ apiName: 'http.requests.patch', payload: { path, body: { name: 'x' } } }, contextOf(all));
    expect(await capture('/things/first', both)).toMatchObject({
      captured: false,
      reason: expect.stringContaining('several declarations fit PATCH /things/first'),
    });
    const exact = { method: 'PATCH', path: '/things/first', capture: { path: '/things/nowhere' }, undo };
    expect(await capture('/things/first', [...both, exact])).toMatchObject({ captured: true });
  });

  it('is not captured where the state holds a number that JavaScript would change', async () => {
    let state = '{"name":"a","total":12345678901234567890}';
    const raw = createServer((_, answer) => answer.setHeader('content-type', 'application/json').end(state));
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(raw.address() as AddressInfo).port}`;
    const capture = (capture: object = { path: THING }) =>
      http.capture(
        { apiName: 'http.requests.patch', payload: { path: '/things/7', body: { name: 'x' } } },
        contextOf([thing('PATCH', { method: 'PATCH' }, { capture })], url),
      );
    const reason = expect.stringContaining('the number 12345678901234567890');
    expect(await capture()).toEqual({ captured: false, reason });
    expect(await capture({ path: THING, fields: ['name'] })).toMatchObject({ captured: true });
    state = '{"name":"a","total":1234567890}';
    expect(await capture()).toMatchObject({ captured: true });
    await new Promise((resolve) => raw.close(resolve));
  });
});
