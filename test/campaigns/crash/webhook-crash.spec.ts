import { newOrganization, newSession } from '../../support/client.js';
import { gated } from '../../support/ledger.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { type ReceivedEvent, Receiver } from '../../support/receiver.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

describe('the delivery of an event', () => {
  let database: OwnDatabase;
  const running: ServiceProcess[] = [];
  const start = async (overrides = {}) => {
    const service = await startService({ DATABASE_URL: database.serviceUrl, LOG_LEVEL: 'trace', ...overrides });
    running.push(service);
    return service;
  };
  const stop = async (service: ServiceProcess, signal: NodeJS.Signals = 'SIGTERM') => {
    running.splice(running.indexOf(service), 1);
    await service.kill(signal);
  };
  beforeAll(async () => {
    database = await newOwnDatabase();
  });
  afterAll(async () => {
    await Promise.all(running.map((service) => service.stop()));
    await database.drop();
  });

  it('whose process is killed between the sending and its record is sent again under the same id', async () => {
    const first = await start();
    const { operator, agent } = await newOrganization(first);
    let deadly = true;
    const receiver = await Receiver.start(async (_, reply) => {
      if (deadly) {
        deadly = false;
        await stop(first, 'SIGKILL');
      }
      reply.end();
    });
    await receiver.registered(operator);
    const session = await newSession(agent);
    const gating = gated(agent, session);
    await receiver.times(1);
    const { approvalId } = await gating;
    const second = await start();
    const [lost, again] = await receiver.times(2);
    if (!lost || !again) throw new Error('it did not come again');
    expect(again.headers['webhook-id']).toBe(lost.headers['webhook-id']);
    expect(again.body).toBe(lost.body);
    expect(receiver.verified(again).data.approvalId).toBe(approvalId);
    const done = await receiver.latest(operator.at(second), ({ status }) => status === 'DELIVERED');
    expect(done.attempts).toBe(2);
    expect(done.log.map(({ attempt, status, error }: ReceivedEvent) => ({ attempt, status, error }))).toEqual([
      { attempt: 1, status: null, error: 'the sender stopped before it recorded a result' },
      { attempt: 2, status: 200, error: null },
    ]);
    await receiver.stop();
  });

  it('is not lost when the process is killed between the call and the sending, for any number of events', async () => {
    const [victim, other] = [await start(), await start()];
    const { operator, agent } = await newOrganization(victim);
    const receiver = await (await Receiver.start()).registered(operator);
    const session = await newSession(agent);
    const answered: string[] = [];
    const asking = (async () => {
      for (;;) {
        const call = await gated(agent, session).catch(() => null);
        if (!call) return;
        answered.push(call.approvalId);
        if (answered.length === 30) void stop(victim, 'SIGKILL');
      }
    })();
    await asking;
    expect(answered.length).toBeGreaterThanOrEqual(30);
    const { told, known } = await eventually(
      async () => {
        const sql = 'SELECT id FROM approvals WHERE session_id = $1 ORDER BY id';
        const { rows } = await database.superuser.query<{ id: string }>(sql, [session]);
        const ids = new Set<string>(receiver.told().map(({ data }) => data.approvalId));
        return { told: [...ids].sort(), known: rows.map(({ id }) => id) };
      },
      (seen) => `${seen.told}` === `${seen.known}`,
    );
    // Every acknowledged approval was delivered, and every delivered one exists.
    expect(told).toEqual(known);
    expect(answered.filter((id) => !told.includes(id))).toEqual([]);
    await stop(other);
    await receiver.stop();
  });

  it('is refused at connect time when the address is private by then', async () => {
    const lenient = await start();
    const { operator, agent } = await newOrganization(lenient);
    const receiver = await (await Receiver.start()).registered(operator);
    const named = await operator.post('/settings/webhooks', { url: receiver.url.replace('127.0.0.1', 'localhost') });
    expect(named.status).toBe(201);
    for (const service of [...running]) await stop(service);
    const strict = await start({ ALLOWED_PRIVATE_HOSTS: '' });
    await gated(agent.at(strict), await newSession(agent.at(strict)));
    for (const id of [receiver.id, named.body.data.id]) {
      receiver.id = id;
      const delivery = await receiver.latest(operator.at(strict), ({ log }) => log.length > 0);
      expect([delivery.status, delivery.log[0]]).toMatchObject([
        'PENDING',
        { status: null, error: 'the host is not public, and this installation does not allow it' },
      ]);
    }
    expect(receiver.asked).toEqual([]);
    const refused = await operator.at(strict).post('/settings/webhooks', { url: receiver.url });
    expect(refused.body.error.errors).toEqual([{ field: 'url', message: 'must name a public host' }]);
    await receiver.stop();
    await stop(strict);
  });

  it("leaves neither a secret nor the receiver's answer in the log", async () => {
    const service = await start();
    const { operator, agent } = await newOrganization(service);
    const receiver = await Receiver.start((_, reply) => reply.writeHead(500).end('the-words-of-the-receiver'));
    await receiver.registered(operator);
    const slack = { kind: 'slack', url: receiver.url.replace('/hook', '/services/slack-secret') };
    expect((await operator.post('/settings/webhooks', slack)).status).toBe(201);
    await gated(agent, await newSession(agent));
    await receiver.times(2);
    await receiver.latest(operator, ({ log }) => log.length > 0);
    await stop(service);
    const log = service.output.join('\n');
    expect(log).toContain('an event could not be delivered');
    expect(log).not.toContain(receiver.secret.slice(6));
    expect(log).not.toMatch(/slack-secret|the-words-of-the-receiver|from=backstop/);
    await receiver.stop();
  });
});
