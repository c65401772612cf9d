import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Connector, JsonObject } from '../../src/connectors/connector.js';
import { dynamodb } from '../../src/connectors/dynamodb/dynamodb.connector.js';
import { github } from '../../src/connectors/github/github.connector.js';
import { http } from '../../src/connectors/http/http.connector.js';
import { AS_LEFT, NOT_HAPPENED, UNKNOWN } from '../../src/connectors/proof/proof.js';
import { slack } from '../../src/connectors/slack/slack.connector.js';
import { patience } from '../support/patience.mjs';

let server: Server;
let answer: RequestListener;
let asked: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  asked = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const SILENCE: RequestListener = () => undefined;
/** Only silence is waited for to the end. */
const timeout = () => patience(answer === SILENCE ? 600 : 10_000);

const says =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };

/** Probes a snapshot, so that only the connector's own reading sends requests. */
function settle(connector: Connector, apiName: string, payload: JsonObject, address: JsonObject, field: string) {
  const { port } = server.address() as AddressInfo;
  const reading = { fields: { [field]: 'before' } };
  const baseUrl = `http://127.0.0.1:${port}`;
  const snapshot = { takenAt: Date.now(), place: baseUrl, items: [{ address, reading }] };
  const credentials = { token: 'token', baseUrl };
  const context = { credentials, allowedPrivateHosts: ['127.0.0.1'], timeoutMs: timeout() };
  return connector.probeOutcome({ apiName, payload, response: undefined, snapshot }, context);
}

const onGitHub = () => {
  const at = { owner: 'o', repo: 'r', issue_number: 1 };
  return settle(github, 'github.issues.update', { ...at, title: 'after' }, at, 'title');
};
const onSlack = () => {
  const at = { channel: 'C0000001' };
  return settle(slack, 'slack.conversations.setTopic', { ...at, topic: 'after' }, at, 'topic');
};

const unavailable = (more: object = {}) => expect.objectContaining({ name: 'ProviderUnavailableError', ...more });
const LONG = JSON.stringify({ title: 'x'.repeat(11_000_000) });

describe('an answer of GitHub', () => {
  it.each([
    ['429', says(429, '{}', { 'retry-after': '3' }), 3_000],
    ['403 of a limit that says when', says(403, '{}', { 'retry-after': '4' }), 4_000],
    ['403 of a limit that is used up', says(403, '{}', { 'x-ratelimit-remaining': '0' }), null],
    ['502', says(502, 'Bad Gateway', { 'content-type': 'text/html' }), null],
    ['200 with a page of a proxy', says(200, '<html>', { 'content-type': 'text/html' }), null],
    ['200 with half of an object', says(200, '{"title": "af'), null],
    ['200 with an error', says(200, '{"message": "Something went wrong"}'), null],
    ['more than it may', says(200, LONG), null],
    ['nothing', SILENCE, null],
  ])('is temporary when it is %s, after one request', async (_, given, retryAfterMs) => {
    answer = given;
    await expect(onGitHub()).rejects.toEqual(unavailable({ retryAfterMs }));
    expect(asked).toBe(1);
  });

  it.each([
    ['401', says(401, '{"message": "Bad credentials"}')],
    ['403', says(403, '{"message": "Resource not accessible"}')],
    ['a redirect', says(301, '{}', { location: 'http://127.0.0.1:1/' })],
  ])('proves nothing when it is %s', async (_, given) => {
    answer = given;
    expect(await onGitHub()).toEqual(UNKNOWN);
    expect(asked).toBe(1);
  });
});

describe('an answer of DynamoDB', () => {
  const onDynamoDB = () => {
    const key = { id: { S: '7' } };
    const { port } = server.address() as AddressInfo;
    const address = { table: 'things', key: JSON.stringify(key) };
    const baseUrl = `http://127.0.0.1:${port}`;
    const snapshot = { takenAt: Date.now(), place: `${baseUrl} r`, items: [{ address, reading: null }] };
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b', region: 'r', baseUrl };
    const payload = { TableName: 'things', Item: { ...key, note: { S: 'agent' } } };
    const effect = { apiName: 'dynamodb.items.put', payload, response: undefined, snapshot };
    return dynamodb.probeOutcome(effect, { credentials, allowedPrivateHosts: ['127.0.0.1'], timeoutMs: timeout() });
  };

  it.each([
    ['an error with status 200', says(200, '{"__type": "InternalServerError", "message": "no"}')],
    ['another error with status 200', says(200, '{"error": {"code": 500}}')],
    ['a page of a proxy', says(200, '<html>')],
    ['half of an object', says(200, '{"Item": {"id": {"S": "7')],
    ['nothing', SILENCE],
  ])('never means that the item is absent when it is %s', async (_, given) => {
    answer = given;
    await expect(onDynamoDB()).rejects.toEqual(unavailable());
  });

  it('means that the item is absent when there is no item', async () => {
    answer = says(200, '{}');
    expect(await onDynamoDB()).toEqual(NOT_HAPPENED);
  });
});

describe('an answer of any REST API', () => {
  const declared = () => {
    const { port } = server.address() as AddressInfo;
    const path = '/things/{id}';
    const declaration = {
      method: 'PATCH',
      path,
      capture: { path, fields: ['title'] },
      undo: { method: 'PATCH', path, body: '{{*}}' },
    };
    const items = [{ address: { id: '7' }, reading: { fields: { title: 'before' } } }];
    const snapshot = { takenAt: Date.now(), place: `http://127.0.0.1:${port}`, items, declaration };
    const payload = { path: '/things/7', body: { title: 'after' } };
    const credentials = { baseUrl: `http://127.0.0.1:${port}`, operations: JSON.stringify([declaration]) };
    const context = { credentials, allowedPrivateHosts: ['127.0.0.1'], timeoutMs: timeout() };
    return { effect: { apiName: 'http.requests.patch', payload, response: undefined, snapshot }, context };
  };
  const onHttp = () => {
    const { effect, context } = declared();
    return http.probeOutcome(effect, context);
  };

  it.each([
    ['an error with status 200', says(200, '{"error": {"code": 500}}')],
    ['a list', says(200, '[]')],
    ['a page', says(200, '<html>')],
    ['nothing', SILENCE],
  ])('is temporary when it is %s', async (_, given) => {
    answer = given;
    await expect(onHttp()).rejects.toEqual(unavailable());
  });

  it('is ignored when an undo was accepted and the resource reads back as before', async () => {
    const methods: (string | undefined)[] = [];
    answer = (request, response) => {
      methods.push(request.method);
      const title = request.method === 'PATCH' ? 'before' : 'after';
      says(200, JSON.stringify({ title }))(request, response);
    };
    const { effect, context } = declared();
    const report = await http.undo(effect, 'skip', { ...context, idempotencyKey: 'of-this-step' });
    expect(report).toMatchObject({ outcome: 'failed', detail: expect.stringContaining('reads back otherwise') });
    expect(methods).toEqual(['GET', 'PATCH', 'GET']);
  });

  it('counts as the state also with a member that other APIs use for errors', async () => {
    answer = says(200, '{"title": "after", "message": "to all"}');
    expect(await onHttp()).toEqual(AS_LEFT);
  });
});

describe('lists in which a deleted resource may have been recreated', () => {
  /** Undoes the deletion: the thing is not there, and the list is as it is given. */
  const undoOnGitHub = (list: RequestListener) => {
    const methods: string[] = [];
    answer = (request, response) => {
      methods.push(request.method ?? '');
      if (request.url?.includes('/comments/7')) return says(404, '{}')(request, response);
      if (request.url?.includes('/issues/1/comments')) return list(request, response);
      return says(200, '{"url": "of the repository"}')(request, response);
    };
    const { port } = server.address() as AddressInfo;
    const payload = { owner: 'o', repo: 'r', comment_id: 7 };
    const reading = { fields: { body: 'before', issue_number: 1 } };
    const baseUrl = `http://127.0.0.1:${port}`;
    const snapshot = { takenAt: Date.now(), place: baseUrl, items: [{ address: payload, reading }] };
    const context = {
      credentials: { token: 'token', baseUrl },
      allowedPrivateHosts: ['127.0.0.1'],
      timeoutMs: timeout(),
    };
    const effect = { apiName: 'github.issues.deleteComment', payload, response: undefined, snapshot };
    return { undone: github.undo(effect, 'skip', context), methods };
  };

  it.each([
    ['an error with status 200', says(200, '{"message": "Something went wrong"}')],
    ['a page of a proxy', says(200, '<html>')],
  ])('are not read as empty ones when they are %s: nothing is created a second time', async (_, list) => {
    const { undone, methods } = undoOnGitHub(list);
    await expect(undone).rejects.toEqual(unavailable());
    expect(methods).not.toContain('POST');
  });
});

describe('an answer of Slack', () => {
  it.each([
    ['429', says(429, '{"ok": false, "error": "ratelimited"}', { 'retry-after': '3' }), 3_000],
    ['429 without a time', says(429, '{}'), null],
    ['an error of its own', says(200, '{"ok": false, "error": "internal_error"}'), null],
    ['503', says(503, 'down'), null],
    ['200 with a page of a proxy', says(200, '<html>', { 'content-type': 'text/html' }), null],
    ['200 with half of an object', says(200, '{"ok": true, "chan'), null],
    ['200 with another object', says(200, '{"ok": true}'), null],
    ['more than it may', says(200, LONG), null],
    ['nothing', SILENCE, null],
  ])('is temporary when it is %s, after one request', async (_, given, retryAfterMs) => {
    answer = given;
    await expect(onSlack()).rejects.toEqual(unavailable({ retryAfterMs }));
    expect(asked).toBe(1);
  });

  it.each(['invalid_auth', 'channel_not_found', 'missing_scope'])('proves nothing when it is %s', async (error) => {
    answer = says(200, JSON.stringify({ ok: false, error }));
    expect(await onSlack()).toEqual(UNKNOWN);
    expect(asked).toBe(1);
  });
});
