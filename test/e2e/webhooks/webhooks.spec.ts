import { type Caller, newOrganization, newSession, type Organization, serviceB, unique } from '../../support/client.js';
import { errorOf, gated, rows, setPlan, tally } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { Receiver } from '../../support/receiver.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ALL = [
  ...['approval.requested', 'approval.decided', 'approval.expired'],
  ...['action.blocked', 'rollback.finished', 'rollback.reverted'],
];
const HOOK = 'https://example.com/hooks/of-ours?token=hidden';

const register = (operator: Caller, more: object = {}, key?: string) =>
  operator.post('/settings/webhooks', { url: HOOK, ...more }, key);
const listOf = async (operator: Caller) => (await operator.get('/settings/webhooks')).body.data;

afterAll(() => rows.end());

describe('a webhook', () => {
  let organization: Organization;
  let operator: Caller;
  beforeEach(async () => {
    organization = await newOrganization();
    operator = organization.operator;
  });

  const view = (more: object = {}) => ({
    id: expect.stringMatching(ID),
    kind: 'webhook',
    url: HOOK,
    events: ALL,
    description: '',
    enabled: true,
    disabledReason: null,
    disabledAt: null,
    failingSince: null,
    createdAt: expect.stringMatching(TIME),
    updatedAt: expect.stringMatching(TIME),
    ...more,
  });

  it('is registered with its secret, which is shown this once and never again', async () => {
    const { status, body } = await register(operator, { description: 'the pager' });
    expect([status, body.data]).toEqual([
      201,
      view({ description: 'the pager', secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) }),
    ]);
    const { secret, ...shown } = body.data;
    expect(await listOf(operator)).toEqual([shown]);
    const told = [
      await operator.get('/settings/webhooks'),
      await operator.patch(`/settings/webhooks/${shown.id}`, { enabled: false }),
      await operator.patch(`/settings/webhooks/${shown.id}`, { enabled: true }),
      await operator.get(`/settings/webhooks/${shown.id}/deliveries`),
      await operator.get('/audit-logs'),
      await operator.delete(`/settings/webhooks/${shown.id}`),
      await operator.get('/audit-logs'),
    ];
    expect(told.map((answer) => answer.status)).toEqual(Array(7).fill(200));
    for (const answer of told) expect(JSON.stringify(answer.body)).not.toContain(secret.slice(6));
    for (const table of ['webhooks', 'webhook_deliveries', 'audit_entries']) {
      const { rowCount } = await rows.query(`SELECT 1 FROM ${table} t WHERE strpos(t::text, $1) > 0`, [
        secret.slice(6),
      ]);
      expect(rowCount).toBe(0);
    }
  });

  it('is written to the audit with every change, without the path of its address', async () => {
    const { id } = (await register(operator)).body.data;
    await operator.patch(`/settings/webhooks/${id}`, { enabled: true });
    await operator.patch(`/settings/webhooks/${id}`, { enabled: false });
    await operator.delete(`/settings/webhooks/${id}`);
    const entries = (await operator.get('/audit-logs')).body.data.filter(
      (entry: { target: { id: string } }) => entry.target.id === id,
    );
    const told = (enabled: boolean) => ({
      id,
      kind: 'webhook',
      origin: 'https://example.com',
      events: ALL,
      description: '',
      enabled,
      disabledReason: enabled ? null : 'operator',
    });
    const seen = entries.map(({ action, before, after }: Record<string, unknown>) => ({ action, before, after }));
    expect(seen).toEqual([
      { action: 'webhook.deleted', before: told(false), after: null },
      { action: 'webhook.disabled', before: told(true), after: told(false) },
      { action: 'webhook.created', before: null, after: told(true) },
    ]);
    expect(entries[0]).toMatchObject({
      actor: { kind: 'USER', label: organization.email },
      target: { type: 'webhook' },
    });
    expect(JSON.stringify(entries)).not.toMatch(/hidden|of-ours/);
  });

  it('is one for sixteen requests with one key, and the repeated ones show no secret', async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => register(n % 2 ? operator.at(serviceB) : operator, {}, 'the-key')),
    );
    expect(tally(answers)).toEqual({ 201: 16 });
    const secrets = answers.filter(({ body }) => 'secret' in body.data);
    expect(secrets).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await listOf(operator)).toHaveLength(1);
  });

  it.each([
    ['no url', {}, 'url'],
    ['an address that is none', { url: 'hooks' }, 'url'],
    ['another scheme', { url: 'ftp://example.com/' }, 'url'],
    ['plain http to the outside', { url: 'http://93.184.215.14/' }, 'url'],
    ['a password in the address', { url: 'https://a:b@example.com/' }, 'url'],
    ['a fragment', { url: 'https://example.com/#a' }, 'url'],
    ['the metadata service', { url: 'http://169.254.169.254/latest' }, 'url'],
    ['a private network', { url: 'https://10.0.0.1/' }, 'url'],
    ['this machine as a number', { url: 'https://2130706434/' }, 'url'],
    ['this machine over IPv6', { url: 'https://[::1]/' }, 'url'],
    ['this machine mapped', { url: 'https://[::ffff:127.0.0.2]/' }, 'url'],
    ['an unknown event', { url: HOOK, events: ['approval.*'] }, 'events.0'],
    ['no event', { url: HOOK, events: [] }, 'events'],
    ['an unknown member', { url: HOOK, secret: 'mine' }, 'secret'],
    ['an unknown kind', { url: HOOK, kind: 'pager' }, 'kind'],
    ['other events for Slack', { kind: 'slack', url: HOOK, events: ['action.blocked'] }, 'events'],
    ['an address for mails', { kind: 'email', url: HOOK }, 'url'],
  ])('with %s is refused and makes nothing', async (_, body, field) => {
    const answer = await operator.post('/settings/webhooks', body);
    expect([answer.status, errorOf(answer)]).toEqual([400, 'validation-failed']);
    expect(answer.body.error.errors.map((error: { field: string }) => error.field)).toEqual([field]);
    expect(await listOf(operator)).toEqual([]);
  });

  it('is one of twenty at most, also when many are registered at once', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, () => register(operator)));
    expect(tally(answers)).toEqual({ 201: 20, 409: 4 });
    const refused = answers.filter(({ status }) => status === 409).map(errorOf);
    expect(refused).toEqual(Array(4).fill('too-many-webhooks'));
    expect(await listOf(operator)).toHaveLength(20);
  });

  it('keeps the address of a Slack channel to itself', async () => {
    const url = 'https://hooks.slack.com/services/T000/B000/very-secret';
    const { status, body } = await operator.post('/settings/webhooks', { kind: 'slack', url });
    const shown = view({ kind: 'slack', url: 'https://hooks.slack.com/…', events: ['approval.requested'] });
    expect([status, body.data]).toEqual([201, shown]);
    expect(JSON.stringify((await operator.get('/audit-logs')).body)).not.toContain('very-secret');
    const { rowCount } = await rows.query("SELECT 1 FROM webhooks w WHERE w::text LIKE '%very-secret%'");
    expect(rowCount).toBe(0);
  });

  it('needs PRO, for every route', async () => {
    const { id } = (await register(operator)).body.data;
    await setPlan(organization.id, 'FREE');
    await eventually(
      () => operator.get('/settings/webhooks'),
      ({ status }) => status === 403,
    );
    const answers = await Promise.all([
      operator.get('/settings/webhooks'),
      register(operator),
      operator.patch(`/settings/webhooks/${id}`, { enabled: false }),
      operator.delete(`/settings/webhooks/${id}`),
      operator.post(`/settings/webhooks/${id}/test`),
      operator.get(`/settings/webhooks/${id}/deliveries`),
    ]);
    expect(answers.map((answer) => [answer.status, errorOf(answer)])).toEqual(Array(6).fill([403, 'plan-required']));
  });

  it('is not visible to another organization, which cannot test, change or delete it, and receives only its own events', async () => {
    const receiver = await Receiver.start();
    await receiver.registered(operator);
    const stranger = await newOrganization();
    const at = `/settings/webhooks/${receiver.id}`;
    const answers = await Promise.all([
      stranger.operator.get(`${at}/deliveries`),
      stranger.operator.post(`${at}/test`),
      stranger.operator.patch(at, { enabled: false }),
      stranger.operator.delete(at),
    ]);
    expect(answers.map(errorOf)).toEqual(Array(4).fill('not-found'));
    expect(await listOf(stranger.operator)).toEqual([]);
    await gated(stranger.agent, await newSession(stranger.agent));
    const session = await newSession(organization.agent);
    const told: string[] = [];
    for (const times of [1, 2]) {
      told.push((await gated(organization.agent, session)).approvalId);
      await receiver.times(times);
    }
    expect(receiver.told().map(({ data }) => data.approvalId)).toEqual(told);
    expect((await stranger.agent.get('/settings/webhooks')).status).toBe(403);
    await receiver.stop();
  });

  it('that is deleted receives nothing more, and its log is deleted', async () => {
    const receiver = await (await Receiver.start()).registered(operator);
    expect((await operator.delete(`/settings/webhooks/${receiver.id}`)).body.data).toEqual({
      id: receiver.id,
      deleted: true,
    });
    const session = await newSession(organization.agent);
    const other = await (await Receiver.start()).registered(operator);
    for (const times of [1, 2]) {
      await gated(organization.agent, session);
      await other.times(times);
    }
    await other.stop();
    expect(receiver.asked).toEqual([]);
    expect(errorOf(await operator.get(`/settings/webhooks/${receiver.id}/deliveries`))).toBe('not-found');
    await receiver.stop();
  });

  it('that is deleted while calls are gated lets none of them fail', async () => {
    const session = await newSession(organization.agent);
    const work = async () => {
      const { id } = (await register(operator, { url: 'http://127.0.0.1:1/' })).body.data;
      const calls = Array.from({ length: 8 }, () => gated(organization.agent, session));
      const removed = await operator.delete(`/settings/webhooks/${id}`);
      return [removed.status, (await Promise.all(calls)).length];
    };
    for (let round = 0; round < 10; round++) expect(await work()).toEqual([200, 8]);
  });

  it('is tested on request: one delivery, signed, with its outcome in the answer', async () => {
    const receiver = await (await Receiver.start()).registered(operator, ['rollback.finished']);
    const key = unique('key');
    const answer = await operator.post(`/settings/webhooks/${receiver.id}/test`, {}, key);
    const [asked] = await receiver.times(1);
    const { eventId } = answer.body.data;
    expect([answer.status, answer.body.data]).toEqual([
      200,
      {
        id: expect.stringMatching(ID),
        webhookId: receiver.id,
        eventId: expect.stringMatching(ID),
        type: 'webhook.test',
        memberId: null,
        status: 'DELIVERED',
        attempts: 1,
        nextTryAt: null,
        log: [
          {
            attempt: 1,
            at: expect.stringMatching(TIME),
            status: 204,
            durationMs: expect.any(Number),
            error: null,
            nextTryAt: null,
          },
        ],
        data: { webhookId: receiver.id },
        createdAt: expect.stringMatching(TIME),
        settledAt: expect.stringMatching(TIME),
      },
    ]);
    expect(asked && receiver.verified(asked)).toEqual({
      id: eventId,
      type: 'webhook.test',
      timestamp: answer.body.data.createdAt,
      data: { webhookId: receiver.id, url: expect.stringMatching(/\/(dashboard|app)\/settings\/webhooks$/) },
    });
    const again = await operator.post(`/settings/webhooks/${receiver.id}/test`, {}, key);
    expect([again.headers.get('idempotency-replayed'), again.body.data]).toEqual(['true', answer.body.data]);
    expect(await receiver.deliveries(operator)).toEqual([answer.body.data]);
    await receiver.stop();
    const failed = await operator.post(`/settings/webhooks/${receiver.id}/test`);
    expect(failed.body.data).toMatchObject({ status: 'FAILED', attempts: 1, nextTryAt: null });
    expect(failed.body.data.log).toMatchObject([{ status: null, error: 'the connection was refused' }]);
    // A test says nothing of how the real ones fare.
    expect((await listOf(operator))[0]).toMatchObject({ enabled: true, failingSince: null });
  });

  it('that is switched off receives only tests, and receives later events once it is on again', async () => {
    const receiver = await (await Receiver.start()).registered(operator);
    const off = await operator.patch(`/settings/webhooks/${receiver.id}`, { enabled: false });
    expect(off.body.data).toMatchObject({ enabled: false, disabledReason: 'operator', disabledAt: expect.any(String) });
    await gated(organization.agent, await newSession(organization.agent));
    expect((await operator.post(`/settings/webhooks/${receiver.id}/test`)).body.data.status).toBe('DELIVERED');
    const on = await operator.patch(`/settings/webhooks/${receiver.id}`, { enabled: true });
    expect(on.body.data).toMatchObject({ enabled: true, disabledReason: null, disabledAt: null });
    const { approvalId } = await gated(organization.agent, await newSession(organization.agent));
    await receiver.times(2);
    const told = receiver.told();
    expect(told.map(({ type }) => type)).toEqual(['webhook.test', 'approval.requested']);
    expect(told[1].data.approvalId).toBe(approvalId);
    await receiver.stop();
  });

  it('lists its deliveries in pages, newest first', async () => {
    const receiver = await (await Receiver.start()).registered(operator);
    for (let count = 0; count < 3; count++) await operator.post(`/settings/webhooks/${receiver.id}/test`);
    const whole = await receiver.deliveries(operator);
    const first = await operator.get(`/settings/webhooks/${receiver.id}/deliveries?limit=2`);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await operator.get(next);
    expect(whole).toHaveLength(3);
    expect([...first.body.data, ...second.body.data]).toEqual(whole);
    expect(second.headers.get('link')).toBeNull();
    expect(whole.map(({ id }) => id)).toEqual(
      whole
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
    await receiver.stop();
  });
});
