import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3 } from '@aws-sdk/client-s3';
import { gmail } from '@googleapis/gmail';
import { Client as HubSpot } from '@hubspot/api-client';
import { LinearClient } from '@linear/sdk';
import { Client as Notion } from '@notionhq/client';
import { Octokit } from '@octokit/rest';
import { LogLevel, WebClient } from '@slack/web-api';
import { google } from 'googleapis';
import Stripe from 'stripe';
import { blockingGate, wrapRecorded } from '../support/every-method.js';
import { RecordingGate } from '../support/recording-gate.js';
import { type RecordingServer, startRecordingServer } from '../support/recording-server.js';

// biome-ignore lint/suspicious/noExplicitAny: these are the insides of clients, which have no types
type Inside = any;
type Way = (client: Inside) => unknown;
type Send = (options: object) => unknown;

let server: RecordingServer;
beforeAll(async () => {
  server = await startRecordingServer({ ok: true, data: {}, results: [], url: 'x' });
});
afterAll(() => server.stop());

const ignore = () => undefined;
const QUIET = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const AWS = () => ({
  region: 'eu-1',
  endpoint: server.url,
  forcePathStyle: true,
  maxAttempts: 1,
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
});
const STRIPE = () => {
  const { hostname: host, port } = new URL(server.url);
  return { protocol: 'http', host, port, maxNetworkRetries: 0, telemetry: false } as const;
};
const SLACK = () => ({
  slackApiUrl: `${server.url}/api/`,
  logLevel: LogLevel.ERROR,
  retryConfig: { retries: 0 },
});
const OF_GOOGLE = () => ({ rootUrl: `${server.url}/`, retry: false });
const POST = { method: 'POST', url: '/user/repos', name: 'x' };
const CUSTOMER = ['POST', '/v1/customers', { name: 'x' }] as const;
const MUTATION = 'mutation { issueDelete(id: "x") { success } }';
const NOTE = { method: 'post', path: 'pages', body: {} };
const MAIL = () => ({ userId: 'me', requestBody: { raw: 'x' }, ...OF_GOOGLE() });
/** Builds a request as the client's own methods do. */
const putRequest = () => {
  const { hostname, port } = new URL(server.url);
  return {
    method: 'PUT',
    protocol: 'http:',
    hostname,
    port: Number(port),
    path: '/bucket/key',
    headers: {},
    query: {},
    body: 'x',
  };
};
const put = () => new PutObjectCommand({ Bucket: 'bucket', Key: 'key', Body: 'x' });

const CLIENTS: Record<string, { make(): object; ways: Record<string, Way> }> = {
  stripe: {
    make: () => new Stripe('sk_test_x', STRIPE()),
    ways: {
      'a client behind a group of resources': (client) => client.checkout.stripe.customers.create({}),
      'another client of the same class': (client) =>
        new client.constructor('sk_test_x', STRIPE()).customers.create({ name: 'x' }),
      'a client of a class that extends its own': (client) =>
        Reflect.construct(class extends (client.constructor as Inside) {}, ['sk_test_x', STRIPE()]).rawRequest(
          ...CUSTOMER,
        ),
      'another resource of the same class': (client) => new client.customers.constructor(client).create({}),
    },
  },
  github: {
    make: () => new Octokit({ baseUrl: server.url, auth: 'x', log: QUIET }),
    ways: {
      'a hook that sends something else': (client) => {
        client.hook.wrap('request', (send: Send, options: object) => send(Object.assign(options, POST)));
        return client.request('GET /user');
      },
      'a hook that changes the request': (client) => {
        client.hook.before('request', (options: object) => void Object.assign(options, POST));
        return client.request('GET /user');
      },
      'what a hook was given to send with': async (client) => {
        let kept = ignore;
        client.hook.wrap('request', (send: Send, options: object) => {
          kept = () => send(Object.assign(options, POST)) as undefined;
          return send(options);
        });
        await client.request('GET /user');
        return kept();
      },
      'what the parameters of a method are made of': (client) =>
        client.request(client.request.endpoint.merge('POST /user/repos', { name: 'x' })),
      'the function that signs requests': (client) =>
        client.auth.hook(client.request, 'POST /user/repos', { name: 'x' }),
      'another client of the same class': (client) =>
        new client.constructor({ baseUrl: server.url, auth: 'x', log: QUIET }).request(POST),
      'a client of a class with defaults': (client) => {
        const Defaults = client.constructor.defaults({ baseUrl: server.url, auth: 'x', log: QUIET });
        return new Defaults().rest.repos.createForAuthenticatedUser({ name: 'x' });
      },
      'a client of a class with another plugin': (client) => {
        const Plugged = client.constructor.plugin(() => ({ own: true }));
        return new Plugged({ baseUrl: server.url, auth: 'x', log: QUIET }).graphql(MUTATION);
      },
    },
  },
  slack: {
    make: () => new WebClient('xoxb-x', SLACK()),
    ways: {
      'a request of its own': (client) => client.makeRequest(`${server.url}/api/chat.postMessage`, { text: 'x' }),
      'another client of the same class': (client) =>
        new client.constructor('xoxb-x', SLACK()).chat.postMessage({ channel: 'C1', text: 'x' }),
    },
  },
  gmail: {
    make: () =>
      gmail({ version: 'v1', ...OF_GOOGLE(), auth: new google.auth.OAuth2({ credentials: { access_token: 'x' } }) }),
    ways: {
      'another API of the same class': (client) =>
        new client.constructor({ ...OF_GOOGLE(), auth: client.context._options.auth }).users.messages.send(MAIL()),
      'another resource of the same class': (client) =>
        new client.users.messages.constructor(client.context).send(MAIL()),
    },
  },
  'gmail, of googleapis': {
    make: () => google,
    ways: {
      'another API': (client) => client.drive({ version: 'v3', ...OF_GOOGLE() }).files.delete({ fileId: 'x' }),
      'a resource of another API': (client) => {
        const { files } = client.drive({ version: 'v3', ...OF_GOOGLE() });
        return new files.constructor(files.context).delete({ fileId: 'x' });
      },
    },
  },
  s3: {
    make: () => new S3(AWS()),
    ways: {
      'its handler of requests': (client) => client.config.requestHandler.handle(putRequest()),
      'a command that resolves itself': (client) =>
        put().resolveMiddleware(client.middlewareStack, client.config, {})({ input: put().input }),
      'a copy of its middleware': (client) =>
        put().resolveMiddleware(client.middlewareStack.clone(), client.config, {})({ input: put().input }),
      'another client of the same class': (client) => new client.constructor(AWS()).send(put()),
      'another client of the imported class with its handler': (client) =>
        new S3({ ...AWS(), requestHandler: client.config.requestHandler }).send(put()),
      'the call bound to another client': (client) => client.send.call(new S3(AWS()), put()),
    },
  },
  dynamodb: {
    make: () => new DynamoDB(AWS()),
    ways: {
      'another client of the same class': (client) =>
        new client.constructor(AWS()).deleteTable({ TableName: 'customers' }),
    },
  },
  hubspot: {
    make: () => new HubSpot({ accessToken: 'x', basePath: server.url }),
    ways: {
      'another client of the same class': (client) =>
        new client.constructor({ accessToken: 'x', basePath: server.url }).crm.contacts.basicApi.create({
          properties: {},
        }),
      'the sender of an API': async (client) => {
        const { api } = client.crm.contacts.basicApi;
        const request = await api.requestFactory.create({ properties: {} });
        return api.configuration.httpApi.send(request).toPromise();
      },
      'another API of the same class': (client) => {
        const { basicApi } = client.crm.contacts;
        return new basicApi.constructor(basicApi.api.configuration).create({ properties: {} });
      },
      'another group of the same class': (client) =>
        new client.crm.contacts.constructor({ accessToken: 'x', basePath: server.url }).basicApi.create({
          properties: {},
        }),
    },
  },
  notion: {
    make: () => new Notion({ auth: 'x', baseUrl: server.url, retry: false, logger: ignore } as never),
    ways: {
      'another client of the same class': (client) =>
        new client.constructor({ auth: 'x', baseUrl: server.url, retry: false, logger: ignore }).request(NOTE),
    },
  },
  linear: {
    make: () => new LinearClient({ apiKey: 'x', apiUrl: `${server.url}/graphql` }),
    ways: {
      'the client inside': (client) => client.client.rawRequest(MUTATION),
      'another client of the same class': (client) =>
        new client.constructor({ apiKey: 'x', apiUrl: `${server.url}/graphql` }).createIssue({ teamId: 'x' }),
    },
  },
};
const WAYS = Object.entries(CLIENTS).flatMap(([client, { make, ways }]) =>
  Object.entries(ways).map(([name, way]) => ({ connector: client.split(',')[0] ?? '', name, make, way })),
);

const READS = /^(GET|HEAD) /;

/** Returns the requests that reached the server and are no reads. */
async function written(way: Way, client: object): Promise<{ sent: string[]; error: unknown }> {
  server.take();
  let error: unknown = null;
  try {
    await way(client);
  } catch (thrown) {
    error = thrown;
  }
  await sleep(20);
  const sent = server.take().map(({ method, path }) => `${method} ${path.split('?')[0]}`);
  return { sent: sent.filter((line) => !READS.test(line)), error };
}

describe('a part that is reachable from a wrapped client', () => {
  it.each(WAYS)('$connector: $name sends nothing that a policy blocks', async ({ connector, make, way }) => {
    const gate = blockingGate();
    const { sent, error } = await written(way, wrapRecorded(make(), gate, { connector }));
    expect({ sent, isRefused: error !== null }).toEqual({ sent: [], isRefused: true });
  });

  it.each(WAYS)('$connector: $name writes where there is no wrapper', async ({ make, way }) => {
    const { sent, error } = await written(way, make());
    expect({ sent: sent.length, error: sent.length === 0 ? error : null }).toEqual({ sent: 1, error: null });
  });

  it.each(WAYS)('$connector: $name is asked for or refused', async ({ connector, make, way }) => {
    const gate = new RecordingGate();
    const { sent } = await written(way, wrapRecorded(make(), gate, { connector }));
    expect(gate.asked).toHaveLength(sent.length);
  });
});
