import Stripe from 'stripe';
import { CONNECTORS } from '../../src/connectors/all.js';
import { stripe } from '../../src/connectors/stripe/stripe.connector.js';
import { newOrganization, newSession, unique } from '../support/client.js';
import { type Emulate, startEmulate } from '../support/emulate.mjs';
import { startGitHub } from '../support/github.js';
import { rows } from '../support/ledger.js';
import { startLosingProxy } from '../support/losing-proxy.js';
import { patience } from '../support/patience.mjs';
import { newPerformer, performedTrip } from '../support/service-trip.js';
import { startSlack } from '../support/slack.js';

const proxies: Awaited<ReturnType<typeof startLosingProxy>>[] = [];
afterAll(() => rows.end());
afterEach(() => Promise.all(proxies.splice(0).map((proxy) => proxy.stop())));

async function losing(...parameters: Parameters<typeof startLosingProxy>) {
  const proxy = await startLosingProxy(...parameters);
  proxies.push(proxy);
  return proxy;
}

describe('a call of Stripe that the service makes', () => {
  let emulate: Emulate;
  let client: Stripe;
  beforeAll(async () => {
    emulate = await startEmulate(['stripe']);
    const { hostname, port } = new URL(emulate.urls.stripe ?? '');
    client = new Stripe('sk_test_agent', { protocol: 'http', host: hostname, port, telemetry: false });
  });
  afterAll(() => emulate.stop());
  const context = () => ({
    credentials: { secretKey: 'sk_test_server_of_the_operator', baseUrl: emulate.urls.stripe ?? '' },
    allowedPrivateHosts: ['127.0.0.1'],
    timeoutMs: patience(1_000),
  });

  it('changes an object and answers it, and a rollback restores it', async () => {
    const { id } = await client.customers.create({ name: 'Anna', email: `${unique('a')}@example.com` });
    const payload = { id, name: 'Berta' };
    const state = async () => (await client.customers.retrieve(id)) as { name?: string };
    const apiName = 'stripe.customers.update';
    const nameOf = async () => (await state()).name;
    const action = await performedTrip({ connector: stripe, context: context(), apiName, payload, state: nameOf });
    expect(action.response).toMatchObject({ id, object: 'customer', name: 'Berta' });
  });

  it('is made once where its answer was lost, and a rollback restores what was there before the first sending', async () => {
    const { id } = await client.customers.create({ name: 'Anna' });
    let lost = 0;
    const proxy = await losing(emulate.urls.stripe ?? '', ({ method }) => method === 'POST' && ++lost === 1);
    const { perform, rollback } = await newPerformer('stripe', { ...context().credentials, baseUrl: proxy.url });
    expect(await perform('customers.update', { id, name: 'Berta' })).toMatchObject({ status: 'SUCCESS' });
    expect(proxy.asked().filter((one) => one.startsWith('POST'))).toHaveLength(2);
    expect(await rollback()).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await client.customers.retrieve(id)).toMatchObject({ name: 'Anna' });
  });

  it.each([401, 409])(
    'is not FAILED where its answer was lost and the same call, sent again, is answered %i',
    async (status) => {
      const { id } = await client.customers.create({ name: 'Anna' });
      let sent = 0;
      const losses = [true, status];
      const proxy = await losing(
        emulate.urls.stripe ?? '',
        ({ method }) => method === 'POST' && (losses[sent++] ?? false),
      );
      const { perform } = await newPerformer('stripe', { ...context().credentials, baseUrl: proxy.url });
      expect(await perform('customers.update', { id, name: 'Berta' })).toMatchObject({ status: 'SUCCESS' });
      expect(await client.customers.retrieve(id)).toMatchObject({ name: 'Berta' });
    },
  );

  it.each(['$options', 'apiKey', 'stripeAccount', 'host'])('is refused where it has %s', async (member) => {
    const { operator, agent } = await newOrganization();
    const values = context().credentials;
    await operator.put('/settings/credentials/stripe', { values, agentOperations: ['stripe.*'] });
    const payload = { amount: 1, [member]: 'x' };
    const path = `/sessions/${await newSession(agent)}/actions`;
    const asked = await agent.post(path, { apiName: 'stripe.refunds.create', payload, perform: true });
    expect(asked.body.data).toMatchObject({
      status: 'FAILED',
      response: { refusal: { message: expect.stringContaining(member) } },
    });
  });
});

describe('a call of GitHub that the service makes', () => {
  let world: Awaited<ReturnType<typeof startGitHub>>;
  beforeAll(async () => {
    world = await startGitHub();
  });
  afterAll(() => world.stop());

  it('changes an issue and answers it, and a rollback restores it', async () => {
    const issue = await world.newIssue();
    const state = async () => (await world.agent.rest.issues.get(issue)).data.title;
    const { act: _, ...trip } = world.trip('github.issues.update', { ...issue, title: 'Fixed' }, state);
    expect((await performedTrip(trip)).response).toMatchObject({ status: 200, data: { title: 'Fixed' } });
  });

  it('is UNKNOWN where its answer was lost and its request may still arrive, which it does', async () => {
    const issue = await world.newIssue();
    const proxy = await losing(world.baseUrl, ({ method }) => method === 'PATCH' && 'late');
    const { perform, rollback } = await newPerformer('github', { ...world.context.credentials, baseUrl: proxy.url });
    expect(await perform('issues.update', { ...issue, title: 'Fixed' })).toMatchObject({ status: 'UNKNOWN' });
    const early = await rollback();
    expect(early.displayStatus).not.toBe('REVERTED');
    expect(early.results).toMatchObject([{ outcome: 'UNKNOWN', detail: expect.stringContaining('may still arrive') }]);
    await proxy.arrive();
    expect((await world.agent.rest.issues.get(issue)).data.title).toBe('Fixed');
    expect((await rollback()).results).toMatchObject([{ outcome: 'UNKNOWN' }]);
  });

  it('is SKIPPED where its answer was lost and its request did not arrive in ten time-outs', async () => {
    const issue = await world.newIssue();
    const proxy = await losing(world.baseUrl, ({ method }) => method === 'PATCH' && 'late');
    const { perform, rollback } = await newPerformer('github', { ...world.context.credentials, baseUrl: proxy.url });
    const { id } = await perform('issues.update', { ...issue, title: 'Fixed' });
    await rows.query(`UPDATE actions SET updated_at = updated_at - interval '1 day' WHERE id = $1`, [id]);
    expect(await rollback()).toMatchObject({ displayStatus: 'REVERTED', results: [{ outcome: 'SKIPPED' }] });
  });

  it('is UNKNOWN where the answer is an error with a status of success', async () => {
    const issue = await world.newIssue();
    const proxy = await losing(world.baseUrl, ({ method }) => method === 'PATCH' && 200);
    const { perform } = await newPerformer('github', { ...world.context.credentials, baseUrl: proxy.url });
    expect(await perform('issues.update', { ...issue, title: 'Fixed' })).toMatchObject({ status: 'UNKNOWN' });
  });

  it('waits until what it changes can be read, and a rollback restores it', async () => {
    const issue = await world.newIssue();
    let reads = 0;
    const proxy = await losing(world.baseUrl, ({ path }) => path.includes('/issues/') && ++reads === 1 && 503);
    const { perform, rollback } = await newPerformer('github', { ...world.context.credentials, baseUrl: proxy.url });
    const made = await perform('issues.update', { ...issue, title: 'Fixed' });
    expect(made).toMatchObject({ status: 'SUCCESS', snapshot: { captureFailed: false } });
    expect(await rollback()).toMatchObject({ displayStatus: 'REVERTED' });
  });

  it('is not FAILED where a gateway sent it twice, and the second answer is that there is nothing', async () => {
    const { owner, repo, issue_number } = await world.newIssue();
    const { data } = await world.agent.rest.issues.createComment({ owner, repo, issue_number, body: 'before' });
    const proxy = await losing(world.baseUrl, ({ method }) => method === 'DELETE' && 'twice');
    const { perform } = await newPerformer('github', { ...world.context.credentials, baseUrl: proxy.url });
    const payload = { owner, repo, comment_id: data.id };
    expect(await perform('issues.deleteComment', payload)).toMatchObject({ status: 'UNKNOWN' });
  });

  it('is FAILED with the words of GitHub where GitHub refuses it, and 400 where its payload is another request', async () => {
    const { operator, agent } = await newOrganization();
    const values = world.context.credentials;
    await operator.put('/settings/credentials/github', { values, agentOperations: ['github.issues.*'] });
    const path = `/sessions/${await newSession(agent)}/actions`;
    const missing = { owner: 'admin', repo: unique('none'), issue_number: 1, title: 'x' };
    const asked = await agent.post(path, { apiName: 'github.issues.update', payload: missing, perform: true });
    expect(asked.body.data).toMatchObject({ status: 'FAILED', response: { refusal: { status: 404 } } });
    const payload = { ...missing, method: 'DELETE', url: '/repos/admin/other' };
    expect((await agent.post(path, { apiName: 'github.issues.update', payload, perform: true })).status).toBe(400);
  });
});

describe('a call of Slack that the service makes', () => {
  let world: Awaited<ReturnType<typeof startSlack>>;
  beforeAll(async () => {
    world = await startSlack();
  });
  afterAll(() => world.stop());

  it('posts a message and answers it, and a rollback deletes it', async () => {
    const channel = await world.newChannel();
    const payload = { channel, text: 'Hello' };
    const { act: _, ...trip } = world.trip('slack.chat.postMessage', payload, world.messages(channel));
    expect((await performedTrip(trip)).response).toMatchObject({ ok: true, channel });
  });
});

describe('the registry', () => {
  it.each(['dynamodb', 'github', 'mysql', 'postgres', 'redis', 's3', 'slack', 'stripe'])(
    'lists ten reads of %s or more, each with a schema that names its members',
    (id) => {
      const operations = CONNECTORS.find((one) => one.id === id)?.operations ?? [];
      const reads = operations.filter(({ operationType }) => operationType === 'READ');
      expect(reads.length).toBeGreaterThanOrEqual(10);
      for (const { payloadSchema, precapture, reversibility } of reads) {
        expect(payloadSchema).toMatchObject({ type: 'object', additionalProperties: false });
        expect([precapture, reversibility]).toEqual(['none', 'none']);
      }
    },
  );

  it('says of each operation whether the service can make it, and why not', async () => {
    const { agent } = await newOrganization();
    const entries: { connector: string; performable: boolean; unperformableReason: string | null }[] = (
      await agent.get('/registry')
    ).body.data;
    const counted = Object.fromEntries(
      CONNECTORS.map(({ id, operations }) => {
        const own = entries.filter(({ connector }) => connector === id);
        expect(own).toHaveLength(operations.length);
        for (const { performable, unperformableReason } of own) expect(performable).toBe(unperformableReason === null);
        return [id, own.filter(({ performable }) => performable).length];
      }),
    );
    expect(counted).toEqual(Object.fromEntries(CONNECTORS.map(({ id, operations }) => [id, operations.length])));
  });
});
