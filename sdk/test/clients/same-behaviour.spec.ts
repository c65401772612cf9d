import { inspect } from 'node:util';
import { Octokit } from '@octokit/rest';
import { WebClient } from '@slack/web-api';
import Stripe from 'stripe';
import { blockingGate, wrapRecorded } from '../support/every-method.js';
import type { Asked } from '../support/recording-gate.js';
import { RecordingGate } from '../support/recording-gate.js';
import { type RecordingServer, startRecordingServer } from '../support/recording-server.js';

let server: RecordingServer;
beforeAll(async () => {
  server = await startRecordingServer({ ok: true, id: 1 });
});
afterEach(() => server.take());
afterAll(() => server.stop());

const QUIET = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const newOctokit = () => new Octokit({ baseUrl: server.url, log: QUIET });
const newStripe = () => {
  const { hostname: host, port } = new URL(server.url);
  return new Stripe('sk_test_x', { protocol: 'http', host, port, maxNetworkRetries: 0, telemetry: false });
};
const last = (gate: RecordingGate): Asked | undefined => gate.asked.at(-1);

describe('a wrapped HTTP client', () => {
  it('leaves the bare client ungoverned', async () => {
    const [octokit, stripe] = [newOctokit(), newStripe()];
    wrapRecorded(octokit, blockingGate(), { connector: 'github' });
    wrapRecorded(stripe, blockingGate(), { connector: 'stripe' });
    await octokit.rest.activity.setThreadSubscription({ thread_id: 1 });
    await stripe.coupons.create({ name: 'x' });
    await stripe.customers.create({ name: 'x' });
    expect(server.take().map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PUT /notifications/threads/1/subscription',
      'POST /v1/coupons',
      'POST /v1/customers',
    ]);
  });

  it('keeps two sessions of one client apart, also when their calls overlap', async () => {
    const octokit = newOctokit();
    const [first, second] = [new RecordingGate(), blockingGate()];
    const mine = wrapRecorded(octokit, first, { connector: 'github' });
    const theirs = wrapRecorded(octokit, second, { connector: 'github' });
    const calls = Array.from({ length: 20 }, (_, at) =>
      (at % 2 === 0 ? mine : theirs).rest.activity.setThreadSubscription({ thread_id: at }),
    );
    const ended = await Promise.allSettled(calls);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(server.take()).toHaveLength(10);
    expect(first.asked).toHaveLength(10);
  });

  it('asks for each write of a plugin that nothing is known of', async () => {
    const plugin = (octokit: { request(route: string): Promise<unknown> }) => ({
      tools: { star: () => octokit.request('PUT /user/starred/a/b') },
      starTwice: async () => {
        await octokit.request('GET /user');
        await octokit.request('PUT /user/starred/a/b');
      },
    });
    const octokit = new (Octokit.plugin(plugin as never))({ baseUrl: server.url, log: QUIET }) as Octokit & {
      tools: { star(): Promise<unknown> };
      starTwice(): Promise<unknown>;
    };
    const wrapped = wrapRecorded(octokit, blockingGate(), { connector: 'github' });
    await expect(wrapped.tools.star()).rejects.toMatchObject({ code: 'policy-blocked' });
    await expect(wrapped.starTwice()).rejects.toMatchObject({ code: 'policy-blocked' });
    expect(server.take().map(({ method }) => method)).toEqual(['GET']);
  });

  it("lets calls without a name pass where the options say unknown: 'pass', and still asks for those with one", async () => {
    const gate = new RecordingGate();
    const stripe = wrapRecorded(newStripe(), gate, { connector: 'stripe', unknown: 'pass' });
    const slackApiUrl = `${server.url}/api/`;
    const slack = wrapRecorded(new WebClient('xoxb-x', { slackApiUrl }), gate, { connector: 'slack', unknown: 'pass' });
    await stripe.coupons.create({ name: 'x' });
    await slack.reminders.add({ text: 'x', time: '1' });
    expect(gate.asked).toEqual([]);
    await stripe.customers.create({ name: 'x' });
    expect(last(gate)?.apiName).toBe('stripe.customers.create');
  });

  it('records a call without a name as its method, path and body, without what is secret', async () => {
    const gate = new RecordingGate();
    const slack = wrapRecorded(new WebClient('xoxb-x', { slackApiUrl: `${server.url}/api/` }), gate, {
      connector: 'slack',
    });
    await slack.reminders.add({ text: 'x', time: '1', token: 'xoxp-secret' });
    expect(last(gate)).toMatchObject({
      apiName: 'slack.commands.send',
      operationType: 'EXECUTE',
      payload: { method: 'POST', path: '/api/reminders.add', body: { text: 'x', token: '[redacted]' } },
    });
    const stripe = wrapRecorded(newStripe(), gate, { connector: 'stripe' });
    await stripe.coupons.create({ name: 'x', metadata: { api_key: 'secret' } });
    expect(last(gate)).toMatchObject({
      apiName: 'stripe.commands.send',
      payload: { method: 'POST', path: '/v1/coupons', body: { name: 'x', metadata: { api_key: '[redacted]' } } },
    });
    expect(JSON.stringify(gate.asked)).not.toContain('secret"');
  });

  it('names the refused call, in an error whose stack names the caller', async () => {
    const octokit = wrapRecorded(newOctokit(), blockingGate(), { connector: 'github' });
    const callerOfOctokit = async () => {
      await octokit.rest.issues.update({ owner: 'o', repo: 'r', issue_number: 1 });
    };
    const error = await callerOfOctokit().catch((thrown: Error) => thrown);
    expect(error?.message).toContain('The call github.issues.update did not run.');
    expect(error?.stack).toContain('github.issues.update');
    expect(error?.stack).toContain('callerOfOctokit');
  });

  it('is shown by console.log as the client is', () => {
    const stripe = newStripe();
    expect(inspect(wrapRecorded(stripe, blockingGate(), { connector: 'stripe' }), { depth: 0 })).toContain('Stripe {');
  });

  it('sends what the arguments said at the moment of the call', async () => {
    const gate = new RecordingGate();
    const stripe = wrapRecorded(newStripe(), gate, { connector: 'stripe' });
    const params = { name: 'before', metadata: { plan: 'a' } };
    const call = stripe.customers.create(params);
    params.name = 'after';
    params.metadata.plan = 'b';
    await call;
    const bodies = server.take().map(({ body }) => decodeURIComponent(body));
    expect(bodies).toEqual(['name=before&metadata[plan]=a']);
    expect(last(gate)?.payload).toEqual({ name: 'before', metadata: { plan: 'a' } });
  });

  it('ends with the abort of its caller while an approval is waited for, and is given up', async () => {
    const gate = new RecordingGate();
    const abort = new AbortController();
    gate.decide = () => {
      setTimeout(() => abort.abort());
      return new Promise(() => undefined);
    };
    const octokit = wrapRecorded(newOctokit(), gate, { connector: 'github' });
    const request = { signal: abort.signal };
    const call = octokit.rest.issues.update({ owner: 'o', repo: 'r', issue_number: 1, request });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect([gate.givenUp, gate.outcomes]).toEqual([['action-1'], []]);
    expect(server.take()).toEqual([]);
  });

  it('is refused when it is wrapped twice, and when an option is misspelt', () => {
    const wrapped = wrapRecorded(newStripe(), blockingGate(), { connector: 'stripe' });
    expect(() => wrapRecorded(wrapped, blockingGate(), { connector: 'stripe' })).toThrow(
      'The client is wrapped already',
    );
    const misspelt = { connector: 'stripe', requireApproval: ['*'] } as never;
    expect(() => wrapRecorded(newStripe(), blockingGate(), misspelt)).toThrow(
      "wrap() has no option 'requireApproval'; did you mean 'requiresApproval'?",
    );
    const unknown = { connector: 'stripe', requiresApproval: ['customers.updat'] };
    expect(() => wrapRecorded(newStripe(), blockingGate(), unknown as never)).toThrow(
      "did you mean 'customers.update'?",
    );
  });
});
