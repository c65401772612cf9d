import { auditedBy } from '../../support/audit.js';
import { newSetting, type Setting } from '../../support/customers.js';
import { errorOf, rows } from '../../support/ledger.js';

afterAll(() => rows.end());

type Answer = Awaited<ReturnType<Setting['operator']['post']>>;
const outcomesOf = ({ body }: Answer) => body.data.results.map(({ outcome }: { outcome: string }) => outcome);

describe('a rollback of a call that added to a number which another client changed since', () => {
  let setting: Setting;
  let action: string;
  beforeEach(async () => {
    setting = await newSetting();
    await setting.pool.query('UPDATE customers SET credit = credit + 5 WHERE id = 1');
    action = (await setting.session.read()).actions?.[0]?.id ?? '';
  });

  const path = () => `/sessions/${setting.session.id}/rollback`;
  const meanwhile = (sql: string) => setting.database.pool.query(sql);
  const credit = async () => (await meanwhile('SELECT credit FROM customers WHERE id = 1')).rows[0]?.credit;
  const rollBack = (body: object = {}, by = setting.operator) => by.post(path(), body);
  const declare = (counters: string) =>
    setting.operator.put('/settings/credentials/postgres', {
      values: { connectionString: setting.database.url, counters },
    });

  it('is a CONFLICT that says what the call added, and subtracts that once an operator chose it', async () => {
    await meanwhile('UPDATE customers SET credit = credit + 7 WHERE id = 1');
    const conflict = await rollBack();
    expect(conflict.body.data.results[0]).toMatchObject({
      outcome: 'CONFLICT',
      items: [{ fields: [{ field: 'credit', before: '10', now: '22', result: 'conflict', added: '5' }] }],
    });
    await meanwhile('UPDATE customers SET credit = credit + 1 WHERE id = 1');
    const order = { subtract: [action], planHash: conflict.body.data.hash };
    const { value, entries } = await auditedBy(setting, () => rollBack(order));
    expect([outcomesOf(value), await credit()]).toEqual([['ROLLED_BACK'], 18]);
    expect(entries.find((one) => one.action === 'rollback.started')?.after).toMatchObject({ subtracted: [action] });
    expect(errorOf(await rollBack({ subtract: [action] }))).toBe('not-rollable');
    expect(await credit()).toBe(18);
  });

  it('keeps a value that another client set unless the operator chose to subtract, and writes the captured value by force alone', async () => {
    await meanwhile('UPDATE customers SET credit = 3 WHERE id = 1');
    expect([outcomesOf(await rollBack()), await credit()]).toEqual([['CONFLICT'], 3]);
    expect([outcomesOf(await rollBack({ subtract: [action] })), await credit()]).toEqual([['ROLLED_BACK'], -2]);
  });

  it('subtracts nothing where the number is as the call left it: the captured value is restored', async () => {
    expect([outcomesOf(await rollBack({ subtract: [action] })), await credit()]).toEqual([['ROLLED_BACK'], 10]);
  });

  it('does not subtract from what another client set in another column, nor from a deleted row', async () => {
    await setting.pool.query("UPDATE customers SET name = 'agent' WHERE id = 2");
    await meanwhile("UPDATE customers SET name = 'human' WHERE id = 2; DELETE FROM customers WHERE id = 1");
    const ids = ((await setting.session.read()).actions ?? []).map(({ id }) => id);
    expect(outcomesOf(await rollBack({ subtract: ids }))).toEqual(['CONFLICT', 'CONFLICT']);
    expect((await meanwhile('SELECT name FROM customers WHERE id = 2')).rows).toEqual([{ name: 'human' }]);
  });

  it('subtracts without asking from a column that an operator declared as a counter, and the plan says so', async () => {
    await declare('public.orders.total, public.customers.credit');
    const { plan } = (await setting.operator.get(path())).body.data;
    expect(plan[0].remains).toContainEqual(
      'public.customers.credit is declared as a counter: where another client changed it since, 5 is subtracted from what is there.',
    );
    await meanwhile('UPDATE customers SET credit = credit + 7 WHERE id = 1');
    expect([outcomesOf(await rollBack()), await credit()]).toEqual([['ROLLED_BACK'], 17]);
  });

  it('is a CONFLICT where another column is declared', async () => {
    await declare('public.customers.name, other.customers.credit');
    await meanwhile('UPDATE customers SET credit = credit + 7 WHERE id = 1');
    expect([outcomesOf(await rollBack()), await credit()]).toEqual([['CONFLICT'], 22]);
  });

  it('subtracts nothing for an API key, which can neither choose it nor declare a counter, also where one is declared', async () => {
    expect(errorOf(await rollBack({ subtract: [action] }, setting.agent))).toBe('operator-required');
    const declared = { values: { connectionString: setting.database.url, counters: 'public.customers.credit' } };
    expect(errorOf(await setting.agent.put('/settings/credentials/postgres', declared))).toBe('operator-required');
    await declare('public.customers.credit');
    await meanwhile('UPDATE customers SET credit = credit + 7 WHERE id = 1');
    expect([outcomesOf(await rollBack({}, setting.agent)), await credit()]).toEqual([['CONFLICT'], 22]);
  });

  it('takes back what an earlier try of unknown end wrote, and not once more', async () => {
    await meanwhile('UPDATE customers SET credit = credit + 7 WHERE id = 1');
    await rollBack();
    // The row is as a process leaves it that died when it committed: noted, and written.
    const trace = { resource: 'public.customers id=1 credit', sentAt: null, written: { seen: '22', wrote: '17' } };
    await rows.query('UPDATE rollback_steps SET traces = $2 WHERE action_id = $1', [
      action,
      JSON.stringify([trace, { resource: 'public.customers id=1', sentAt: null }]),
    ]);
    await meanwhile('UPDATE customers SET credit = 17 WHERE id = 1');
    expect([outcomesOf(await rollBack({ subtract: [action] })), await credit()]).toEqual([['ROLLED_BACK'], 17]);
  });

  it('refuses to subtract for a call that it does not undo', async () => {
    expect(errorOf(await rollBack({ subtract: [setting.session.id] }))).toBe('validation-failed');
  });
});
