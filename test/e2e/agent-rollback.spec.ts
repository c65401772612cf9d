import { Backstop, type Session, wrap } from '@backstop/sdk';
import pg from 'pg';
import { Caller, newOrganization, type Organization, serviceA, serviceB, unique } from '../support/client.js';
import { newCustomerDatabase } from '../support/customer-database.js';
import { call, errorOf, expectConsistent, gated, logged, rows, setPlan, withinASecond } from '../support/ledger.js';
import { newOwnDatabase } from '../support/own-database.js';
import type { Service } from '../support/service.mjs';
import { startService } from '../support/service.mjs';

const CUSTOMERS = `
  CREATE TABLE customers (id int PRIMARY KEY, credit int NOT NULL DEFAULT 10);
  INSERT INTO customers SELECT generate_series(1, 30);
  CREATE TABLE writes (number serial, id int, credit int);
  CREATE FUNCTION count_write() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO writes (id, credit) VALUES (coalesce(NEW.id, OLD.id), NEW.credit); RETURN NULL; END $$;
  CREATE TRIGGER count_writes AFTER INSERT OR UPDATE OR DELETE ON customers FOR EACH ROW EXECUTE FUNCTION count_write();`;

interface Worker {
  readonly session: Session;
  readonly pool: pg.Pool;
}

interface Setting extends Organization {
  readonly slug: string;
  readonly agentId: string;
  readonly database: Awaited<ReturnType<typeof newCustomerDatabase>>;
  readonly workers: readonly [Worker, Worker, Worker];
  open(agent: string): Promise<Worker>;
}

const endings: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of endings.reverse()) await end();
  await rows.end();
});

/** One agent in three sessions on one customer database. */
async function newSetting(service: Service = serviceA): Promise<Setting> {
  const database = await newCustomerDatabase();
  endings.push(database.drop);
  await database.pool.query(CUSTOMERS);
  const organization = await newOrganization(service);
  await organization.operator.put('/settings/credentials/postgres', { values: { connectionString: database.url } });
  const backstop = new Backstop({ baseUrl: service.url, apiKey: organization.agent.credential ?? '' });
  const open = async (agentId: string): Promise<Worker> => {
    const session = await backstop.createSession({ agentId, intent: 'look after customers' });
    const pool = wrap(new pg.Pool({ connectionString: database.url, max: 2 }), session, { connector: 'postgres' });
    pool.on('error', () => undefined);
    endings.push(() => pool.end());
    return { session, pool };
  };
  const slug = unique('agent');
  const workers = [await open(slug), await open(slug), await open(slug)] as const;
  const [agent] = (await organization.operator.get('/agents')).body.data;
  return { ...organization, slug, agentId: agent.id, database, workers: [...workers], open };
}

const set = ({ pool }: Worker, id: number, credit: number) =>
  pool.query('UPDATE customers SET credit = $1 WHERE id = $2', [credit, id]);
const rollBack = (setting: Setting, since: string, key?: string, caller = setting.operator) =>
  caller.post(`/agents/${setting.agentId}/rollback`, { since }, key);
const creditOf = async ({ database }: Setting, id: number) =>
  (await database.pool.query('SELECT credit FROM customers WHERE id = $1', [id])).rows[0]?.credit;
const writesOf = async ({ database }: Setting): Promise<string[]> =>
  (await database.pool.query('SELECT id, credit FROM writes ORDER BY number')).rows.map(
    ({ id, credit }) => `${id}=${credit}`,
  );
const forgetWrites = ({ database }: Setting) => database.pool.query('TRUNCATE writes');
const actionsOf = async (setting: Setting, { session }: Worker) =>
  (await setting.operator.get(`/sessions/${session.id}`)).body.data.actions;
const outcomesOf = ({ body }: { body: { data: { rollbacks: { results: { outcome: string }[] }[] } } }) =>
  body.data.rollbacks.flatMap(({ results }) => results.map(({ outcome }) => outcome));
const LONG_AGO = '2026-01-01T00:00:00.000Z';
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** The three write one row again and again, one after another in turns. */
async function takeTurns(setting: Setting, id: number, upTo: number): Promise<void> {
  for (let credit = 11; credit <= upTo; credit++)
    await set(setting.workers[[0, 1, 0, 2, 2, 1][credit % 6] as 0 | 1 | 2], id, credit);
}

/** From `upTo` back to ten: each write of an undo restores what was there before. */
const backwards = (id: number, upTo: number) =>
  Array.from({ length: upTo - 10 }, (_, back) => `${id}=${upTo - 1 - back}`);

describe('rolling an agent back', () => {
  it('undoes what it did across its sessions strictly newest first, as if nothing had been', async () => {
    const setting = await newSetting();
    const [one, two, three] = setting.workers;
    await takeTurns(setting, 1, 22);
    await set(two, 2, 0);
    await three.pool.query('DELETE FROM customers WHERE id = 2');
    await one.pool.query('INSERT INTO customers (id, credit) VALUES (2, 5)');
    await forgetWrites(setting);
    const answer = await rollBack(setting, LONG_AGO);
    expect(answer.status).toBe(200);
    expect(outcomesOf(answer)).toEqual(Array(15).fill('ROLLED_BACK'));
    expect(await writesOf(setting)).toEqual(['2=null', '2=0', '2=10', ...backwards(1, 22)]);
    expect([await creditOf(setting, 1), await creditOf(setting, 2)]).toEqual([10, 10]);
    expect(answer.body.data).toEqual({
      id: expect.any(String),
      agentId: setting.slug,
      since: LONG_AGO,
      skipped: [],
      state: 'finished',
      startedAt: TIME,
      rollbacks: [one, three, two].map(({ session }) =>
        expect.objectContaining({ sessionId: session.id, displayStatus: 'REVERTED', state: 'finished' }),
      ),
    });
    const [shown] = answer.body.data.rollbacks;
    expect((await setting.operator.get(`/sessions/${one.session.id}/rollback`)).body.data).toEqual(shown);
    for (const { session } of setting.workers) await expectConsistent(session.id);
  });

  it('leaves what it did before that moment, also in a session that went on after it', async () => {
    const setting = await newSetting();
    const [one, two, three] = setting.workers;
    await set(one, 1, 11);
    await set(three, 3, 33);
    await set(one, 1, 12);
    await set(two, 1, 13);
    await set(one, 4, 44);
    const [, first] = await actionsOf(setting, one);
    const answer = await rollBack(setting, first.updatedAt);
    expect(outcomesOf(answer)).toEqual(Array(3).fill('ROLLED_BACK'));
    expect([await creditOf(setting, 1), await creditOf(setting, 3), await creditOf(setting, 4)]).toEqual([11, 33, 10]);
    expect(answer.body.data.rollbacks).toMatchObject([
      { sessionId: one.session.id, displayStatus: 'PARTIALLY_REVERTED', progress: { finished: 2, total: 2 } },
      { sessionId: two.session.id, displayStatus: 'REVERTED', progress: { finished: 1, total: 1 } },
    ]);
    const ask = (worker: Worker) => setting.agent.post(`/sessions/${worker.session.id}/actions`, call());
    expect([await ask(one), await ask(two), await ask(three)].map(errorOf)).toEqual([
      'session-rolled-back',
      'session-rolled-back',
      null,
    ]);
  });

  it('goes on where the first left off when it is asked for more', async () => {
    const setting = await newSetting();
    await takeTurns(setting, 1, 18);
    const all = (await Promise.all(setting.workers.map((worker) => actionsOf(setting, worker)))).flat();
    const since = all.map(({ updatedAt }) => updatedAt).sort()[4];
    expect(outcomesOf(await rollBack(setting, since))).toEqual(Array(4).fill('ROLLED_BACK'));
    expect(await creditOf(setting, 1)).toBe(14);
    expect(outcomesOf(await rollBack(setting, LONG_AGO))).toEqual(Array(4).fill('ROLLED_BACK'));
    expect(await creditOf(setting, 1)).toBe(10);
  });

  it('touches no other agent, no simulated session and none without an effect', async () => {
    const setting = await newSetting();
    const other = await setting.open(unique('agent'));
    await set(other, 5, 50);
    await set(setting.workers[0], 6, 60);
    await setting.workers[1].pool.query('SELECT 1');
    const { body } = await setting.testAgent.post('/sessions', { agentId: setting.slug, intent: 'pretend' });
    await logged(setting.testAgent, body.data.id, { status: 'SUCCESS' });
    const answer = await rollBack(setting, LONG_AGO);
    expect(answer.body.data.rollbacks.map(({ sessionId }: { sessionId: string }) => sessionId)).toEqual([
      setting.workers[0].session.id,
    ]);
    expect([await creditOf(setting, 5), await creditOf(setting, 6)]).toEqual([50, 10]);
    for (const id of [other.session.id, setting.workers[1].session.id, body.data.id]) {
      const session = (await setting.operator.get(`/sessions/${id}`)).body.data;
      expect(session).toMatchObject({ status: 'ACTIVE', displayStatus: 'ACTIVE' });
    }
  });

  it('settles first what nobody confirmed, and rejects what waits', async () => {
    const setting = await newSetting();
    const [one, two] = setting.workers;
    await set(one, 1, 11);
    const payload = { table: 'customers', match: { id: 1 }, values: { credit: 12 }, rowCount: 1 };
    const ask = { apiName: 'postgres.rows.update', payload };
    const actions = `/sessions/${two.session.id}/actions`;
    const { precaptureId } = (await setting.agent.post(`${actions}/precapture`, ask)).body.data;
    await setting.agent.post(actions, { ...ask, operationType: 'UPDATE', precaptureId });
    const { approvalId } = await gated(setting.agent, two.session.id);
    await setting.database.pool.query('UPDATE customers SET credit = 12 WHERE id = 1');
    await setting.operator.put(`/agents/${setting.agentId}`, { status: 'PAUSED' });
    const answer = await rollBack(setting, LONG_AGO);
    expect(outcomesOf(answer)).toEqual(['ROLLED_BACK', 'ROLLED_BACK']);
    expect(await creditOf(setting, 1)).toBe(10);
    expect((await setting.operator.get(`/approvals/${approvalId}`)).body.data.status).toBe('REJECTED');
  });

  it('undoes a call that was permitted before that moment and confirmed by nobody: it may have run after it', async () => {
    const setting = await newSetting();
    const [one] = setting.workers;
    const payload = { table: 'customers', match: { id: 1 }, values: { credit: 12 }, rowCount: 1 };
    const ask = { apiName: 'postgres.rows.update', payload };
    const actions = `/sessions/${one.session.id}/actions`;
    const { precaptureId } = (await setting.agent.post(`${actions}/precapture`, ask)).body.data;
    await setting.agent.post(actions, { ...ask, operationType: 'UPDATE', precaptureId });
    const since = new Date().toISOString();
    await setting.database.pool.query('UPDATE customers SET credit = 12 WHERE id = 1');
    expect(outcomesOf(await rollBack(setting, since))).toEqual(['ROLLED_BACK']);
    expect(await creditOf(setting, 1)).toBe(10);
    expect((await setting.agent.post(actions, ask)).status).not.toBe(201);
  });

  it('leaves a session that is being rolled back to that, and says so', async () => {
    const setting = await newSetting();
    const [one, two] = setting.workers;
    await set(one, 1, 11);
    await set(two, 2, 22);
    const blocker = await setting.database.pool.connect();
    await blocker.query('BEGIN; SELECT id FROM customers WHERE id = 1 FOR UPDATE');
    const running = setting.operator.post(`/sessions/${one.session.id}/rollback`);
    const seen = await withinASecond(
      () => setting.operator.get(`/sessions/${one.session.id}`),
      ({ body }) => body.data.displayStatus === 'ROLLING_BACK',
      15_000,
    );
    expect(seen.body.data.displayStatus).toBe('ROLLING_BACK');
    const answer = await rollBack(setting, LONG_AGO);
    expect(answer.body.data).toMatchObject({
      state: 'finished',
      skipped: [one.session.id],
      rollbacks: [{ sessionId: two.session.id, displayStatus: 'REVERTED' }],
    });
    await blocker.query('ROLLBACK');
    blocker.release();
    expect((await running).body.data.displayStatus).toBe('REVERTED');
  });

  it('goes on past an effect that somebody else has changed since', async () => {
    const setting = await newSetting();
    const [one, two, three] = setting.workers;
    await set(one, 1, 11);
    await set(two, 2, 22);
    await set(three, 3, 33);
    await setting.database.pool.query('UPDATE customers SET credit = 99 WHERE id = 2');
    const answer = await rollBack(setting, LONG_AGO);
    expect(outcomesOf(answer)).toEqual(['ROLLED_BACK', 'CONFLICT', 'ROLLED_BACK']);
    expect([await creditOf(setting, 1), await creditOf(setting, 2), await creditOf(setting, 3)]).toEqual([10, 99, 10]);
  });

  it('is done once for one Idempotency-Key, and audited with each of its sessions', async () => {
    const setting = await newSetting();
    await takeTurns(setting, 1, 15);
    await forgetWrites(setting);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        rollBack(setting, LONG_AGO, 'once', setting.operator.at(index % 2 ? serviceA : serviceB)),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(7);
    expect(await writesOf(setting)).toEqual(backwards(1, 15));
    const { id } = answers[0]?.body.data ?? {};
    const entries: { action: string; after: object; target: object }[] = (await setting.operator.get('/audit-logs'))
      .body.data;
    expect(entries.filter(({ action }) => action === 'agent.rollback-started')).toEqual([
      expect.objectContaining({
        actor: expect.objectContaining({ kind: 'USER', label: setting.email }),
        target: { type: 'agent', id: setting.agentId },
        before: null,
        after: {
          id,
          agentId: setting.slug,
          since: LONG_AGO,
          skipped: [],
          sessions: setting.workers.map(({ session }) => session.id).sort(),
          steps: 5,
          requestedBy: setting.email,
        },
      }),
    ]);
    for (const action of ['rollback.started', 'rollback.finished'])
      expect(entries.filter((entry) => entry.action === action)).toHaveLength(3);
  });

  it('with nothing to undo does nothing', async () => {
    const setting = await newSetting();
    await set(setting.workers[0], 1, 11);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const since = new Date().toISOString();
    const answer = await rollBack(setting, since);
    expect([answer.status, answer.body.data]).toMatchObject([200, { state: 'finished', skipped: [], rollbacks: [] }]);
    expect(await creditOf(setting, 1)).toBe(11);
  });

  it.each([
    ['no moment', {}],
    ['words', { since: 'yesterday' }],
    ['a day without a time', { since: '2026-01-01' }],
    ['a moment without a zone', { since: '2026-01-01T00:00:00' }],
    ['a day there is not', { since: '2026-02-30T00:00:00Z' }],
    ['what has not come yet', { since: '2999-01-01T00:00:00Z' }],
    ['a number', { since: 1_700_000_000 }],
    ['something else too', { since: LONG_AGO, onConflict: 'force' }],
  ])('is refused with %s', async (_, body) => {
    const { operator } = await newOrganization();
    const { id } = (await operator.post('/agents', { slug: 'anybody' })).body.data;
    const answer = await operator.post(`/agents/${id}/rollback`, body);
    expect([answer.status, errorOf(answer)]).toEqual([400, 'validation-failed']);
  });

  it('is for operators of PRO, and for agents of their own', async () => {
    const one = await newOrganization();
    const other = await newOrganization();
    const { id } = (await one.operator.post('/agents', { slug: 'anybody' })).body.data;
    const ask = (caller: Caller) => caller.post(`/agents/${id}/rollback`, { since: LONG_AGO });
    expect([await ask(other.operator), await ask(one.agent)].map(errorOf)).toEqual(['not-found', 'operator-required']);
    await setPlan(one.id, 'FREE');
    const refused = await withinASecond(
      () => ask(one.operator),
      ({ status }) => status === 403,
    );
    expect(errorOf(refused)).toBe('plan-required');
    await setPlan(one.id, 'PRO');
    const allowed = await withinASecond(
      () => ask(one.operator),
      ({ status }) => status === 200,
    );
    expect(allowed.body.data.rollbacks).toEqual([]);
  });
});

describe('rolling an agent back in a race', () => {
  it('with itself and with rollbacks of its sessions undoes everything once', async () => {
    const setting = await newSetting();
    for (let round = 0; round < 5; round++) {
      const workers = round ? [await setting.open(setting.slug), await setting.open(setting.slug)] : setting.workers;
      for (let turn = 0; turn < 6; turn++) {
        const worker = workers[turn % workers.length];
        if (worker) await set(worker, 1 + turn, 100 + round);
      }
      await forgetWrites(setting);
      const [first] = workers;
      const answers = await Promise.all([
        ...Array.from({ length: 7 }, (_, index) =>
          rollBack(setting, LONG_AGO, undefined, setting.operator.at(index % 2 ? serviceA : serviceB)),
        ),
        setting.operator.at(serviceB).post(`/sessions/${first?.session.id}/rollback`),
      ]);
      expect(answers.slice(0, 7).map(({ status }) => status)).toEqual(Array(7).fill(200));
      const begun = answers.slice(0, 7).flatMap(({ body }) => body.data.rollbacks);
      const won = begun.length + (answers[7]?.status === 200 ? 1 : 0);
      expect(won).toBe(workers.length);
      expect((await writesOf(setting)).sort()).toEqual(Array.from({ length: 6 }, (_, index) => `${index + 1}=10`));
      for (const { session } of workers) await expectConsistent(session.id);
    }
  }, 60_000);

  it('with confirmations records each of them and undoes no effect twice', async () => {
    const setting = await newSetting();
    const { agent, operator } = setting;
    for (let round = 0; round < 10; round++) {
      const open: [string, string][] = [];
      for (const worker of [await setting.open(setting.slug), await setting.open(setting.slug)])
        for (let count = 0; count < 3; count++) open.push([worker.session.id, await logged(agent, worker.session.id)]);
      const [answer, ...confirmed] = await Promise.all([
        rollBack(setting, LONG_AGO, undefined, operator.at(round % 2 ? serviceA : serviceB)),
        ...open.map(([session, action], index) =>
          agent
            .at(index % 2 ? serviceA : serviceB)
            .patch(`/sessions/${session}/actions/${action}`, { status: 'SUCCESS' }),
        ),
      ]);
      expect(answer.body.data.state).toBe('finished');
      expect(confirmed.map(({ status }) => status)).toEqual(Array(6).fill(200));
      for (const [session] of open) await expectConsistent(session);
    }
  }, 60_000);
});

describe('rolling an agent back when every process is killed in the middle', () => {
  it('is finished by the next process in the same order, and undoes nothing twice', async () => {
    const own = await newOwnDatabase(2);
    endings.push(own.drop);
    const [first, second] = own.services;
    if (!first || !second) throw new Error('two processes');
    const setting = await newSetting(first);
    await takeTurns(setting, 1, 22);
    await forgetWrites(setting);
    const blocked = setting.database.pool;
    // Its sixth write waits: the attempt is committed and its outcome unknown when the process dies.
    await blocked.query(`
      CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF NEW.credit = 16 THEN PERFORM pg_advisory_xact_lock(1); END IF; RETURN NEW; END $$;
      CREATE TRIGGER hold BEFORE UPDATE ON customers FOR EACH ROW EXECUTE FUNCTION hold();`);
    const holder = await blocked.connect();
    await holder.query('SELECT pg_advisory_lock(1)');
    const answer = rollBack(setting, LONG_AGO).catch(() => null);
    const waits = await withinASecond(
      async () => (await blocked.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).rowCount,
      (count) => count === 1,
      20_000,
    );
    expect(waits).toBe(1);
    await Promise.all([first.kill('SIGKILL'), second.kill('SIGKILL')]);
    await answer;
    await holder.query('SELECT pg_advisory_unlock(1)');
    holder.release();
    const next = await startService({ DATABASE_URL: own.serviceUrl });
    endings.push(() => next.stop());
    const operator = new Caller(next, setting.operator.credential);
    const reports = () =>
      Promise.all(setting.workers.map(({ session }) => operator.get(`/sessions/${session.id}/rollback`)));
    const seen = await withinASecond(reports, (all) => all.every(({ body }) => body.data.state === 'finished'), 30_000);
    expect(seen.map(({ body }) => body.data.displayStatus)).toEqual(Array(3).fill('REVERTED'));
    expect(await writesOf(setting)).toEqual(backwards(1, 22));
  }, 90_000);
});
