import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteTableCommand, DynamoDB } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3 } from '@aws-sdk/client-s3';
import { drive } from '@googleapis/drive';
import { Client as HubSpot } from '@hubspot/api-client';
import { LinearClient } from '@linear/sdk';
import { Client as Notion } from '@notionhq/client';
import { Octokit } from '@octokit/rest';
import { LogLevel, WebClient } from '@slack/web-api';
import Stripe from 'stripe';
import { blockingGate, wrapRecorded } from '../support/every-method.js';
import { RecordingGate } from '../support/recording-gate.js';
import { type RecordingServer, startRecordingServer } from '../support/recording-server.js';

// biome-ignore lint/suspicious/noExplicitAny: clients are called here in ways that their types do not have
type Client = any;
type Way = (client: Client) => unknown;
type Send = (options: object) => unknown;

let server: RecordingServer;
beforeAll(async () => {
  server = await startRecordingServer({ ok: true, data: {}, results: [] });
});
afterAll(() => server.stop());

const ignore = () => undefined;
const QUIET = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const aws = () => ({
  ...{ region: 'eu-1', endpoint: server.url, forcePathStyle: true, maxAttempts: 1 },
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
});
const MAKE: Record<string, () => object> = {
  github: () => new Octokit({ baseUrl: server.url, auth: 'x', log: QUIET }),
  stripe: () => {
    const { hostname: host, port } = new URL(server.url);
    return new Stripe('sk_test_x', { protocol: 'http', host, port, maxNetworkRetries: 0, telemetry: false });
  },
  gdrive: () => drive({ version: 'v3', rootUrl: `${server.url}/`, retry: false } as never),
  s3: () => new S3(aws()),
  dynamodb: () => new DynamoDB(aws()),
  hubspot: () => new HubSpot({ accessToken: 'x', basePath: server.url }),
  notion: () => new Notion({ auth: 'x', baseUrl: server.url, retry: false, logger: ignore } as never),
  linear: () => new LinearClient({ apiKey: 'x', apiUrl: `${server.url}/graphql` }),
};

const OVERRIDE = { 'X-HTTP-Method-Override': 'DELETE' };
const CONTACTS = '/crm/v3/objects/contacts';
const MUTATION = 'mutation { a }';
const hook = (send: Send, options: object) => send(options);
const toPost = (send: Send, options: object) => send({ ...options, method: 'POST', url: '/user/repos' });
const named = <T extends object>(command: T, name: string): T =>
  Object.defineProperty(command, 'schema', { value: [9, 'x', name] });
const deleting = (next: Send) => (args: { request: { method: string } }) => {
  args.request.method = 'DELETE';
  return next(args);
};
const parsed = (operation: string) => ({
  kind: 'Document',
  loc: { source: { body: '{ a }' } },
  definitions: [
    {
      ...{ kind: 'OperationDefinition', operation },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [{ kind: 'Field', name: { kind: 'Name', value: 'a' } }],
      },
    },
  ],
});

/** Requests that write, in the dress of something else. */
const WRITING: Record<string, Record<string, Way>> = {
  github: {
    'a method with a hook of its own': (client) =>
      client.rest.activity.setThreadSubscription({ thread_id: 1, request: { hook } }),
    'a mutation with a hook of its own': (client) => client.graphql(MUTATION, { request: { hook } }),
    'pages of a mutation with a hook of its own': (client) => client.paginate('POST /x', { request: { hook } }),
    'a read whose own hook writes': (client) => client.request('GET /user', { request: { hook: toPost } }),
    'a request without the hooks of the client': (client) => client.request('POST /x', { request: null }),
    'a request with an empty hook': (client) => client.request('POST /x', { request: { hook: null } }),
    'data that are written down as something else': (client) =>
      client.request('POST /graphql', { data: { query: '{ a }', toJSON: () => ({ query: MUTATION }) } }),
    'a document that the server knows already': (client) =>
      client.request('POST /graphql', { query: '{ a }', documentId: 'x' }),
    'a mutation in a query': (client) => client.request('GET /graphql', { query: MUTATION }),
    'a header that says another method': (client) => client.request('GET /repos/o/r', { headers: OVERRIDE }),
    'a parameter that says another method': (client) => client.request('GET /repos/o/r?_method=DELETE'),
    'pages with such a header': async (client) => {
      for await (const page of client.paginate.iterator('GET /repos/o/r', { headers: OVERRIDE })) void page;
    },
  },
  stripe: {
    'a header that says another method': (client) =>
      client.rawRequest('GET', '/v1/customers/x', {}, { additionalHeaders: OVERRIDE }),
  },
  gdrive: {
    'a header that says another method': (client) => client.files.get({ fileId: 'x' }, { headers: OVERRIDE }),
    'a parameter that says another method': (client) => client.files.get({ fileId: 'x', $httpMethod: 'DELETE' }),
    'a read whose adapter writes': (client) =>
      client.files.get(
        { fileId: 'x' },
        { adapter: (request: object, send: Send) => send({ ...request, method: 'PUT' }) },
      ),
  },
  s3: {
    'a command with the name of another': (client) =>
      client.send(named(new PutObjectCommand({ Bucket: 'b', Key: 'k', Body: 'x' }), 'GetObject')),
    'a read whose middleware writes': (client) => {
      const command = new GetObjectCommand({ Bucket: 'b', Key: 'k' });
      command.middlewareStack.add(deleting as never, { step: 'build' });
      return client.send(command);
    },
    'a middleware of the client that writes': (client) => {
      client.middlewareStack.add(deleting, { step: 'build' });
      return client.getObject({ Bucket: 'b', Key: 'k' });
    },
  },
  dynamodb: {
    'a command with the name of another': (client) =>
      client.send(named(new DeleteTableCommand({ TableName: 't' }), 'DescribeTable')),
  },
  hubspot: {
    'a path that only ends as a search': (client) =>
      client.apiRequest({ method: 'POST', path: `${CONTACTS}#/search`, body: {} }),
    'a path that goes back': (client) =>
      client.apiRequest({ method: 'POST', path: `${CONTACTS}/batch/archive/x/../../archive#/search`, body: {} }),
    'another address': (client) =>
      client.apiRequest({ method: 'POST', path: '/x/search', overlapUrl: `${server.url}${CONTACTS}#/search` }),
    'a header that says another method': (client) =>
      client.apiRequest({ method: 'GET', path: `${CONTACTS}/1`, headers: OVERRIDE }),
  },
  notion: {
    'a path that only ends as a query': (client) => client.request({ method: 'post', path: 'pages#/query', body: {} }),
    'a query that ends as one': (client) => client.request({ method: 'post', path: 'pages?x=/query', body: {} }),
    'a header that says another method': (client) =>
      client.request({ method: 'get', path: 'pages/x', headers: OVERRIDE }),
  },
  linear: {
    'a document whose source says something else': (client) => client.client.request(parsed('mutation')),
  },
};

const rowsOf = (ways: Record<string, Record<string, Way>>) =>
  Object.entries(ways).flatMap(([connector, of]) =>
    Object.entries(of).map(([name, way]) => ({ connector, name, way, make: MAKE[connector] as () => object })),
  );

async function run(way: Way, client: object) {
  server.take();
  let code: unknown = null;
  try {
    await way(client);
  } catch (error) {
    code = (error as { code?: unknown }).code ?? error;
  }
  await sleep(20);
  return { code, sent: server.take() };
}

describe('a wrapped client under a policy that blocks everything', () => {
  it.each(rowsOf(WRITING))('$connector: $name is refused', async ({ connector, make, way }) => {
    const { code, sent } = await run(way, wrapRecorded(make(), blockingGate(), { connector }));
    expect({ sent, code }).toEqual({ sent: [], code: expect.stringMatching(/^(policy-blocked|ungoverned-call)$/) });
  });

  it.each(rowsOf(WRITING))('$connector: $name reaches the server where there is no wrapper', async ({ make, way }) => {
    expect((await run(way, make())).sent.length).toBeGreaterThan(0);
  });
});

describe('a stream of text to Slack', () => {
  const newSlack = () =>
    new WebClient('x', { slackApiUrl: `${server.url}/api/`, logLevel: LogLevel.ERROR, retryConfig: { retries: 0 } });
  const say: Way = async (client) => {
    const stream = client.chatStream({ channel: 'C1', thread_ts: '1.0' });
    await stream.append({ markdown_text: 'Hello' });
    await stream.stop();
  };

  it('is asked for part by part, and an approval of messages holds it', async () => {
    const ready = await startRecordingServer({ ok: true, ts: '2.0' });
    const gate = new RecordingGate();
    const client = new WebClient('x', { slackApiUrl: `${ready.url}/api/`, logLevel: LogLevel.ERROR });
    await say(wrapRecorded(client, gate, { connector: 'slack' }));
    const paths = ready.take().map(({ path }) => path);
    await ready.stop();
    expect(paths).toEqual(['/api/chat.startStream', '/api/chat.stopStream']);
    expect(gate.asked.map(({ payload }) => payload.path)).toEqual(paths);
    expect(gate.asked.map(({ mayDo }) => mayDo)).toEqual([
      ['slack.chat.postMessage'],
      ['slack.chat.postMessage', 'slack.chat.update'],
    ]);
  });

  it('sends nothing where a policy blocks everything', async () => {
    const { code, sent } = await run(say, wrapRecorded(newSlack(), blockingGate(), { connector: 'slack' }));
    expect({ code, sent }).toEqual({ code: 'policy-blocked', sent: [] });
  });
});
