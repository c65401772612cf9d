import { randomUUID } from 'node:crypto';
import { expectToBlock } from '../../support/blocks.js';
import { creditsOf, newSetting, rollBackAndRead } from '../../support/customers.js';
import { eventually } from '../../support/patience.mjs';
import { rollBack } from '../../support/roll-back.js';

const UNTOUCHED = Array.from({ length: 10 }, (_, index) => `${index + 1}:10`);

describe('a slow precapture', () => {
  it.each([
    ['the agent is paused', 'agent-paused'],
    ['the session is completed', 'session-closed'],
    ['a rollback begins', 'session-rolled-back'],
  ])('permits nothing when %s meanwhile', async (_, code) => {
    const setting = await newSetting();
    await setting.pool.query('UPDATE customers SET credit = 1 WHERE id = 1');
    const blocker = await setting.database.pool.connect();
    await blocker.query('BEGIN; LOCK TABLE customers IN ACCESS EXCLUSIVE MODE');
    const path = `/sessions/${setting.session.id}/actions/precapture`;
    const payload = { table: 'customers', match: { id: 2 } };
    const capturing = setting.agent.post(path, { apiName: 'postgres.rows.delete', payload });
    await expectToBlock(blocker, setting.database.pool);
    let rolledBack: Promise<unknown> = Promise.resolve();
    if (code === 'agent-paused') {
      const [agent] = (await setting.operator.get('/agents')).body.data;
      await setting.operator.put(`/agents/${agent.id}`, { status: 'PAUSED' });
    } else if (code === 'session-closed') {
      await setting.session.complete();
    } else {
      rolledBack = setting.session.rollback();
      await eventually(
        () => setting.session.read(),
        ({ displayStatus }) => displayStatus === 'ROLLING_BACK',
      );
    }
    await blocker.query('ROLLBACK');
    blocker.release();
    expect((await capturing).body.error?.type).toMatch(new RegExp(`/${code}$`));
    await rolledBack;
  });
});

describe('a rollback on a real database', () => {
  it('of one action leaves the others and the session open', async () => {
    const setting = await newSetting();
    await setting.pool.query('UPDATE customers SET credit = 1 WHERE id = 1');
    await setting.pool.query('DELETE FROM customers WHERE id = 2');
    const [update] = (await setting.session.read()).actions ?? [];
    const answer = await setting.operator.post(`/sessions/${setting.session.id}/actions/${update?.id}/rollback`);
    expect(answer.body.data).toMatchObject({
      displayStatus: 'PARTIALLY_REVERTED',
      results: [{ actionId: update?.id, outcome: 'ROLLED_BACK' }],
    });
    expect(await creditsOf(setting)).toEqual(UNTOUCHED.filter((row) => row !== '2:10'));
    await setting.pool.query('UPDATE customers SET credit = 3 WHERE id = 3');
    expect((await rollBack(setting.session)).displayStatus).toBe('REVERTED');
    expect(await creditsOf(setting)).toEqual(UNTOUCHED);
  });

  it('keeps a change of another client, and overwrites it when an operator forces it', async () => {
    const setting = await newSetting();
    await setting.pool.query("UPDATE customers SET credit = 1, name = 'x' WHERE id = 1");
    await setting.database.pool.query('UPDATE customers SET credit = 99 WHERE id = 1');
    const path = `/sessions/${setting.session.id}/rollback`;
    const skipped = await setting.operator.post(path);
    expect(skipped.body.data.results).toMatchObject([
      {
        outcome: 'CONFLICT',
        items: [
          {
            fields: expect.arrayContaining([
              { field: 'credit', before: '10', after: '1', now: '99', result: 'conflict' },
              { field: 'name', before: 'Customer 1', after: 'x', now: 'x', result: 'restored' },
            ]),
          },
        ],
      },
    ]);
    expect((await creditsOf(setting))[0]).toBe('1:99');
    const forced = await setting.operator.post(path, { onConflict: 'force' });
    expect(forced.body.data).toMatchObject({ displayStatus: 'REVERTED', results: [{ outcome: 'ROLLED_BACK' }] });
    expect(await creditsOf(setting)).toEqual(UNTOUCHED);
  });

  it('reports UNKNOWN for an inserted row that another client deleted, and REVERTED for one that the agent deleted', async () => {
    const setting = await newSetting();
    await setting.pool.query("INSERT INTO customers VALUES (50, 'of the agent', 1)");
    await setting.database.pool.query('DELETE FROM customers WHERE id = 50');
    const { displayStatus, results } = await rollBack(setting.session);
    expect([displayStatus, results.map(({ outcome }) => outcome)]).toEqual(['ROLLBACK_FAILED', ['UNKNOWN']]);
    const second = await newSetting();
    await second.pool.query("INSERT INTO customers VALUES (50, 'of the agent', 1)");
    await second.pool.query('DELETE FROM customers WHERE id = 50');
    expect((await rollBack(second.session)).displayStatus).toBe('REVERTED');
    expect(await creditsOf(second)).toEqual(UNTOUCHED);
  });

  it.each([
    ['CASCADE', []],
    ['SET NULL', [{ id: 1, customer: null }]],
    ['SET DEFAULT', [{ id: 1, customer: 9 }]],
  ])(
    'is a CONFLICT where ON DELETE %s may have taken a row that came between the capture and the call, until it is forced',
    async (rule, left) => {
      const setting = await newSetting();
      const { pool } = setting.database;
      const reference = `customer int DEFAULT 9 REFERENCES customers ON DELETE ${rule}`;
      await pool.query(`CREATE TABLE orders (id int PRIMARY KEY, ${reference});
        CREATE TABLE items (id int PRIMARY KEY, "order" int REFERENCES orders ON DELETE ${rule})`);
      const blocker = await pool.connect();
      await blocker.query('BEGIN; INSERT INTO orders VALUES (1, 1); INSERT INTO items VALUES (1, 1)');
      const call = setting.pool.query('DELETE FROM customers WHERE id = 1');
      await expectToBlock(blocker, pool);
      await blocker.query('COMMIT');
      blocker.release();
      await call;
      const path = `/sessions/${setting.session.id}/rollback`;
      const [step] = (await setting.operator.get(path)).body.data.plan;
      const sentence = expect.stringMatching(
        /orders that another client let point at these rows .* not bring them back\. Without force it is a CONFLICT/,
      );
      expect(step.remains).toContainEqual(sentence);
      expect((await rollBackAndRead(setting)).results).toMatchObject([{ outcome: 'CONFLICT', detail: sentence }]);
      expect(await creditsOf(setting)).not.toContain('1:10');
      const forced = await setting.operator.post(path, { force: [step.actionId] });
      expect(forced.body.data.results).toMatchObject([{ outcome: 'ROLLED_BACK' }]);
      expect(await creditsOf(setting)).toEqual(UNTOUCHED);
      expect((await pool.query('SELECT * FROM orders')).rows).toEqual(left);
    },
  );

  it.each<[string, string, string, string[]]>([
    ['adds nothing to a sum', 'UPDATE customers SET credit = credit - 4 WHERE id = 1', 'CONFLICT', ['1:16']],
    ['overwrites nothing', 'UPDATE customers SET credit = 1 WHERE id = 1', 'CONFLICT', ['1:1']],
    ['brings no older row back', 'DELETE FROM customers WHERE id = 1', 'CONFLICT', []],
  ])('%s between the capture and the call: %s', async (_, sql, outcome, left) => {
    const setting = await newSetting();
    const blocker = await setting.database.pool.connect();
    await blocker.query('BEGIN; UPDATE customers SET credit = credit + 10 WHERE id = 1');
    const call = setting.pool.query(sql);
    await expectToBlock(blocker, setting.database.pool);
    await blocker.query('COMMIT');
    blocker.release();
    await call;
    const { results } = await rollBack(setting.session);
    expect(results.map((result) => result.outcome)).toEqual([outcome]);
    expect((await creditsOf(setting)).filter((row) => row.startsWith('1:'))).toEqual(left);
  });

  it('undoes calls after a column that they did not set was dropped, a type widened and a column added', async () => {
    const setting = await newSetting();
    const { pool, session, operator, database } = setting;
    await database.pool.query("ALTER TABLE customers ADD note text; UPDATE customers SET note = 'n' WHERE id = 5");
    const rows = async () => (await database.pool.query('SELECT id, name, credit FROM customers ORDER BY id')).rows;
    const before = (await rows()).map((row) => ({ ...row, id: String(row.id), credit: String(row.credit) }));
    await pool.query('UPDATE customers SET credit = 1 WHERE id = 1');
    await pool.query('UPDATE customers SET credit = credit + 7 WHERE id = 2');
    await pool.query('UPDATE customers SET credit = credit * 2 + id WHERE id IN (3, 4)');
    await pool.query('INSERT INTO customers (id, name) VALUES (50, $1)', ['Zoe']);
    await pool.query('DELETE FROM customers WHERE id = $1', [6]);
    await pool.query('DELETE FROM customers WHERE id = $1', [5]);
    await database.pool.query(`ALTER TABLE customers DROP note, ADD kind text DEFAULT 'new',
      ALTER id TYPE bigint, ALTER credit TYPE numeric`);
    const { results } = await rollBack(session);
    // The value of the deleted row in the dropped column is not restored.
    expect(results.map(({ outcome }) => outcome)).toEqual(['CONFLICT', ...Array(5).fill('ROLLED_BACK')]);
    expect(await rows()).toEqual(before.filter(({ id }) => id !== '5'));
    const forced = await operator.post(`/sessions/${session.id}/rollback`, { onConflict: 'force' });
    expect(forced.body.data).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await rows()).toEqual(before);
  });

  it('undoes upserts and selected rows that node-postgres sent', async () => {
    const setting = await newSetting();
    const { pool, database, session } = setting;
    const all = async () => (await database.pool.query('SELECT * FROM customers ORDER BY id')).rows;
    const before = await all();
    const upsert = `INSERT INTO customers (id, name, credit) VALUES ($1, $2, 5), (50, 'Zoe', 5)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, credit = customers.credit + 5`;
    await pool.query(upsert, [1, 'Ann']);
    await pool.query('INSERT INTO customers SELECT id + 100, name, credit FROM customers WHERE id < $1', [3]);
    expect(await all()).toHaveLength(13);
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await all()).toEqual(before);
  });

  it('undoes an UPDATE whose client died before it could confirm only where an operator forces it', async () => {
    const setting = await newSetting();
    await setting.pool.query('UPDATE customers SET credit = 1 WHERE id = 1');
    const payload = { table: 'customers', match: { id: 2 }, values: { credit: 2 }, rowCount: 1 };
    const actions = `/sessions/${setting.session.id}/actions`;
    const call = { apiName: 'postgres.rows.update', payload };
    const { precaptureId } = (await setting.agent.post(`${actions}/precapture`, call)).body.data;
    await setting.agent.post(actions, { ...call, operationType: 'UPDATE', precaptureId });
    await setting.database.pool.query('UPDATE customers SET credit = 2 WHERE id = 2');
    const report = await rollBack(setting.session);
    expect(report.results.map(({ outcome }) => outcome)).toEqual(['CONFLICT', 'ROLLED_BACK']);
    expect((await creditsOf(setting))[1]).toBe('2:2');
    const rollback = `/sessions/${setting.session.id}/rollback`;
    const unknown = (await setting.operator.post(rollback)).body.data;
    expect(unknown).toMatchObject({ counters: { unknown: 1 }, results: [{ outcome: 'UNKNOWN' }] });
    const { body } = await setting.operator.post(rollback, { onConflict: 'force' });
    expect(body.data).toMatchObject({
      ...{ displayStatus: 'REVERTED', counters: { unknown: 0 } },
      results: [{ outcome: 'ROLLED_BACK' }],
    });
    expect(await creditsOf(setting)).toEqual(UNTOUCHED);
  });

  it('treats SELECT … FOR UPDATE as a read: the session is REVERTED with it', async () => {
    const setting = await newSetting();
    const client = await setting.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT credit FROM customers WHERE id = 1 FOR UPDATE');
    await client.query('UPDATE customers SET credit = 1 WHERE id = 1');
    await client.query('COMMIT');
    client.release();
    const { actions = [] } = await setting.session.read();
    expect(actions.map(({ apiName, status }) => [apiName, status])).toEqual([
      ['postgres.query', 'SUCCESS'],
      ['postgres.rows.update', 'SUCCESS'],
    ]);
    expect(await rollBack(setting.session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await creditsOf(setting)).toEqual(UNTOUCHED);
  });

  it('undoes an INSERT whose client died for the key itself, where the INSERT chose a random key', async () => {
    const setting = await newSetting();
    await setting.database.pool.query('CREATE TABLE notes (id uuid PRIMARY KEY, text text)');
    const ask = async (apiName: string, payload: object) => {
      const actions = `/sessions/${setting.session.id}/actions`;
      const { precaptureId } = (await setting.agent.post(`${actions}/precapture`, { apiName, payload })).body.data;
      await setting.agent.post(actions, { apiName, payload, operationType: 'CREATE', precaptureId });
    };
    const values = { id: randomUUID(), text: 'of the agent' };
    await ask('postgres.rows.insert', { table: 'notes', values });
    await setting.database.pool.query('INSERT INTO notes VALUES ($1, $2)', [values.id, values.text]);
    expect(await rollBack(setting.session)).toMatchObject({
      displayStatus: 'REVERTED',
      results: [{ outcome: 'ROLLED_BACK', isUnproved: false }],
    });
    expect((await setting.database.pool.query('SELECT * FROM notes')).rows).toEqual([]);
  });

  it('reports ROLLBACK_FAILED and the reason when the database cannot be reached, and can be repeated', async () => {
    const setting = await newSetting();
    await setting.pool.query('UPDATE customers SET credit = 1 WHERE id = 1');
    await setting.pool.end();
    const unreachable = setting.database.url.replace(/@[^/]*\//, '@127.0.0.1:9/');
    const store = (connectionString: string) =>
      setting.operator.put('/settings/credentials/postgres', { values: { connectionString } });
    await store(unreachable);
    const failed = await rollBackAndRead(setting);
    expect(failed).toMatchObject({
      displayStatus: 'ROLLBACK_FAILED',
      results: [{ outcome: 'ROLLBACK_FAILED', detail: expect.stringContaining('127.0.0.1:9') }],
    });
    expect(JSON.stringify(failed)).not.toContain(new URL(unreachable).password);
    await store(setting.database.url);
    expect((await rollBack(setting.session)).displayStatus).toBe('REVERTED');
    expect(await creditsOf(setting)).toEqual(UNTOUCHED);
  });

  it('leaves a call that was never confirmed open to its outcome when the database cannot be reached', async () => {
    const setting = await newSetting();
    await setting.pool.query('UPDATE customers SET credit = 1 WHERE id = 1');
    const actions = `/sessions/${setting.session.id}/actions`;
    const call = {
      apiName: 'postgres.rows.update',
      payload: { table: 'customers', match: { id: 2 }, values: { credit: 2 } },
    };
    const { precaptureId } = (await setting.agent.post(`${actions}/precapture`, call)).body.data;
    const { id } = (await setting.agent.post(actions, { ...call, operationType: 'UPDATE', precaptureId })).body.data;
    const connectionString = setting.database.url.replace(/@[^/]*\//, '@127.0.0.1:9/');
    await setting.operator.put('/settings/credentials/postgres', { values: { connectionString } });
    const { results } = await rollBack(setting.session);
    expect(results.map(({ outcome }) => outcome)).toEqual(['ROLLBACK_FAILED', 'ROLLBACK_FAILED']);
    const confirmed = await setting.agent.patch(`${actions}/${id}`, { status: 'SUCCESS' });
    expect(confirmed.body.data).toMatchObject({ status: 'SUCCESS', violation: 'after-rollback' });
  });

  it('that restores only a part is reported as partial', async () => {
    const setting = await newSetting();
    await setting.pool.query("UPDATE customers SET credit = 1, name = 'x' WHERE id = 1");
    await setting.database.pool.query('UPDATE customers SET credit = 99 WHERE id = 1');
    expect(await rollBack(setting.session)).toMatchObject({
      displayStatus: 'PARTIALLY_REVERTED',
      results: [{ outcome: 'CONFLICT' }],
    });
  });

  it('undoes a write that was logged as a read', async () => {
    const setting = await newSetting();
    const actions = `/sessions/${setting.session.id}/actions`;
    const call = { apiName: 'postgres.rows.delete', payload: { table: 'customers', match: { id: 1 } } };
    const { precaptureId } = (await setting.agent.post(`${actions}/precapture`, call)).body.data;
    const asked = await setting.agent.post(actions, { ...call, operationType: 'READ', precaptureId });
    expect(asked.body.data.operationType).toBe('DELETE');
    await setting.database.pool.query('DELETE FROM customers WHERE id = 1');
    await setting.agent.patch(`${actions}/${asked.body.data.id}`, { status: 'SUCCESS', response: { rowCount: 1 } });
    expect((await rollBack(setting.session)).displayStatus).toBe('REVERTED');
    expect(await creditsOf(setting)).toEqual(UNTOUCHED);
  });

  it('shows its plan with the captured values to operators only', async () => {
    const setting = await newSetting();
    await setting.pool.query('DELETE FROM customers WHERE id = 1');
    const path = `/sessions/${setting.session.id}/rollback`;
    const [forOperator, forAgent] = [await setting.operator.get(path), await setting.agent.get(path)];
    expect(forOperator.body.data.plan).toMatchObject([
      { class: 'exact', calls: [expect.stringContaining('Customer 1')] },
    ]);
    expect(forAgent.body.data.plan).toMatchObject([{ class: 'exact', calls: [] }]);
    expect(JSON.stringify(forAgent.body)).not.toContain('Customer 1');
  });

  it('reports that the credential was removed', async () => {
    const setting = await newSetting();
    await setting.pool.query('UPDATE customers SET credit = 1 WHERE id = 1');
    await setting.operator.delete('/settings/credentials/postgres');
    expect((await rollBackAndRead(setting)).results).toMatchObject([
      { outcome: 'ROLLBACK_FAILED', detail: 'No credential is stored for the connector "postgres".' },
    ]);
  });

  it('undoes free statements on one table, and shows an operator the plan before', async () => {
    const setting = await newSetting();
    const { pool, session } = setting;
    await pool.query('CREATE TABLE vips (id int PRIMARY KEY); INSERT INTO vips VALUES (1), (2)');
    await pool.query('UPDATE customers SET credit = credit * $1 WHERE id IN (SELECT id FROM vips)', [3]);
    await pool.query('DELETE FROM customers USING vips WHERE vips.id = customers.id - 2');
    expect((await creditsOf(setting)).slice(0, 3)).toEqual(['1:30', '2:30', '5:10']);
    const { plan } = (await setting.operator.get(`/sessions/${session.id}/rollback`)).body.data;
    expect(plan).toMatchObject([
      {
        apiName: 'postgres.query',
        class: 'exact',
        calls: [expect.stringMatching(/^INSERT INTO public.customers/), expect.any(String)],
      },
      {
        apiName: 'postgres.query',
        class: 'exact',
        calls: [
          "UPDATE public.customers SET credit = '10' WHERE id = '1'",
          "UPDATE public.customers SET credit = '10' WHERE id = '2'",
        ],
      },
      { apiName: 'postgres.query', class: 'impossible' },
    ]);
    expect(await rollBackAndRead(setting)).toMatchObject({
      displayStatus: 'PARTIALLY_REVERTED',
      results: [
        { outcome: 'ROLLED_BACK' },
        { outcome: 'ROLLED_BACK' },
        {
          outcome: 'IRREVERSIBLE',
          detail:
            'The state before the call could not be captured: the statement cannot be undone: ' +
            'these are 2 statements, which run one after another',
        },
      ],
    });
    expect(await creditsOf(setting)).toEqual(UNTOUCHED);
  });

  it('classifies a free statement as the registry does, whatever an agent calls it', async () => {
    const { agent, session } = await newSetting();
    const payload = { sql: 'DELETE FROM customers', values: [] };
    const logged = await agent.post(`/sessions/${session.id}/actions`, {
      apiName: 'postgres.query',
      operationType: 'READ',
      payload,
      status: 'SUCCESS',
    });
    expect(logged.body.data).toMatchObject({ operationType: 'EXECUTE' });
    expect((await rollBack(session)).results).toMatchObject([{ apiName: 'postgres.query', outcome: 'IRREVERSIBLE' }]);
  });

  it('reports what it cannot undo: a statement that changes no rows, and a call that was never captured', async () => {
    const setting = await newSetting();
    await setting.pool.query('CREATE TABLE notes (id int)');
    await setting.agent.post(`/sessions/${setting.session.id}/actions`, {
      apiName: 'postgres.rows.delete',
      operationType: 'DELETE',
      payload: { table: 'customers', match: { id: 1 } },
      status: 'SUCCESS',
    });
    expect(await rollBackAndRead(setting)).toMatchObject({
      displayStatus: 'ROLLBACK_FAILED',
      results: [
        {
          apiName: 'postgres.rows.delete',
          outcome: 'IRREVERSIBLE',
          detail: 'The state before the call was never captured.',
        },
        { apiName: 'postgres.query', outcome: 'IRREVERSIBLE' },
      ],
    });
  });
});
