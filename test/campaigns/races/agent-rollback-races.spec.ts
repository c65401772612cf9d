import {
  backwards,
  endings,
  forgetWrites,
  LONG_AGO,
  newSetting,
  rollBack,
  set,
  takeTurns,
  writesOf,
} from '../../e2e/agents/support/one-agent.js';
import { Caller, serviceA, serviceB } from '../../support/client.js';
import { expectConsistent, logged, rows } from '../../support/ledger.js';
import { newOwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { startService } from '../../support/service.mjs';

afterAll(async () => {
  for (const end of endings.reverse()) await end();
  await rows.end();
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
  });

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
  });
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
    const waits = await eventually(
      async () => (await blocked.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).rowCount,
      (count) => count === 1,
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
    const seen = await eventually(reports, (all) => all.every(({ body }) => body.data.state === 'finished'), 20_000);
    expect(seen.map(({ body }) => body.data.displayStatus)).toEqual(Array(3).fill('REVERTED'));
    expect(await writesOf(setting)).toEqual(backwards(1, 22));
  });
});
