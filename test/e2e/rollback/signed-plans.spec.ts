import { auditedBy } from '../../support/audit.js';
import { creditsOf, newSetting, type Setting } from '../../support/customers.js';
import { errorOf, rows } from '../../support/ledger.js';
import { colleagueOf } from '../../support/operators.js';

afterAll(() => rows.end());

const HASH = expect.stringMatching(/^[0-9a-f]{64}$/);

const pathOf = ({ session }: Setting) => `/sessions/${session.id}/rollback`;
const shown = async (setting: Setting, query = '') => (await setting.operator.get(pathOf(setting) + query)).body.data;
const rollBack = (setting: Setting, body: object, by = setting.operator) => by.post(pathOf(setting), body);
const outcomesOf = (answer: Awaited<ReturnType<typeof rollBack>>) =>
  answer.body.data.results.map(({ outcome }: { outcome: string }) => outcome);
/** Runs SQL as another client of the database. */
const meanwhile = ({ database }: Setting, sql: string) => database.pool.query(sql);
const actionsOf = async ({ session }: Setting) => ((await session.read()).actions ?? []).map(({ id }) => id);

/** A session that changed two customers. */
async function twoChanges(): Promise<Setting> {
  const setting = await newSetting();
  await setting.pool.query('UPDATE customers SET credit = 1 WHERE id = 1');
  await setting.pool.query('UPDATE customers SET credit = 2 WHERE id = 2');
  return setting;
}

const creditsOfTwo = async (setting: Setting) => (await creditsOf(setting)).slice(0, 2);

describe('a rollback that names the plan that was shown', () => {
  it('runs while the plan is the one that was shown, of which each part and each reader sees the same hash', async () => {
    const setting = await twoChanges();
    const { hash } = await shown(setting);
    expect(hash).toEqual(HASH);
    expect((await shown(setting, '?after=1&limit=1')).hash).toBe(hash);
    expect((await setting.agent.get(pathOf(setting))).body.data.hash).toBe(hash);
    const { value, entries } = await auditedBy(setting, () => rollBack(setting, { planHash: hash }));
    expect([value.status, outcomesOf(value), value.body.data.hash]).toEqual([
      200,
      ['ROLLED_BACK', 'ROLLED_BACK'],
      null,
    ]);
    const [started] = entries.filter(({ action }) => action === 'rollback.started');
    expect(started?.after).toMatchObject({ planHash: hash, forced: [], onConflict: 'skip' });
    expect(await creditsOfTwo(setting)).toEqual(['1:10', '2:10']);
  });

  it('is 409 plan-changed and undoes nothing once the agent has done more', async () => {
    const setting = await twoChanges();
    const { hash } = await shown(setting);
    await setting.pool.query('UPDATE customers SET credit = 3 WHERE id = 3');
    const late = await rollBack(setting, { planHash: hash });
    expect([late.status, errorOf(late)]).toEqual([409, 'plan-changed']);
    expect((await creditsOf(setting)).slice(0, 3)).toEqual(['1:1', '2:2', '3:3']);
    const { hash: newer, state } = await shown(setting);
    expect([newer === hash, state]).toEqual([false, 'planned']);
    expect((await rollBack(setting, { planHash: newer })).status).toBe(200);
  });

  it('is 409 plan-changed once a colleague has undone a part of it, or ordered the same', async () => {
    const setting = await twoChanges();
    const colleague = await colleagueOf(setting);
    const { hash } = await shown(setting);
    const [first] = await actionsOf(setting);
    const one = await colleague.post(`/sessions/${setting.session.id}/actions/${first}/rollback`, { planHash: hash });
    expect(one.status).toBe(200);
    const late = await rollBack(setting, { planHash: hash });
    expect([late.status, errorOf(late)]).toEqual([409, 'plan-changed']);
    expect(await creditsOfTwo(setting)).toEqual(['1:10', '2:2']);
    const report = await shown(setting);
    expect(report.hash).toEqual(HASH);
    const both = await Promise.all(
      [setting.operator, colleague].map((by) => rollBack(setting, { planHash: report.hash }, by)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.flatMap((answer) => (answer.status === 409 ? [errorOf(answer)] : []))).toEqual(['plan-changed']);
    expect(await creditsOfTwo(setting)).toEqual(['1:10', '2:10']);
  });

  it('is 409 plan-changed where the hash is of another session, and 400 where it is none', async () => {
    const [setting, other] = [await twoChanges(), await twoChanges()];
    const late = await rollBack(setting, { planHash: (await shown(other)).hash });
    expect([late.status, errorOf(late)]).toEqual([409, 'plan-changed']);
    for (const planHash of ['', 'a', 'A'.repeat(64), 1, 'a'.repeat(65), ['a'.repeat(64)]])
      expect((await rollBack(setting, { planHash })).status).toBe(400);
    expect(await creditsOfTwo(setting)).toEqual(['1:1', '2:2']);
  });
});

describe('a conflict', () => {
  it('is overwritten for the calls that an operator names and kept for the others, which the audit records', async () => {
    const setting = await twoChanges();
    await meanwhile(setting, 'UPDATE customers SET credit = 99 WHERE id < 3');
    const [first = '', second] = await actionsOf(setting);
    const { hash } = await shown(setting);
    const order = { planHash: hash, force: [first] };
    const { value, entries } = await auditedBy(setting, () => rollBack(setting, order));
    expect(value.body.data.results).toMatchObject([
      { actionId: second, outcome: 'CONFLICT' },
      { actionId: first, outcome: 'ROLLED_BACK' },
    ]);
    expect(await creditsOfTwo(setting)).toEqual(['1:10', '2:99']);
    const [started] = entries.filter(({ action }) => action === 'rollback.started');
    expect(started).toMatchObject({
      actor: { kind: 'USER', label: setting.email },
      after: { planHash: hash, forced: [first], onConflict: 'skip' },
    });
  });

  it('that was shown is overwritten only while it is as it was shown', async () => {
    const setting = await twoChanges();
    await meanwhile(setting, 'UPDATE customers SET credit = 99 WHERE id < 3');
    const report = (await rollBack(setting, {})).body.data;
    expect(report.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['CONFLICT', 'CONFLICT']);
    await meanwhile(setting, 'UPDATE customers SET credit = 98 WHERE id = 2');
    const forced = await rollBack(setting, { planHash: report.hash, onConflict: 'force' });
    expect(outcomesOf(forced)).toEqual(['CONFLICT', 'ROLLED_BACK']);
    expect(forced.body.data.results[0].detail).toMatch(/^It has changed again since it was shown/);
    expect(await creditsOfTwo(setting)).toEqual(['1:10', '2:98']);
    // The plan signed before shows an older state, although nothing else has changed since.
    expect(errorOf(await rollBack(setting, { planHash: report.hash, onConflict: 'force' }))).toBe('plan-changed');
    const seen = await rollBack(setting, { planHash: forced.body.data.hash, onConflict: 'force' });
    expect([outcomesOf(seen), seen.body.data.hash]).toEqual([['ROLLED_BACK'], null]);
    expect(await creditsOfTwo(setting)).toEqual(['1:10', '2:10']);
  });

  it('is not forced by an agent, nor for a call that the rollback does not undo', async () => {
    const [setting, other] = [await twoChanges(), await twoChanges()];
    const [first = ''] = await actionsOf(setting);
    const byAgent = await rollBack(setting, { force: [first] }, setting.agent);
    expect([byAgent.status, errorOf(byAgent)]).toEqual([403, 'operator-required']);
    for (const force of [await actionsOf(other), [first, crypto.randomUUID()], ['a'], 'all', [null]])
      expect((await rollBack(setting, { force })).status).toBe(400);
    const [, second = ''] = await actionsOf(setting);
    const ofOne = await setting.operator.post(`/sessions/${setting.session.id}/actions/${first}/rollback`, {
      force: [second],
    });
    expect(ofOne.status).toBe(400);
    expect((await shown(setting)).state).toBe('planned');
    expect((await rollBack(setting, { force: [] }, setting.agent)).status).toBe(200);
  });
});
