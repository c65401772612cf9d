import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { gmail } from '@googleapis/gmail';
import { Client as HubSpot } from '@hubspot/api-client';
import { LinearClient } from '@linear/sdk';
import { Client as Notion } from '@notionhq/client';
import { Octokit as Core } from '@octokit/rest';
import { LogLevel, WebClient } from '@slack/web-api';
import { Octokit } from 'octokit';
import Stripe from 'stripe';
import { patience } from '../../../test/support/patience.mjs';
import { blockingGate, wrapRecorded } from '../support/every-method.js';
import { RecordingGate } from '../support/recording-gate.js';
import { type RecordingServer, startRecordingServer } from '../support/recording-server.js';

let server: RecordingServer;
beforeAll(async () => {
  const data = { commentCreate: { success: true, lastSyncId: 1 } };
  server = await startRecordingServer({ ok: true, id: 1, message: {}, data });
});
afterEach(() => server.take());
afterAll(() => server.stop());

const ignore = () => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const sent = () => server.take().map(({ method, path }) => `${method} ${path}`);
const asked = ({ asked: all }: RecordingGate) => all.map(({ apiName }) => apiName);
const BLOCKED = { code: 'policy-blocked' };
const ISSUE = { owner: 'a', repo: 'b', issue_number: 1 };

type Bare = { request(route: string, parameters?: object): Promise<unknown>; hook: Core['hook'] };

/** Sends a record of each request, of the client as the plug-in was given it. */
function auditing(octokit: Bare) {
  octokit.hook.after('request', async (_, { url }) => {
    if (!url.includes('audit')) await octokit.request('POST /audit', { of: url });
  });
  return {};
}

/** Keeps requests in a queue, which a timer of its own empties. */
function queueing(octokit: Bare) {
  const waiting: (() => Promise<unknown>)[] = [];
  const timer = setInterval(() => {
    for (const send of waiting.splice(0)) send().catch(ignore);
  }, 5);
  const later = (route: string) =>
    new Promise((resolve, reject) => {
      waiting.push(() => octokit.request(route).then(resolve, reject));
    });
  return { later, forget: (route: string) => void later(route).catch(ignore), stop: () => clearInterval(timer) };
}

const plugged = <T>(plugin: (octokit: Bare) => T) =>
  new (Core.plugin(plugin as never))({ baseUrl: server.url, log }) as unknown as Core & T;

describe('what a plug-in of an octokit sends', () => {
  it('for a read is asked for, and is not sent where that is blocked', async () => {
    const gate = blockingGate();
    const wrapped = wrapRecorded(plugged(auditing), gate, { connector: 'github' });
    await expect(wrapped.rest.users.getAuthenticated()).rejects.toMatchObject(BLOCKED);
    expect(sent()).toEqual(['GET /user']);
  });

  it('for a call that was let through is asked for by itself', async () => {
    const gate = new RecordingGate();
    const wrapped = wrapRecorded(plugged(auditing), gate, { connector: 'github' });
    await wrapped.rest.issues.update({ ...ISSUE, title: 'x' });
    expect(asked(gate)).toEqual(['github.issues.update', 'github.commands.send']);
    await wrapped.request('PUT /user/starred/a/b');
    expect(asked(gate).slice(2)).toEqual(['github.commands.send', 'github.commands.send']);
    expect(sent()).toEqual(['PATCH /repos/a/b/issues/1', 'POST /audit', 'PUT /user/starred/a/b', 'POST /audit']);
  });

  it('in place of the request that was let through is asked for', async () => {
    const gate = new RecordingGate();
    const wrapped = wrapRecorded(plugged(ignore as never), gate, { connector: 'github' });
    wrapped.hook.before('request', (options) => void Object.assign(options, { method: 'DELETE', url: '/user/keys/1' }));
    await wrapped.rest.issues.update({ ...ISSUE, title: 'x' });
    expect(asked(gate)).toEqual(['github.issues.update', 'github.commands.send']);
    expect(sent()).toEqual(['DELETE /user/keys/1']);
  });

  it('from a queue with a timer of its own is asked for, and the bare client is not, before and after', async () => {
    const octokit = plugged(queueing);
    const wrapped = wrapRecorded(octokit, blockingGate(), { connector: 'github' });
    await octokit.later('PUT /user/starred/bare/before');
    await expect(wrapped.later('PUT /user/starred/a/b')).rejects.toMatchObject(BLOCKED);
    await octokit.later('PUT /user/starred/bare/after');
    octokit.stop();
    expect(sent()).toEqual(['PUT /user/starred/bare/before', 'PUT /user/starred/bare/after']);
  });

  it('from such a queue for one of two wrapped clients, or for a call that did not wait, passes no gate unseen', async () => {
    const octokit = plugged(queueing);
    const [mine, theirs] = [new RecordingGate(), new RecordingGate()];
    const clients = [mine, theirs].map((gate) => wrapRecorded(octokit, gate, { connector: 'github' }));
    const calls = await Promise.allSettled(clients.map((client) => client.later('PUT /user/starred/a/b')));
    expect(calls.map((call) => call.status === 'rejected' && call.reason.code)).toEqual([
      'ungoverned-call',
      'ungoverned-call',
    ]);
    clients[0]?.forget('PUT /user/starred/a/b');
    await octokit.later('PUT /user/starred/c/d');
    octokit.stop();
    expect(asked(mine)).toEqual(['github.commands.send', 'github.commands.send']);
    expect([sent().length, asked(theirs)]).toEqual([2, []]);
  });

  it(
    'of the kinds that throttle and repeat is asked for once',
    async () => {
      const gate = new RecordingGate();
      const throttle = { onRateLimit: ignore, onSecondaryRateLimit: ignore, write: undefined };
      const octokit = new Octokit({
        baseUrl: server.url,
        log,
        throttle: { ...throttle, fallbackSecondaryRateRetryAfter: 0 },
      });
      const wrapped = wrapRecorded(octokit, gate, { connector: 'github' });
      // Issues and comments have a queue of their own in which a second one waits for three seconds.
      await Promise.all([
        wrapped.rest.issues.addLabels({ ...ISSUE, labels: ['x'] }),
        wrapped.rest.issues.update({ ...ISSUE, title: 'x' }),
      ]);
      expect(asked(gate).toSorted()).toEqual(['github.issues.addLabels', 'github.issues.update']);
      expect(sent()).toHaveLength(2);
    },
    patience(20_000),
  );
});

describe('what the queue of a client sends later', () => {
  const CALLS = 12;
  const times = Array.from({ length: CALLS }, (_, at) => at);

  it('of Slack is asked for once, and not sent where that is blocked', async () => {
    const newSlack = () =>
      new WebClient('xoxb-x', {
        slackApiUrl: `${server.url}/api/`,
        logLevel: LogLevel.ERROR,
        maxRequestConcurrency: 1,
      });
    for (const [gate, expected] of [
      [new RecordingGate(), CALLS],
      [blockingGate(), 0],
    ] as const) {
      const wrapped = wrapRecorded(newSlack(), gate, { connector: 'slack' });
      await Promise.allSettled(times.map((at) => wrapped.chat.postMessage({ channel: 'C1', text: `${at}` })));
      expect([asked(gate).length, sent().length]).toEqual([expected, expected]);
    }
  });

  it('of Stripe with its telemetry is asked for once, and nothing else is sent', async () => {
    const { hostname: host, port } = new URL(server.url);
    const gate = new RecordingGate();
    const stripe = new Stripe('sk_test_x', { protocol: 'http', host, port, telemetry: true });
    const wrapped = wrapRecorded(stripe, gate, { connector: 'stripe' });
    stripe.once('response', () => void stripe.balance.retrieve().catch(ignore));
    for (const _ of times.slice(0, 3)) await wrapped.customers.create({ name: 'x' });
    const writes = sent().filter((line) => !line.startsWith('GET'));
    expect([asked(gate).length, writes]).toEqual([3, Array(3).fill('POST /v1/customers')]);
  });

  it('of S3, from middleware that tries again and that sends another command, is asked for once each', async () => {
    const gate = new RecordingGate();
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    const client = new S3Client({ region: 'eu-1', endpoint: server.url, forcePathStyle: true, credentials });
    const wrapped = wrapRecorded(client, gate, { connector: 's3' });
    const put = (Key: string) => new PutObjectCommand({ Bucket: 'bucket', Key, Body: 'x' });
    wrapped.middlewareStack.add(
      (next) => async (args) => {
        const { Key } = args.input as { Key: string };
        if (Key === 'first') await wrapped.send(put('second'));
        return next(args);
      },
      { step: 'initialize', name: 'mirroring' },
    );
    await wrapped.send(put('first'));
    expect(gate.asked.map(({ payload }) => payload.Key)).toEqual(['first', 'second']);
    expect(sent().map((line) => line.split('?')[0])).toEqual(['PUT /bucket/second', 'PUT /bucket/first']);
  });
});

interface Hooked {
  /** @param hook runs within the client, while it sends */
  make(hook: () => void): object;
  // biome-ignore lint/suspicious/noExplicitAny: clients of several types take part.
  write(client: any, text: string): Promise<unknown>;
  readonly connector: string;
  readonly operation: string;
}

/** Runs the hook once, in the context in which the client sends its request. */
function listenOnce(channel: string, hook: () => void): void {
  const listener = () => {
    unsubscribe(channel, listener);
    hook();
  };
  subscribe(channel, listener);
}

/** Each with the place where a program puts code of its own into the client. */
const HOOKED: Record<string, Hooked> = {
  'an adapter of Google': {
    ...{ connector: 'gmail', operation: 'gmail.labels.create' },
    make: (hook) =>
      gmail({
        ...{ version: 'v1', rootUrl: `${server.url}/`, retry: false },
        adapter: async (options, send) => {
          hook();
          return send(options);
        },
      }),
    write: (client: ReturnType<typeof gmail>, name) =>
      client.users.labels.create({ userId: 'me', requestBody: { name } }),
  },
  'the fetch of Notion': {
    ...{ connector: 'notion', operation: 'notion.comments.create' },
    make: (hook) => {
      const own = (...args: Parameters<typeof fetch>) => {
        hook();
        return fetch(...args);
      };
      return new Notion({ auth: 'x', baseUrl: server.url, retry: false, logger: ignore, fetch: own } as never);
    },
    write: (client: Notion, content) =>
      client.comments.create({ parent: { page_id: 'p' }, rich_text: [{ text: { content } }] }),
  },
  'a listener to the requests of HubSpot': {
    ...{ connector: 'hubspot', operation: 'hubspot.crm.contacts.basicApi.update' },
    make: (hook) => {
      listenOnce('http.client.request.start', hook);
      return new HubSpot({ accessToken: 'x', basePath: server.url });
    },
    write: ({ crm }: HubSpot, firstname) => crm.contacts.basicApi.update('1', { properties: { firstname } }),
  },
  'a listener to the requests of Linear': {
    ...{ connector: 'linear', operation: 'linear.createComment' },
    make: (hook) => {
      listenOnce('undici:request:create', hook);
      return new LinearClient({ apiKey: 'x', apiUrl: `${server.url}/graphql` });
    },
    write: (client: LinearClient, body) => client.createComment({ issueId: 'i', body }),
  },
};

describe.each(Object.entries(HOOKED))('what %s sends later', (_, { make, write, connector, operation }) => {
  async function run(meanwhile: (gate: RecordingGate) => void) {
    const gate = new RecordingGate();
    const hooked: { later?: Promise<unknown> } = {};
    const hook = () => {
      meanwhile(gate);
      hooked.later ??= new Promise((resolve) => setTimeout(resolve, 5)).then(() => write(client, 'later'));
      hooked.later.catch(ignore);
    };
    const client: object = wrapRecorded(make(hook), gate, { connector });
    await write(client, 'now');
    return { gate, later: hooked.later };
  }
  const texts = () => server.take().map(({ body }) => /now|later/.exec(body)?.[0]);

  it('from a timer is asked for by itself', async () => {
    const { gate, later } = await run(ignore);
    await later;
    expect([asked(gate), texts().sort()]).toEqual([
      [operation, operation],
      ['later', 'now'],
    ]);
  });

  it('from a timer is not sent where that is blocked', async () => {
    const { later } = await run((gate) => {
      gate.refuse = blockingGate().refuse;
    });
    await expect(later).rejects.toMatchObject(BLOCKED);
    expect(texts()).toEqual(['now']);
  });
});

describe('the queue of HubSpot', () => {
  it('is asked for each of its calls once, and sends none that is blocked', async () => {
    const limiterOptions = { maxConcurrent: 1, minTime: 2 };
    for (const [gate, expected] of [
      [new RecordingGate(), 6],
      [blockingGate(), 0],
    ] as const) {
      const client = new HubSpot({ accessToken: 'x', basePath: server.url, limiterOptions });
      const { crm } = wrapRecorded(client, gate, { connector: 'hubspot' });
      const names = Array.from({ length: 6 }, (_, at) => `n${at}`);
      await Promise.allSettled(names.map((firstname) => crm.contacts.basicApi.create({ properties: { firstname } })));
      expect([asked(gate).length, sent().length]).toEqual([expected, expected]);
    }
  });
});
