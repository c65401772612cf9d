import { auditedBy } from '../../support/audit.js';
import { newOrganization, newSession, serviceB, unique } from '../../support/client.js';
import { creditsOf, newSetting, type Setting } from '../../support/customers.js';
import { errorOf, expectConsistent, logged, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';

afterAll(() => rows.end());

type Answer = Awaited<ReturnType<Setting['operator']['post']>>;
const outcomesOf = ({ body }: Answer) => body.data.results.map(({ outcome }: { outcome: string }) => outcome);

describe('POST /sessions/:id/rollback/:rollbackId/revert on a database', () => {
  let setting: Setting;
  beforeEach(async () => {
    setting = await newSetting();
  });

  const path = () => `/sessions/${setting.session.id}/rollback`;
  const meanwhile = (sql: string) => setting.database.pool.query(sql);
  const run = async (...statements: string[]) => {
    for (const sql of statements) await setting.pool.query(sql);
  };
  const customers = async () => (await meanwhile('SELECT * FROM customers ORDER BY id')).rows;
  const finished = async (answer: Answer): Promise<Answer> => {
    if (answer.body.data?.state !== 'running') return answer;
    const isOver = async () => (await setting.operator.get(path())).body.data.state === 'finished';
    expect(await eventually(isOver)).toBe(true);
    return setting.operator.get(path());
  };
  const rollBack = async (body = {}) => finished(await setting.operator.post(path(), body));
  const revert = async (rollback: Answer, body = {}) =>
    finished(await setting.operator.post(`${path()}/${rollback.body.data.rollbackId}/revert`, body));
  const planOf = (rollback: Answer) => setting.operator.get(`${path()}/${rollback.body.data.rollbackId}/revert`);
  const statuses = async () => ((await setting.session.read()).actions ?? []).map(({ status }) => status);

  const CHANGES = [
    'UPDATE customers SET credit = 1 WHERE id = 1',
    "INSERT INTO customers (id, name, credit) VALUES (20, 'New', 5)",
    'DELETE FROM customers WHERE id = 3',
    'UPDATE customers SET credit = 2 WHERE id = 1',
  ] as const;

  it('restores the values that each undo replaced, the last undone first, and the session is as before, but closed', async () => {
    await run(...CHANGES);
    const left = await customers();
    const undone = await rollBack();
    expect(await creditsOf(setting)).toContain('3:10');
    const planned = (await planOf(undone)).body.data;
    expect(planned.plan.map((one: { class: string; calls: string[] }) => [one.class, one.calls])).toEqual([
      ['exact', ["UPDATE public.customers SET credit = '1' WHERE id = '1'"]],
      ['exact', ["INSERT INTO public.customers (id, name, credit) VALUES ('20', 'New', '5')"]],
      ['exact', ["DELETE FROM public.customers WHERE id = '3'"]],
      ['exact', ["UPDATE public.customers SET credit = '2' WHERE id = '1'"]],
    ]);
    const { value, entries } = await auditedBy(setting, () => revert(undone, { planHash: planned.hash }));
    expect(value.body.data).toMatchObject({
      reverts: undone.body.data.rollbackId,
      displayStatus: 'COMPLETED',
      counters: { success: 4, rolledBack: 0 },
    });
    expect(outcomesOf(value)).toEqual(Array(4).fill('REAPPLIED'));
    expect(await customers()).toEqual(left);
    expect(await statuses()).toEqual(Array(4).fill('SUCCESS'));
    expect(entries.map(({ action }) => action)).toEqual(['rollback.revert-started', 'rollback.reverted']);
    expect((await setting.operator.get(`/sessions/${setting.session.id}/dirty`)).body.data.dirty).toBe(false);
    await expectConsistent(setting.session.id);
  });

  it('is undone by a further rollback, which can be reverted in turn', async () => {
    await run(...CHANGES);
    const left = await customers();
    await revert(await rollBack());
    const again = await rollBack();
    expect(outcomesOf(again)).toEqual(Array(4).fill('ROLLED_BACK'));
    expect((await creditsOf(setting)).slice(0, 3)).toEqual(['1:10', '2:10', '3:10']);
    expect(outcomesOf(await revert(again))).toEqual(Array(4).fill('REAPPLIED'));
    expect(await customers()).toEqual(left);
  });

  it('keeps what another client changed since the rollback, and overwrites it only where that is forced', async () => {
    await run(CHANGES[0], 'UPDATE customers SET credit = 2 WHERE id = 2', CHANGES[1], CHANGES[2]);
    const undone = await rollBack();
    await meanwhile('UPDATE customers SET credit = 77 WHERE id = 1');
    await meanwhile("INSERT INTO customers (id, name) VALUES (20, 'Theirs')");
    await meanwhile("UPDATE customers SET name = 'Theirs' WHERE id = 3");
    const first = await revert(undone);
    expect(outcomesOf(first)).toEqual(['CONFLICT', 'REAPPLIED', 'CONFLICT', 'CONFLICT']);
    expect((await creditsOf(setting)).slice(0, 3)).toEqual(['1:77', '2:2', '3:10']);
    expect(first.body.data.displayStatus).toBe('PARTIALLY_REVERTED');
    const { hash, plan } = (await planOf(undone)).body.data;
    expect(plan).toHaveLength(3);
    const forced = await revert(undone, { onConflict: 'force', planHash: hash });
    expect(outcomesOf(forced)).toEqual(Array(3).fill('REAPPLIED'));
    expect(await creditsOf(setting)).toEqual(expect.arrayContaining(['1:1', '2:2', '20:5']));
    expect(await creditsOf(setting)).not.toContain('3:10');
  });

  it('does not remove a row that rows of another table point at by now', async () => {
    await meanwhile('CREATE TABLE orders (id int PRIMARY KEY, customer int REFERENCES customers ON DELETE CASCADE)');
    await run(CHANGES[2]);
    const undone = await rollBack({ onConflict: 'force' });
    await meanwhile('INSERT INTO orders VALUES (1, 3)');
    expect(outcomesOf(await revert(undone))).toEqual(['CONFLICT']);
    expect((await meanwhile('SELECT * FROM orders')).rows).toHaveLength(1);
  });

  it('restores together the calls that one write undid', async () => {
    const client = await setting.pool.connect();
    await meanwhile(
      'CREATE TABLE places (id int PRIMARY KEY, pos int NOT NULL UNIQUE); INSERT INTO places VALUES (1, 1), (2, 2)',
    );
    await client.query('BEGIN');
    for (const [id, pos] of [
      [1, -1],
      [2, 1],
      [1, 2],
    ])
      await client.query(`UPDATE places SET pos = ${pos} WHERE id = ${id}`);
    await client.query('COMMIT');
    client.release();
    const places = async () => (await meanwhile('SELECT * FROM places ORDER BY id')).rows;
    const left = await places();
    const undone = await rollBack();
    expect(await places()).toEqual([
      { id: 1, pos: 1 },
      { id: 2, pos: 2 },
    ]);
    expect(outcomesOf(await revert(undone))).toEqual(Array(3).fill('REAPPLIED'));
    expect(await places()).toEqual(left);
  });

  it('reverts the rollback of one call alone, and the session stays open', async () => {
    await run(CHANGES[0], 'UPDATE customers SET credit = 2 WHERE id = 2');
    const [first] = (await setting.session.read()).actions ?? [];
    const { operator, session } = setting;
    const undone = await finished(await operator.post(`/sessions/${session.id}/actions/${first?.id}/rollback`));
    expect(outcomesOf(await revert(undone))).toEqual(['REAPPLIED']);
    expect((await creditsOf(setting)).slice(0, 2)).toEqual(['1:1', '2:2']);
    expect((await session.read()).status).toBe('ACTIVE');
    await run('UPDATE customers SET credit = 4 WHERE id = 4');
    expect(await statuses()).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
  });

  it('reverts once: a second revert is refused, and the same key gets the same answer', async () => {
    await run(CHANGES[0]);
    const undone = await rollBack();
    const to = `${path()}/${undone.body.data.rollbackId}/revert`;
    const key = unique('once');
    const [one, other] = await Promise.all([
      setting.operator.post(to, {}, key),
      setting.operator.at(serviceB).post(to, {}, unique('twice')),
    ]);
    expect([one.status, other.status].sort()).toEqual([200, 409]);
    const [done, refused] = one.status === 200 ? [one, other] : [other, one];
    await finished(done);
    expect(errorOf(refused)).toBe('not-revertible');
    if (done === one)
      expect((await setting.operator.post(to, {}, key)).body.data.rollbackId).toBe(one.body.data.rollbackId);
    expect(errorOf(await setting.operator.post(to))).toBe('not-revertible');
    expect(errorOf(await setting.operator.post(`${path()}/${done.body.data.rollbackId}/revert`))).toBe(
      'not-revertible',
    );
    expect((await creditsOf(setting))[0]).toBe('1:1');
  });

  it('is refused with the hash of a plan that is no longer the newest', async () => {
    await run(CHANGES[0], 'UPDATE customers SET credit = 2 WHERE id = 2');
    const [, second] = (await setting.session.read()).actions ?? [];
    const part = await rollBack({ fromActionId: second?.id });
    const { hash } = (await planOf(part)).body.data;
    const whole = await rollBack();
    expect(errorOf(await revert(part, { planHash: hash }))).toBe('plan-changed');
    expect(outcomesOf(await revert(part, { planHash: (await planOf(part)).body.data.hash }))).toEqual(['REAPPLIED']);
    expect((await creditsOf(setting)).slice(0, 2)).toEqual(['1:10', '2:2']);
    expect(outcomesOf(await revert(whole))).toEqual(['REAPPLIED']);
  });

  it('leaves a call whose undo was interrupted without a proof that it wrote, unless it is forced', async () => {
    await run(CHANGES[0]);
    const undone = await rollBack();
    // The row is as a process leaves it that died between the note and the answer to COMMIT.
    await rows.query(
      `UPDATE rollback_steps SET replaced = jsonb_set(replaced, '{0,isDone}', 'false') WHERE rollback_id = $1`,
      [undone.body.data.rollbackId],
    );
    expect((await planOf(undone)).body.data.plan[0].warning).toMatch(/interrupted/);
    const left = await revert(undone);
    expect([outcomesOf(left), left.body.data.results[0].isUnproved]).toEqual([['UNKNOWN'], true]);
    expect((await creditsOf(setting))[0]).toBe('1:10');
    expect(outcomesOf(await revert(undone, { onConflict: 'force' }))).toEqual(['REAPPLIED']);
    expect((await creditsOf(setting))[0]).toBe('1:1');
  });

  it('reports an undo without a record as one that cannot be reverted', async () => {
    await run(CHANGES[0], 'UPDATE customers SET credit = 2 WHERE id = 2');
    const undone = await rollBack();
    const { rollbackId, results } = undone.body.data;
    await rows.query('UPDATE rollback_steps SET replaced = NULL WHERE rollback_id = $1 AND action_id = $2', [
      rollbackId,
      results[0].actionId,
    ]);
    const { plan } = (await planOf(undone)).body.data;
    expect(plan.map((one: { class: string }) => one.class)).toEqual(['exact', 'impossible']);
    expect(outcomesOf(await revert(undone))).toEqual(['REAPPLIED', 'IRREVERSIBLE']);
    expect(await statuses()).toEqual(['SUCCESS', 'ROLLED_BACK']);
  });

  it('is not for agents, nor for another organization or session, and the purge of the session ends it', async () => {
    await run(CHANGES[0]);
    const undone = await rollBack();
    const { rollbackId } = undone.body.data;
    const to = `${path()}/${rollbackId}/revert`;
    expect([errorOf(await setting.agent.post(to)), errorOf(await setting.agent.get(to))]).toEqual([
      'operator-required',
      'operator-required',
    ]);
    const stranger = await newOrganization();
    expect([(await stranger.operator.post(to)).status, (await stranger.operator.get(to)).status]).toEqual([404, 404]);
    const other = await newSession(setting.agent);
    expect((await setting.operator.post(`/sessions/${other}/rollback/${rollbackId}/revert`)).status).toBe(404);
    expect((await creditsOf(setting))[0]).toBe('1:10');
    await setting.operator.delete(`/sessions/${setting.session.id}/purge`);
    expect((await setting.operator.post(to)).status).toBe(404);
    expect((await rows.query('SELECT FROM rollback_steps WHERE rollback_id = $1', [rollbackId])).rowCount).toBe(0);
  });

  it('refuses a rollback that undid nothing', async () => {
    await logged(setting.agent, setting.session.id);
    const undone = await rollBack();
    expect(errorOf(await revert(undone))).toBe('not-revertible');
  });
});
