import { CONNECTORS } from '../../../src/connectors/all.js';
import { caldav } from '../../../src/connectors/caldav/caldav.connector.js';
import type { Connector, ConnectorContext, JsonObject } from '../../../src/connectors/connector.js';
import { perform, undo } from '../../../src/connectors/connector.testkit.js';
import { dynamodb } from '../../../src/connectors/dynamodb/dynamodb.connector.js';
import { http } from '../../../src/connectors/http/http.connector.js';
import { s3 } from '../../../src/connectors/s3/s3.connector.js';
import { slack } from '../../../src/connectors/slack/slack.connector.js';
import { casesOf } from '../../connectors/subjects/cases-of.js';
import { startGitHub } from '../../support/github.js';
import { json, Listener } from '../../support/listener.js';
import { patience } from '../../support/patience.mjs';

const ISSUE = '/repos/{owner}/{repo}/issues/{number}';
const LABELS = '/repos/{owner}/{repo}/labels';
const OPERATIONS = [
  {
    method: 'PATCH',
    path: ISSUE,
    capture: { path: ISSUE },
    undo: { method: 'PATCH', path: ISSUE, body: '{{*}}' },
  },
  {
    method: 'POST',
    path: LABELS,
    created: 'name',
    capture: { path: `${LABELS}/{created}` },
    undo: { method: 'DELETE', path: `${LABELS}/{created}` },
  },
];
/** Texts that a URL parser, a proxy or a server may read as something else than one segment. */
const NO_SEGMENTS = [
  ...['', '.', '..', '%2e', '%2E%2e', '.%2e', '.\t', '.\t.', '\t..', '.\n.', '.\r.', '..\t', '%2e\t%2e'],
  ...['..%2f..', 'labels%2f1', '..%5c..', '..\\..', '%252e%252e', '1%252flabels', '1%09', '1%0a', '1%00', '1\u0000'],
  ...['1?a=b', '1#a', '1%3fa=b', '1%23a', '1%', '1%zz', '1%ff', '..;', '..;a=b'],
];

/** Connectors whose values have forms of their own: an address, a bucket, a table, an id. */
const TRIED_APART = { caldav: true, dynamodb: true, http: true, s3: true, slack: true };

let server: Awaited<ReturnType<typeof startGitHub>>;
let context: ConnectorContext;
beforeAll(async () => {
  server = await startGitHub();
  context = {
    credentials: {
      baseUrl: server.baseUrl,
      authorization: 'Bearer test_token_admin',
      operations: JSON.stringify(OPERATIONS),
    },
    allowedPrivateHosts: ['127.0.0.1'],
    timeoutMs: patience(1_000),
  };
});
afterAll(() => server.stop());

describe('The path of an http call', () => {
  it('is captured where each value is one segment', async () => {
    const { owner, repo, issue_number } = await server.newIssue();
    const payload = { path: `/repos/${owner}/${repo}/issues/${issue_number}`, body: { title: 'Changed' } };
    expect(await http.capture({ apiName: 'http.requests.patch', payload }, context)).toMatchObject({ captured: true });
  });

  it.each(NO_SEGMENTS)('is refused with the value %j', async (value) => {
    const { owner, repo } = await server.newRepository();
    const payload = { path: `/repos/${owner}/${repo}/issues/${value}`, body: {} };
    const found = await http.capture({ apiName: 'http.requests.patch', payload }, context);
    expect(found).toMatchObject({ captured: false, reason: expect.stringMatching(/path|declar/) });
  });

  it.each(NO_SEGMENTS.filter((one) => !/^1%(zz|ff)?$/.test(one)))(
    'of an undo never takes %j from a response',
    async (name) => {
      const { owner, repo } = await server.newRepository();
      const payload = { path: `/repos/${owner}/${repo}/labels`, body: { color: 'ededed' } };
      const trip = { connector: http, context, apiName: 'http.requests.post', payload };
      const effect = await perform({ ...trip, act: async () => ({ name }) });
      const report = await undo({ ...trip, act: async () => null, state: async () => null }, effect, 'force');
      expect(report.outcome).toBe('impossible');
      expect((await server.agent.rest.repos.get({ owner, repo })).status).toBe(200);
    },
  );
});

describe('A value of a payload', () => {
  const listener = new Listener((_, reply) => json(reply, 404, {}));
  let baseUrl: string;
  beforeAll(async () => {
    baseUrl = await listener.start();
  });
  afterAll(() => listener.stop());

  const ASKING = CONNECTORS.flatMap((connector) => {
    const { asking } = casesOf(connector.id);
    return asking > 0 ? [[connector.id, connector, asking] as const] : [];
  });

  /** Returns the requests that the provider got while this call was captured. */
  async function askedFor(connector: Connector, apiName: string, payload: JsonObject): Promise<string[]> {
    listener.asked = [];
    const own = casesOf(connector.id).credentials('a', { url: baseUrl, database: `${new URL(baseUrl).host}/0` });
    // With this token no other one is asked for.
    const credentials = { ...own, accessToken: 'b' };
    await connector.capture({ apiName, payload }, { ...context, credentials });
    return listener.asked.map(({ path }) => path.replace(/\?.*/, ''));
  }

  it.each(ASKING)('never leads %s to a path that it does not fill', async (_, connector, mostlyAsked) => {
    let asking = 0;
    for (const { apiName, payloadSchema, reversibility } of connector.operations) {
      if (reversibility === 'none') continue;
      const payload = payloadOf(payloadSchema as Schema) as JsonObject;
      const meant = await askedFor(connector, apiName, payload);
      if (meant.length === 0) continue;
      asking += 1;
      for (const value of TRICKS) {
        for (const name of Object.keys(payload).filter((one) => payload[one] === MARK)) {
          const filled = (await askedFor(connector, apiName, { ...payload, [name]: value })).map(decodeURIComponent);
          const allowed = meant.map((path) => path.split(MARK));
          const isTaken = filled.length > 0 && filled.some((path) => path.includes(value));
          const isOne = FREE.includes(name) || !/[/?#%\\;]|\p{Cc}|^\.+$/u.test(value);
          expect({ apiName, name, value, isTaken: isTaken && !isOne }).toEqual({
            apiName,
            name,
            value,
            isTaken: false,
          });
          for (const path of filled) {
            const fits = allowed.some((parts) => parts.length > 1 && parts.every((part) => path.includes(part)));
            const isMeant = meant.includes(path) || (fits && path.includes(value));
            expect({ apiName, name, value, path, isMeant }).toEqual({ apiName, name, value, path, isMeant: true });
          }
        }
      }
    }
    expect(asking).toBeGreaterThanOrEqual(mostlyAsked);
  });

  it.each(CONNECTORS.filter(({ id }) => casesOf(id).asking === 0 && !(id in TRIED_APART)).map(({ id }) => id))(
    'enters no path at %s, whose captures ask nothing over HTTP',
    async (id) => {
      const connector = CONNECTORS.find((one) => one.id === id) as Connector;
      for (const { apiName, payloadSchema, reversibility } of connector.operations) {
        if (reversibility === 'none') continue;
        expect([apiName, await askedFor(connector, apiName, payloadOf(payloadSchema as Schema) as JsonObject)]).toEqual(
          [apiName, []],
        );
      }
    },
  );

  it.each([
    '/dav/../admin.ics',
    '/dav/%2e%2e/a.ics',
    '/dav/.\t./a.ics',
    '/dav/..%2fa.ics',
    '/dav\\..\\a.ics',
    '/a.ics?b=c',
  ])('never leads caldav to %j', async (path) => {
    const credentials = { serverUrl: `${baseUrl}/dav/`, username: 'a', password: 'b' };
    for (const url of [path, baseUrl + path]) {
      listener.asked = [];
      const call = { apiName: 'caldav.objects.delete', payload: { url } };
      expect(await caldav.capture(call, { ...context, credentials })).toMatchObject({ captured: false });
      expect(listener.asked).toEqual([]);
    }
  });
});

describe('A bucket, a key and a table', () => {
  const listener = new Listener((_, reply) => json(reply, 404, {}));
  let credentials: Record<string, string>;
  beforeAll(async () => {
    const baseUrl = await listener.start();
    credentials = { accessKeyId: 'a', secretAccessKey: 'b', region: 'eu-central-1', baseUrl };
  });
  afterAll(() => listener.stop());

  async function askedFor(connector: Connector, apiName: string, payload: JsonObject) {
    listener.asked = [];
    const found = await connector.capture({ apiName, payload }, { ...context, credentials });
    return { found, asked: listener.asked.map(({ path }) => path) };
  }

  it.each([
    ...['.', '..', '../other', 'a/b', 'a?versionId=1', 'a#b', 'a%2fb', '/a', 'a\\b', 'a..b', 'a\n', '@example.com'],
    ...['arn:aws:s3:us-east-1:999999999999:accesspoint/a', 'example.com:80/a', ''],
  ])('is nothing that leads elsewhere: the bucket %j is not asked for', async (Bucket) => {
    const { found, asked } = await askedFor(s3, 's3.objects.delete', { Bucket, Key: 'a' });
    expect(found).toMatchObject({ captured: false, reason: expect.stringMatching(/Bucket/) });
    expect(asked).toEqual([]);
  });

  it.each([
    ...['a', '/a', '//a', 'a/', '../other/a', '..', '.', 'a/../b', 'a//b', 'a%2fb', '%2e%2e/b', 'a?versionId=1'],
    ...['a#b', 'a b', 'a+b', 'a&b=c', 'a\\b', 'a;b', 'ä', '?acl', '?delete'],
  ])('is the one that the payload names: of the key %j no other is asked for', async (Key) => {
    const { asked } = await askedFor(s3, 's3.objects.delete', { Bucket: 'bucket', Key });
    // The identity of the bucket is in a list of buckets.
    const ofKeys = asked.filter((path) => !path.startsWith('/?'));
    expect(ofKeys).not.toEqual([]);
    for (const path of ofKeys) {
      const [before = '', query = ''] = path.split('?');
      expect(decodeURIComponent(before)).toBe(`/bucket/${Key}`);
      expect(query.replace(/x-id=\w+/, '')).toBe('');
    }
  });

  it.each(['../a', 'a/b', 'arn:aws:dynamodb:us-east-1:999999999999:table/a', 'a b', ''])(
    'is no address: the table %j is not asked for',
    async (TableName) => {
      const payload = { TableName, Key: { id: { S: '1' } } };
      const { found, asked } = await askedFor(dynamodb, 'dynamodb.items.delete', payload);
      expect(found).toMatchObject({ captured: false });
      expect(asked).toEqual([]);
      const many = { RequestItems: { [TableName]: [{ DeleteRequest: { Key: { id: { S: '1' } } } }] } };
      expect((await askedFor(dynamodb, 'dynamodb.items.batchWrite', many)).asked).toEqual([]);
    },
  );
});

describe('An id of Slack', () => {
  const bodies: string[] = [];
  const listener = new Listener((asked, reply) => {
    bodies.push(asked.body);
    json(reply, 200, { ok: false, error: 'message_not_found' });
  });
  let credentials: Record<string, string>;
  beforeAll(async () => {
    credentials = { token: 'xoxb-a', baseUrl: await listener.start() };
  });
  afterAll(() => listener.stop());

  it.each([
    ['slack.chat.update', { channel: 'C1&channel=C2', ts: '1.000001', text: 'a' }],
    ['slack.chat.update', { channel: '#general', ts: '1.000001', text: 'a' }],
    ['slack.chat.update', { channel: 'C1', ts: '1.000001&ts=2', text: 'a' }],
    ['slack.chat.update', { channel: 'C1', ts: '../1', text: 'a' }],
    ['slack.pins.remove', { channel: 'C1/../C2', timestamp: '1.000001' }],
    ['slack.conversations.archive', { channel: 'C1?a=b' }],
    ['slack.conversations.rename', { channel: 'general', name: 'a' }],
  ])('of another form is not sent: %s %j', async (apiName, payload) => {
    bodies.length = 0;
    expect(await slack.capture({ apiName, payload }, { ...context, credentials })).toMatchObject({ captured: false });
    expect(bodies).toEqual([]);
  });

  it('is one value of the request, whatever is in it', async () => {
    bodies.length = 0;
    const payload = { channel: 'C1', timestamp: '1.000001', name: 'a&channel=C2' };
    await slack.capture({ apiName: 'slack.reactions.add', payload }, { ...context, credentials });
    expect(bodies.length).toBeGreaterThan(0);
    for (const body of bodies) expect(new URLSearchParams(body).getAll('channel').slice(1)).toEqual([]);
  });
});

const TRICKS = [
  ...['.', '..', '.\t.', '%2e%2e', '.%2e', 'a/../..', 'a\\..\\..', 'a%2f..%2f..', '..%5c..', 'a\n', 'a%0a', 'a\u0000'],
  ...['x/permissions/y', 'me/..', '//evil/', 'cus_x?expand=a', 'cus_x#a', 'a%2fb', 'a%3fb', 'a%23b', '..;/b'],
  ...['https://example.com/', '@example.com', 'a%252f..%252f..'],
];
/** Members that may be written as a path, a name or an address: they are encoded, or taken as they are. */
const FREE = ['path', 'ref', 'branch', 'name', 'labels', 'assignees', 'calendarId'];

const MARK = 'marked';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minimum?: number;
}

/** The smallest payload within a schema; every text in it is the mark. */
function payloadOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const type = [schema.type ?? 'string'].flat()[0];
  if (type === 'string') return MARK;
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  if (type === 'array') return [payloadOf(schema.items ?? {})];
  return Object.fromEntries((schema.required ?? []).map((name) => [name, payloadOf(schema.properties?.[name] ?? {})]));
}
