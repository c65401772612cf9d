import { createServer, type ServerResponse } from 'node:http';
import { type Caller, newOrganization, newSession, type Organization } from '../../support/client.js';
import { freePort } from '../../support/free-port.mjs';
import { gated, setPlan } from '../../support/ledger.js';
import { type Answering, json } from '../../support/listener.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually, patience } from '../../support/patience.mjs';
import { valueAt } from '../../support/prometheus-names.js';
import { type ReceivedEvent, Receiver } from '../../support/receiver.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Processes of other suites would deliver, too, with links of their own. */
let own: OwnDatabase;
let serviceA: ServiceProcess;
let serviceB: ServiceProcess;
let metricsPorts: number[];
beforeAll(async () => {
  own = await newOwnDatabase();
  metricsPorts = [await freePort(), await freePort()];
  const start = (port: number) => startService({ DATABASE_URL: own.serviceUrl, METRICS_PORT: String(port) });
  [serviceA, serviceB] = (await Promise.all(metricsPorts.map(start))) as [ServiceProcess, ServiceProcess];
});
afterAll(async () => {
  await Promise.all([serviceA.stop(), serviceB.stop()]);
  await own.drop();
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const setDue = (webhookId: string, after: string) =>
  own.superuser.query(
    "UPDATE webhook_deliveries SET due_at = now() + $2::interval WHERE webhook_id = $1 AND status = 'PENDING'",
    [webhookId, after],
  );
/** Makes the next attempt due now. */
const hurry = (webhookId: string) => setDue(webhookId, '0');
const attempts = (count: number) => (delivery: ReceivedEvent) => delivery.log.length === count;
/** The seconds that an attempt itself may take; the service measures the pause from its end. */
const ANSWERED_S = patience(1_000) / 1_000;
const secondsOf = ({ log }: ReceivedEvent, attempt: number): number => {
  const { at, nextTryAt } = log[attempt - 1];
  return (Date.parse(nextTryAt) - Date.parse(at)) / 1_000;
};

describe('an event', () => {
  let organization: Organization;
  let operator: Caller;
  let agent: Caller;
  let session: string;
  const receivers: Receiver[] = [];
  const receiver = async (answering?: Answering, as = operator) => {
    const one = await (await Receiver.start(answering)).registered(as);
    receivers.push(one);
    return one;
  };
  beforeEach(async () => {
    organization = await newOrganization(serviceA);
    ({ operator, agent } = organization);
    session = await newSession(agent);
  });
  afterEach(() => Promise.all(receivers.splice(0).map((one) => one.stop().catch(() => undefined))));

  it('that a receiver refuses is sent again, with the same id and body, until it is accepted', async () => {
    let refusals = 0;
    const one = await receiver((_, reply) =>
      refusals++ === 0 ? json(reply, 500, { secret: 'of theirs' }) : reply.writeHead(200).end('thanks'),
    );
    await gated(agent, session);
    const pending = await one.latest(operator, attempts(1));
    expect(pending).toMatchObject({ status: 'PENDING', attempts: 1, settledAt: null });
    expect(pending.nextTryAt).toBe(pending.log[0].nextTryAt);
    expect(secondsOf(pending, 1)).toBeGreaterThan(3.9);
    expect(secondsOf(pending, 1)).toBeLessThan(15 + ANSWERED_S);
    const [first, second] = await one.times(2);
    if (!first || !second) throw new Error('it was not sent again');
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.body).toBe(first.body);
    expect(one.verified(second)).toEqual(one.verified(first));
    const done = await one.latest(operator, ({ status }) => status === 'DELIVERED');
    expect(done.log).toEqual([
      { attempt: 1, at: TIME, status: 500, durationMs: expect.any(Number), error: 'it answered 500', nextTryAt: TIME },
      { attempt: 2, at: TIME, status: 200, durationMs: expect.any(Number), error: null, nextTryAt: null },
    ]);
    expect(done).toMatchObject({ attempts: 2, nextTryAt: null, settledAt: TIME });
    expect(JSON.stringify(done)).not.toContain('of theirs');
    // The next one comes alone.
    await gated(agent, session);
    await one.times(3);
  });

  it('reaches a receiver that was away, after any failure, and marks the receiver as failing meanwhile', async () => {
    const away = await receiver();
    const { url, id } = away;
    await away.stop();
    await gated(agent, session);
    await away.latest(operator, attempts(1));
    const [failing] = (await operator.get('/settings/webhooks')).body.data;
    expect(failing).toMatchObject({ id, enabled: true, failingSince: TIME });
    const seen: string[] = [];
    const back = createServer((request, reply) => {
      seen.push(String(request.headers['webhook-id']));
      reply.end();
    });
    await new Promise<void>((resolve) => back.listen(Number(new URL(url).port), '127.0.0.1', resolve));
    await hurry(id);
    const done = await away.latest(operator, ({ status }) => status === 'DELIVERED');
    expect(seen).toEqual([done.eventId]);
    expect(done.log[0].error).toBe('the connection was refused');
    expect((await operator.get('/settings/webhooks')).body.data[0].failingSince).toBeNull();
    await new Promise((resolve) => back.close(resolve));
  });

  it('does not count as delivered after a redirect, a slow or cut answer; a huge or slow body after 200 does no harm', async () => {
    const elsewhere = await receiver();
    const answers: [(reply: ServerResponse) => unknown, string, object][] = [
      [
        (r) => r.writeHead(307, { location: elsewhere.url }).end(),
        'PENDING',
        { status: 307, error: 'it answered 307' },
      ],
      [(r) => r.socket?.destroy(), 'PENDING', { status: null, error: 'the connection was cut' }],
      [() => undefined, 'PENDING', { status: null, error: 'no answer in time' }],
      [(r) => r.writeHead(200).write('x'), 'DELIVERED', { status: 200, error: null }],
      [(r) => r.writeHead(200).end(Buffer.alloc(50_000_000, 'x')), 'DELIVERED', { status: 200, error: null }],
    ];
    await operator.delete(`/settings/webhooks/${elsewhere.id}`);
    const others = await Promise.all(answers.map(([answer]) => receiver((_, reply) => answer(reply))));
    await gated(agent, session);
    for (const [index, [, status, tried]] of answers.entries()) {
      const delivery = await others[index]?.latest(operator, ({ log }) => log.length > 0);
      expect({ index, status: delivery.status, first: delivery.log[0] }).toMatchObject({
        index,
        status,
        first: { attempt: 1, ...tried },
      });
      expect(delivery.log[0].durationMs).toBeLessThan((15 + ANSWERED_S) * 1_000);
    }
    expect(elsewhere.asked).toEqual([]);
  });

  it('waits as long as the receiver asks for, in seconds or until a date', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    for (const [retryAfter, least, most] of [
      ['120', 119, 135],
      [inAnHour, 3_500, 3_605],
      ['soon', 3.9, 15],
    ] as const) {
      const one = await receiver((_, reply) => reply.writeHead(429, { 'retry-after': retryAfter }).end());
      await gated(agent, session);
      const delivery = await one.latest(operator, attempts(1));
      expect(secondsOf(delivery, 1)).toBeGreaterThan(least);
      expect(secondsOf(delivery, 1)).toBeLessThan(most + ANSWERED_S);
      await operator.delete(`/settings/webhooks/${one.id}`);
    }
  });

  it('is given up after ten attempts; a receiver that failed for three days is then switched off, by the audit too', async () => {
    const one = await receiver((_, reply) => reply.writeHead(503).end());
    await gated(agent, session);
    for (let count = 1; count < 10; count++) {
      await one.latest(operator, attempts(count));
      await hurry(one.id);
    }
    const given = await one.latest(operator, ({ status }) => status === 'FAILED');
    expect(given).toMatchObject({ attempts: 10, nextTryAt: null, settledAt: TIME });
    expect(given.log.map(({ attempt }: ReceivedEvent) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const waits = given.log.slice(0, 9).map((_: never, index: number) => secondsOf(given, index + 1));
    // The last three are about as long, a fifth more or less.
    expect(waits.slice(0, 7)).toEqual(waits.slice(0, 7).sort((a: number, b: number) => a - b));
    expect(waits[8]).toBeGreaterThan(4 * 3_600);
    expect((await operator.get('/settings/webhooks')).body.data[0]).toMatchObject({
      enabled: true,
      failingSince: TIME,
    });

    await gated(agent, session);
    await gated(agent, session);
    await eventually(
      () => one.deliveries(operator),
      ([a, b]) => a.log.length > 0 && b.log.length > 0,
    );
    await own.superuser.query("UPDATE webhooks SET failing_since = now() - interval '3 days' WHERE id = $1", [one.id]);
    await own.superuser.query(
      `UPDATE webhook_deliveries SET attempts = 9, due_at = now() WHERE id = (
         SELECT id FROM webhook_deliveries WHERE webhook_id = $1 AND status = 'PENDING' ORDER BY id LIMIT 1)`,
      [one.id],
    );
    const [off] = await eventually(
      async () => (await operator.get('/settings/webhooks')).body.data,
      ([seen]) => !seen.enabled,
    );
    expect(off).toMatchObject({ enabled: false, disabledReason: 'failing', disabledAt: TIME });
    const statuses = (await one.deliveries(operator)).map(({ status }) => status);
    expect(statuses).toEqual(['CANCELED', 'FAILED', 'FAILED']);
    const [entry] = (await operator.get('/audit-logs')).body.data;
    expect(entry).toMatchObject({
      action: 'webhook.disabled',
      actor: { kind: 'SYSTEM', id: null, label: 'webhooks' },
      target: { type: 'webhook', id: one.id },
      after: { enabled: false, disabledReason: 'failing' },
    });
  });

  it('that gets 410 Gone switches the receiver off immediately, with all its waiting events', async () => {
    const gone = 'backstop_webhooks_disabled_total{reason="gone"}';
    const counted = async () =>
      (await Promise.all(metricsPorts.map((port) => valueAt(port, gone)))).reduce((sum, one) => sum + one, 0);
    const before = await counted();
    let status = 500;
    const one = await receiver((_, reply) => reply.writeHead(status).end());
    await gated(agent, session);
    await one.latest(operator, attempts(1));
    await setDue(one.id, '1 hour');
    status = 410;
    await gated(agent, session);
    const [webhook] = await eventually(
      async () => (await operator.get('/settings/webhooks')).body.data,
      ([seen]) => !seen.enabled,
    );
    expect(webhook).toMatchObject({ enabled: false, disabledReason: 'gone', disabledAt: TIME });
    expect(await eventually(counted, (now) => now > before)).toBe(before + 1);
    expect((await one.deliveries(operator)).map((delivery) => delivery.status)).toEqual(['FAILED', 'CANCELED']);
    const asked = one.asked.length;
    const other = await receiver();
    for (const times of [1, 2]) {
      await gated(agent, session);
      await other.times(times);
    }
    expect(one.asked).toHaveLength(asked);
  });

  it('is sent once, by any number of processes, and many concurrent ones all arrive', async () => {
    const one = await receiver(async (_, reply) => {
      await sleep(20);
      reply.end();
    });
    const approvals = await Promise.all(
      Array.from({ length: 120 }, (_, n) => gated(n % 2 ? agent : agent.at(serviceB), session)),
    );
    await one.times(120);
    approvals.push(await gated(agent, session));
    await one.times(121);
    expect(new Set(one.asked.map(({ headers }) => headers['webhook-id'])).size).toBe(121);
    const told = one.told().map(({ data }) => data.approvalId);
    expect(told.sort()).toEqual(approvals.map(({ approvalId }) => approvalId).sort());
  });

  it('for one receiver never waits for another that does not answer, in any organization', async () => {
    let [open, most] = [0, 0];
    const silent = await receiver((_, reply) => {
      most = Math.max(most, ++open);
      reply.on('close', () => open--);
    });
    for (let count = 0; count < 40; count++) await gated(agent, session);
    await eventually(
      async () => silent.asked.length,
      (count) => count >= 4,
    );
    const other = await newOrganization(serviceA);
    const quick = [await receiver(undefined, operator), await receiver(undefined, other.operator)];
    await gated(agent, session);
    await gated(other.agent, await newSession(other.agent));
    for (const one of quick) await one.times(1);
    // Deliveries to the silent receiver that were due before are not all on their way yet.
    expect(silent.asked.length).toBeLessThan(40);
    // Four by each of the two processes.
    expect(most).toBeLessThanOrEqual(8);
    await operator.delete(`/settings/webhooks/${silent.id}`);
  });

  it('stops when the plan no longer includes it; events that waited then are not sent later', async () => {
    const one = await receiver((_, reply) => reply.writeHead(500).end());
    await gated(agent, session);
    await one.latest(operator, attempts(1));
    await setPlan(organization.id, 'FREE', own.superuser);
    await own.superuser.query('UPDATE approvals SET expires_at = now() WHERE session_id = $1', [session]);
    await hurry(one.id);
    await eventually(
      () =>
        own.superuser.query(
          `SELECT id FROM approvals WHERE session_id = $1 AND status = 'PENDING'
           UNION ALL SELECT id FROM webhook_deliveries WHERE webhook_id = $2 AND status = 'PENDING'`,
          [session, one.id],
        ),
      ({ rowCount }) => rowCount === 0,
    );
    expect(one.asked).toHaveLength(1);
    await setPlan(organization.id, 'PRO', own.superuser);
    await eventually(
      () => operator.get('/settings/webhooks'),
      ({ status }) => status === 200,
    );
    const all = await one.deliveries(operator);
    expect(all.map(({ type, status }) => [type, status])).toEqual([['approval.requested', 'CANCELED']]);
    await gated(agent, session);
    await one.times(2);
  });

  it('is not sent, nor kept, when its session is purged', async () => {
    const one = await receiver((_, reply) => reply.writeHead(500).end());
    await gated(agent, session);
    await one.latest(operator, attempts(1));
    expect((await operator.delete(`/sessions/${session}/purge`)).status).toBe(200);
    expect(await one.deliveries(operator)).toEqual([]);
  });

  it('is not sent any more when the account is deleted', async () => {
    const one = await receiver((_, reply) => reply.writeHead(500).end());
    await gated(agent, session);
    await one.latest(operator, attempts(1));
    expect((await operator.delete('/me')).status).toBe(200);
    await hurry(one.id);
    const stranger = await newOrganization(serviceA);
    const other = await receiver(undefined, stranger.operator);
    const theirs = await newSession(stranger.agent);
    for (const times of [1, 2]) {
      await gated(stranger.agent, theirs);
      await other.times(times);
    }
    expect(one.asked).toHaveLength(1);
  });

  it('is not signed with a secret that was sealed for another receiver', async () => {
    const [one, other] = [await receiver(), await receiver()];
    await own.superuser.query(
      `UPDATE webhooks w SET wrapped_key = o.wrapped_key, sealed_values = o.sealed_values FROM webhooks o WHERE w.id = $1 AND o.id = $2`,
      [one.id, other.id],
    );
    await gated(agent, session);
    await other.times(1);
    const canceled = await one.latest(operator, ({ status }) => status === 'CANCELED');
    expect(canceled).toMatchObject({ attempts: 0, log: [], nextTryAt: null });
    expect(one.asked).toEqual([]);
  });

  it('is forgotten after thirty days', async () => {
    const one = await receiver();
    for (let count = 0; count < 2; count++) await operator.post(`/settings/webhooks/${one.id}/test`);
    const [newer, older] = await one.deliveries(operator);
    const age = (id: string, days: number) =>
      own.superuser.query(`UPDATE webhook_deliveries SET created_at = now() - $2 * interval '1 day' WHERE id = $1`, [
        id,
        days,
      ]);
    await age(newer.id, 29);
    await age(older.id, 31);
    const { rows: due } = await own.superuser.query("SELECT delivery_id FROM old_deliveries('30 days', 1000)");
    const ids = due.map(({ delivery_id }) => delivery_id);
    expect([ids.includes(older.id), ids.includes(newer.id)]).toEqual([true, false]);
    // The job runs once a minute, and at each start of a process.
    const another = await startService({ DATABASE_URL: own.serviceUrl });
    const left = await eventually(
      () => one.deliveries(operator),
      (seen) => seen.length === 1,
    );
    await another.stop();
    expect(left.map(({ id }) => id)).toEqual([newer.id]);
  });
});
