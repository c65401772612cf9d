import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
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
  server = await startRecordingServer({ ok: true, id: 1, message: {} });
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
