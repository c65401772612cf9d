import type { ConnectorContext, JsonObject } from '../../src/connectors/connector.js';
import { perform, refusesAfter, type Trip, undo } from '../../src/connectors/connector.testkit.js';
import { http } from '../../src/connectors/http/http.connector.js';
import { isSeen } from '../../src/connectors/proof/proof.js';
import { unique } from '../support/client.js';
import { freePort } from '../support/free-port.mjs';
import { startGitHub } from '../support/github.js';
import { json, Listener } from '../support/listener.js';
import { patience } from '../support/patience.mjs';
import { newPerformer, performedTrip, tripThroughService } from '../support/service-trip.js';

const ISSUE = '/repos/{owner}/{repo}/issues/{number}';
const LABELS = '/repos/{owner}/{repo}/labels';
const REF = '/repos/{owner}/{repo}/git/refs';
const OPERATIONS = [
  {
    method: 'PATCH',
    path: ISSUE,
    ignored: ['state'],
    capture: { path: ISSUE, fields: ['title', 'body'] },
    undo: { method: 'PATCH', path: ISSUE, body: '{{*}}' },
  },
  {
    method: 'POST',
    path: LABELS,
    created: 'name',
    capture: { path: `${LABELS}/{created}`, fields: ['name', 'color'] },
    undo: { method: 'DELETE', path: `${LABELS}/{created}` },
  },
  {
    method: 'DELETE',
    path: `${LABELS}/{name}`,
    capture: { path: `${LABELS}/{name}`, fields: ['name', 'color', 'description'] },
    undo: {
      method: 'POST',
      path: LABELS,
      body: { name: '{{name}}', color: '{{color}}', description: '{{description}}' },
    },
  },
];

let github: Awaited<ReturnType<typeof startGitHub>>;
let context: ConnectorContext;
beforeAll(async () => {
  github = await startGitHub();
  context = {
    credentials: {
      baseUrl: github.baseUrl,
      authorization: 'Bearer test_token_admin',
      probePath: '/user',
      operations: JSON.stringify(OPERATIONS),
    },
    allowedPrivateHosts: ['127.0.0.1'],
    timeoutMs: patience(1_000),
  };
});
afterAll(() => github.stop());

/** Sends a request as an agent does that has no client for the API. */
async function call(method: string, path: string, body?: unknown) {
  const headers = { authorization: 'Bearer test_token_admin', 'content-type': 'application/json' };
  const response = await fetch(github.baseUrl + path, { method, headers, body: body ? JSON.stringify(body) : null });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

function trip(method: string, path: string, body: JsonObject | null, state: () => Promise<unknown>): Trip {
  const payload: JsonObject = body ? { path, body } : { path };
  const apiName = `http.requests.${method.toLowerCase()}`;
  return { connector: http, context, apiName, payload, act: () => call(method, path, body ?? undefined), state };
}

/** Undoes the call. Returns its plan, which promises more than the registry promises for every API. */
async function undoes(one: Trip) {
  const before = await one.state();
  const effect = await perform(one);
  expect(await one.state()).not.toEqual(before);
  expect(isSeen(await http.probeOutcome(effect, context))).toBe(true);
  const plan = http.plan(effect);
  expect(await undo(one, effect)).toMatchObject({ outcome: 'done' });
  expect(await one.state()).toEqual(before);
  expect((await undo(one, effect)).items.map(({ result }) => result)).toEqual(['already-restored']);
  expect(await one.state()).toEqual(before);
  return plan;
}

async function newIssue() {
  const { owner, repo, issue_number: number } = await github.newIssue();
  const path = `/repos/${owner}/${repo}/issues/${number}`;
  const state = async () => {
    const { title, body } = await call('GET', path);
    return { title, body };
  };
  return { path, state };
}

describe('the http connector', () => {
  it('restores the declared fields that a PATCH changed', async () => {
    const { path, state } = await newIssue();
    const plan = await undoes(trip('PATCH', path, { title: 'Changed', state: 'open' }, state));
    expect(plan).toMatchObject({ class: 'exact', calls: [`PATCH ${path} {"title":"Broken"}`] });
    expect(plan.remains).toContain('What "state" in the body of the call did stays.');
  });

  it('removes what a POST made, and nothing that only an agent says it made', async () => {
    const { owner, repo } = await github.newRepository();
    const [path, mine, theirs] = [`/repos/${owner}/${repo}/labels`, unique('mine'), unique('theirs')];
    const state = async () => (await call('GET', path)).map(({ name }: { name: string }) => name).sort();
    const post = trip('POST', path, { name: mine, color: 'aaaaaa' }, state);
    await undoes(post);
    await call('POST', path, { name: theirs, color: 'bbbbbb' });
    const lie = await perform(post);
    const report = await undo(post, { ...lie, response: { name: theirs } });
    expect(report.outcome).toBe('conflict');
    expect(await state()).toEqual(expect.arrayContaining([mine, theirs]));
  });

  it('makes again what a DELETE removed', async () => {
    const { owner, repo } = await github.newRepository();
    const labels = `/repos/${owner}/${repo}/labels`;
    const name = unique('label');
    await call('POST', labels, { name, color: 'c0ffee', description: 'kept' });
    const state = async () =>
      (await call('GET', labels)).map((one: JsonObject) => `${one.name} ${one.color} ${one.description}`).sort();
    await undoes(trip('DELETE', `${labels}/${name}`, null, state));
  });

  it('leaves alone what another client changed since, unless it is forced', async () => {
    const { path, state } = await newIssue();
    const patch = trip('PATCH', path, { title: 'Agent' }, state);
    const effect = await refusesAfter(patch, () => call('PATCH', path, { title: 'Other' }));
    expect((await undo(patch, effect, 'force')).outcome).toBe('done');
    expect((await state()).title).toBe('Broken');
  });

  it('follows the declaration at the time of the capture', async () => {
    const { path, state } = await newIssue();
    const patch = trip('PATCH', path, { title: 'Agent' }, state);
    const effect = await perform(patch);
    const later = { ...context, credentials: { ...context.credentials, operations: '[]' } };
    expect(await http.undo(effect, 'skip', later)).toMatchObject({ outcome: 'done' });
    expect((await state()).title).toBe('Broken');
  });

  it('says why it captures nothing', async () => {
    const capture = (apiName: string, payload: JsonObject, credentials = {}) =>
      http.capture(
        { apiName, payload: { body: { title: 'x' }, ...payload } },
        { ...context, credentials: { ...context.credentials, ...credentials } },
      );
    const failing = (part: string) => ({ captured: false, reason: expect.stringContaining(part) });
    const { path } = await newIssue();
    expect(await capture('http.requests.put', { path })).toEqual(failing('No declaration'));
    expect(await capture('http.requests.patch', { path: '/repos/a/b/issues/..' })).toEqual(failing('steps upwards'));
    expect(await capture('http.requests.patch', { path: '/repos/a/%2e%2e/issues/1' })).toEqual(
      failing('steps upwards'),
    );
    expect(await capture('http.requests.patch', { path: `${path}?x=1` })).toEqual(failing('neither a query'));
    expect(await capture('http.requests.patch', { path }, { operations: 'no' })).toEqual(failing('not JSON'));
    expect(await capture('http.requests.patch', { path }, { operations: '[{}]' })).toEqual(failing('as they must be'));
    expect(await capture('http.requests.patch', { path }, { baseUrl: `http://127.0.0.1:${await freePort()}` })).toEqual(
      failing('ECONNREFUSED'),
    );
    expect(await capture('http.requests.patch', { path }, { baseUrl: 'http://93.184.215.14' })).toEqual(
      failing('must be https://'),
    );
  });

  it('cannot undo a call without a declaration', () => {
    const effect = { apiName: 'http.requests.put', payload: { path: REF }, response: undefined, snapshot: null };
    expect(http.plan(effect)).toMatchObject({ class: 'impossible' });
  });

  it('proves its credential with a harmless call', async () => {
    await http.probe(context);
    const nowhere = { ...context, credentials: { ...context.credentials, probePath: '/nowhere' } };
    await expect(http.probe(nowhere)).rejects.toThrow('404');
  });

  it('is rolled back by the service', async () => {
    const { path, state } = await newIssue();
    const { plan } = await tripThroughService(trip('PATCH', path, { title: 'Agent', body: 'By an agent' }, state));
    expect(plan[0]).toMatchObject({ class: 'exact', calls: [expect.stringContaining(`PATCH ${path}`)] });
  });
});

describe('a call of any API that the service makes', () => {
  it('changes a thing as declared and answers it, and a rollback restores it', async () => {
    const { owner, repo, issue_number } = await github.newIssue();
    const path = `/repos/${owner}/${repo}/issues/${issue_number}`;
    const state = async () => (await call('GET', path)).title;
    const { act: _, ...one } = trip('PATCH', path, { title: 'Performed' }, state);
    expect((await performedTrip(one)).response).toMatchObject({ number: issue_number, title: 'Performed' });
  });

  /** An API that tells what it was asked, in its answers. */
  async function startEchoing(more: object[]) {
    const listener = new Listener((asked, reply) => json(reply, 200, { ...asked, large: 12345678901234 }));
    const baseUrl = await listener.start();
    const operations = JSON.stringify(more);
    const authorization = 'Bearer sk_live_0123456789abcdefghijklmnop';
    const performer = await newPerformer('http', { baseUrl, authorization, operations });
    return { ...performer, listener, authorization };
  }

  it('is sent where it is declared, and nowhere else; a read only with the declared query', async () => {
    const { perform, listener } = await startEchoing([
      { method: 'GET', path: '/things/{id}', query: ['page'] },
      { method: 'POST', path: '/mails', idempotencyKey: 'Idempotency-Key' },
    ]);
    const read = await perform('requests.get', { path: '/things/7', query: { page: 2 } });
    expect(read).toMatchObject({ status: 'SUCCESS', operationType: 'READ', response: { path: '/things/7?page=2' } });
    const mailed = await perform('requests.post', { path: '/mails', body: { to: 'a' } });
    expect(mailed).toMatchObject({ status: 'SUCCESS', response: { body: '{"to":"a"}' } });
    expect(listener.asked.at(-1)?.headers).toMatchObject({ 'idempotency-key': mailed.id });
    const refused = [
      await perform('requests.get', { path: '/other' }),
      await perform('requests.get', { path: '/things/7', query: { token: 'x' } }),
      await perform('requests.get', { path: '/things/..%2fmails' }),
      await perform('requests.post', { path: '/things/7' }),
      await perform('requests.delete', { path: '/mails' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(Array(5).fill('FAILED'));
    expect(listener.asked).toHaveLength(2);
    await listener.stop();
  });

  it('answers no secret of the credential, in whatever form the API echoes it', async () => {
    const { perform, listener, authorization } = await startEchoing([{ method: 'GET', path: '/{what}' }]);
    const [, token = ''] = authorization.split(' ');
    const forms: Record<string, string> = {
      plain: token,
      base64: Buffer.from(`user:${token}`).toString('base64'),
      hex: Buffer.from(token).toString('hex'),
      url: encodeURIComponent(authorization),
      inJson: JSON.stringify({ said: JSON.stringify({ authorization }) }),
      escaped: `"${[...token].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`,
    };
    listener.answering = ({ path }, reply) => {
      const said = forms[path.slice(1)] ?? '';
      const text = path === '/escaped' ? said : JSON.stringify({ said, beside: 'kept' });
      reply.writeHead(200, { 'content-type': 'application/json' });
      // In two pieces: the token is not whole in either.
      reply.write(text.slice(0, text.length / 2));
      setTimeout(() => reply.end(text.slice(text.length / 2)), 5);
    };
    for (const [name, said] of Object.entries(forms)) {
      const { status, response } = await perform('requests.get', { path: `/${name}` });
      expect([name, status]).toEqual([name, 'SUCCESS']);
      const answered = JSON.stringify(response);
      for (const secret of [token, said.replaceAll('"', ''), Buffer.from(token).toString('hex')])
        if (secret.length > 8) expect(answered).not.toContain(secret);
      expect(answered).toContain('…');
    }
    // Positive control: what is no secret is answered as it is.
    listener.answering = (_, reply) => json(reply, 200, { said: token.toUpperCase().slice(0, 12) });
    expect((await perform('requests.get', { path: '/x' })).response.said).toBe(token.toUpperCase().slice(0, 12));
    await listener.stop();
  });

  it('is FAILED with the words of the API, without the secret, where the API refuses it', async () => {
    const { perform, listener, authorization } = await startEchoing([{ method: 'POST', path: '/mails' }]);
    listener.answering = (_, reply) => json(reply, 422, { message: `no such thing for ${authorization}` });
    const { status, response } = await perform('requests.post', { path: '/mails', body: {} });
    expect([status, response.refusal.status]).toEqual(['FAILED', 422]);
    expect(response.refusal.message).toContain('no such thing');
    expect(response.refusal.message).not.toContain('0123456789abcdef');
    await listener.stop();
  });
});
