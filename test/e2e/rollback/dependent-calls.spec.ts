import { newSetting, type Setting } from '../../support/customers.js';
import { eventually } from '../../support/patience.mjs';

/** Runs one transaction of the agent, each statement as a call of its own. */
async function inOneTransaction({ pool }: Setting, statements: readonly string[]): Promise<void> {
  const client = await pool.connect();
  await client.query('BEGIN');
  for (const sql of statements) await client.query(sql);
  await client.query('COMMIT');
  client.release();
}

/** Makes a database for this test; returns it with a reader of its tables. */
async function newWorld(schema: string, tables: readonly string[]) {
  const setting = await newSetting();
  await setting.database.pool.query(schema);
  const state = () =>
    Promise.all(
      tables.map(async (one) => (await setting.database.pool.query(`SELECT * FROM ${one} ORDER BY id`)).rows),
    );
  return { setting, state };
}

const PLACES = `CREATE TABLE places (id int PRIMARY KEY, pos int NOT NULL UNIQUE CHECK (pos <> 0));
  INSERT INTO places VALUES (1, 1), (2, 2), (3, 3);`;
const PAIRS = `CREATE TABLE husbands (id int PRIMARY KEY, wife int NOT NULL);
  CREATE TABLE wives (id int PRIMARY KEY, husband int NOT NULL REFERENCES husbands DEFERRABLE);
  ALTER TABLE husbands ADD FOREIGN KEY (wife) REFERENCES wives DEFERRABLE INITIALLY DEFERRED;
  BEGIN; SET CONSTRAINTS ALL DEFERRED; INSERT INTO husbands VALUES (1, 1); INSERT INTO wives VALUES (1, 1); COMMIT;`;
const TEAMS = `CREATE TABLE teams (id int PRIMARY KEY, lead int, name text);
  CREATE TABLE members (id int PRIMARY KEY, team int NOT NULL REFERENCES teams);
  ALTER TABLE teams ADD FOREIGN KEY (lead) REFERENCES members;`;
const USERS = `CREATE TABLE users (id int PRIMARY KEY, email text NOT NULL UNIQUE, name text);
  INSERT INTO users VALUES (1, 'ada@example.com', 'Ada'), (2, 'bob@example.com', 'Bob');`;

describe('the rollback of calls that depend on each other in one transaction', () => {
  it.each<[string, string, string[], string[]]>([
    [
      'swapped unique values through a third one',
      PLACES,
      ['places'],
      [
        'UPDATE places SET pos = -1 WHERE id = 1',
        'UPDATE places SET pos = 1 WHERE id = 2',
        'UPDATE places SET pos = 2 WHERE id = 1',
      ],
    ],
    [
      'rotated unique values',
      PLACES,
      ['places'],
      [
        'UPDATE places SET pos = 9 WHERE id = 3',
        'UPDATE places SET pos = 3 WHERE id = 2',
        'UPDATE places SET pos = 2 WHERE id = 1',
        'UPDATE places SET pos = 1 WHERE id = 3',
      ],
    ],
    [
      'moved unique values with one statement',
      PLACES,
      ['places'],
      ['DELETE FROM places WHERE id = 1', 'UPDATE places SET pos = pos - 1 WHERE id > 1'],
    ],
    [
      'inserted rows that point at each other',
      PAIRS,
      ['husbands', 'wives'],
      ['INSERT INTO husbands (id, wife) VALUES (2, 2)', 'INSERT INTO wives (id, husband) VALUES (2, 2)'],
    ],
    [
      'inserted rows that point at each other, one after the other',
      TEAMS,
      ['teams', 'members'],
      [
        "INSERT INTO teams (id, lead, name) VALUES (1, NULL, 'a')",
        'INSERT INTO members (id, team) VALUES (1, 1)',
        'UPDATE teams SET lead = 1 WHERE id = 1',
      ],
    ],
    [
      'deleted rows that point at each other',
      PAIRS,
      ['husbands', 'wives'],
      ['SET CONSTRAINTS ALL DEFERRED', 'DELETE FROM husbands WHERE id = 1', 'DELETE FROM wives WHERE id = 1'],
    ],
    [
      'deleted a row and inserted another one with its key',
      USERS,
      ['users'],
      ['DELETE FROM users WHERE id = 1', "INSERT INTO users (id, email, name) VALUES (1, 'new@example.com', 'New')"],
    ],
    [
      'deleted a row, inserted another one with its key and changed that one',
      USERS,
      ['users'],
      [
        'DELETE FROM users WHERE id = 1',
        "INSERT INTO users (id, email, name) VALUES (1, 'new@example.com', 'New')",
        "UPDATE users SET name = 'Newer' WHERE id = 1",
      ],
    ],
    [
      'deleted a row and gave its unique value to a new one',
      USERS,
      ['users'],
      ['DELETE FROM users WHERE id = 1', "INSERT INTO users (id, email, name) VALUES (3, 'ada@example.com', 'New')"],
    ],
  ])('restores everything when the transaction %s', async (_, schema, tables, statements) => {
    const { setting, state } = await newWorld(schema, tables);
    const before = await state();
    await inOneTransaction(setting, statements);
    expect(await state()).not.toEqual(before);
    const { data } = (await setting.operator.post(`/sessions/${setting.session.id}/rollback`)).body;
    expect([data.displayStatus, data.results.map(({ detail }: { detail: string }) => detail)]).toEqual([
      'REVERTED',
      data.results.map(() => expect.anything()),
    ]);
    expect(await state()).toEqual(before);
  });

  it('changes nothing in a row that another client has changed since, and does not bring the old one back over it', async () => {
    const { setting, state } = await newWorld(USERS, ['users']);
    await inOneTransaction(setting, [
      'DELETE FROM users WHERE id = 1',
      "INSERT INTO users (id, email, name) VALUES (1, 'new@example.com', 'New')",
    ]);
    await setting.database.pool.query("UPDATE users SET name = 'human' WHERE id = 1");
    const now = await state();
    const { data } = (await setting.operator.post(`/sessions/${setting.session.id}/rollback`)).body;
    expect(data.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['CONFLICT', 'CONFLICT']);
    expect(await state()).toEqual(now);
  });

  it('does not undo one of them alone: the report says that the session has to be rolled back as a whole', async () => {
    const { setting, state } = await newWorld(USERS, ['users']);
    await inOneTransaction(setting, [
      'DELETE FROM users WHERE id = 1',
      "INSERT INTO users (id, email, name) VALUES (1, 'new@example.com', 'New')",
    ]);
    const now = await state();
    const { plan } = (await setting.operator.get(`/sessions/${setting.session.id}/rollback`)).body.data;
    expect(plan[0].remains).toEqual([expect.stringContaining('together with an older call of the same transaction')]);
    const path = `/sessions/${setting.session.id}/actions/${plan[0].actionId}/rollback`;
    const { results } = (await setting.operator.post(path)).body.data;
    expect(results).toMatchObject([{ outcome: 'CONFLICT', detail: expect.stringContaining('as a whole') }]);
    expect(await state()).toEqual(now);
  });

  it('does not undo one step of a swap alone: the plan says so before, and nothing is written', async () => {
    const { setting, state } = await newWorld(PLACES, ['places']);
    const { pool } = setting;
    await pool.query('UPDATE places SET pos = 4 WHERE id = 3');
    await inOneTransaction(setting, [
      'UPDATE places SET pos = -1 WHERE id = 1',
      'UPDATE places SET pos = 1 WHERE id = 2',
      'UPDATE places SET pos = 2 WHERE id = 1',
    ]);
    const now = await state();
    const { plan } = (await setting.operator.get(`/sessions/${setting.session.id}/rollback`)).body.data;
    const said = expect.stringContaining('Undone alone, it may meet what they left: then nothing is written');
    expect(plan.map(({ warning }: { warning: string | null }) => warning)).toEqual([said, said, said, null]);
    const path = `/sessions/${setting.session.id}/actions/${plan[1].actionId}/rollback`;
    const { results } = (await setting.operator.post(path)).body.data;
    expect(results).toMatchObject([{ outcome: 'ROLLBACK_FAILED' }]);
    expect(await state()).toEqual(now);
  });

  it('undoes more than twenty calls that depend on each other', async () => {
    const count = 24;
    const { setting, state } = await newWorld(
      `CREATE TABLE places (id int PRIMARY KEY, pos int NOT NULL UNIQUE);
       INSERT INTO places SELECT i, i FROM generate_series(1, ${count}) i;`,
      ['places'],
    );
    const before = await state();
    const moves = Array.from({ length: count - 1 }, (_, i) => `UPDATE places SET pos = ${i + 1} WHERE id = ${i + 2}`);
    await inOneTransaction(setting, [
      'UPDATE places SET pos = 0 WHERE id = 1',
      ...moves,
      `UPDATE places SET pos = ${count} WHERE id = 1`,
    ]);
    expect(await state()).not.toEqual(before);
    await setting.operator.post(`/sessions/${setting.session.id}/rollback`);
    const ended = async () =>
      (await setting.operator.get(`/sessions/${setting.session.id}/rollback`)).body.data.displayStatus;
    expect(await eventually(ended, (status) => status !== 'ROLLING_BACK', 60_000)).toBe('REVERTED');
    expect(await state()).toEqual(before);
  });

  it('does not undo one change of a row alone when the older one of its transaction would be undone with it', async () => {
    const { setting, state } = await newWorld(USERS, ['users']);
    const before = await state();
    const names = ['Adele', 'Agnes'].map((name) => `UPDATE users SET name = '${name}' WHERE id = 1`);
    await inOneTransaction(setting, names);
    const now = await state();
    const { plan } = (await setting.operator.get(`/sessions/${setting.session.id}/rollback`)).body.data;
    const path = `/sessions/${setting.session.id}/actions/${plan[0].actionId}/rollback`;
    const { results } = (await setting.operator.post(path)).body.data;
    expect(results).toMatchObject([{ outcome: 'CONFLICT', detail: expect.stringContaining('had not ended') }]);
    expect(await state()).toEqual(now);
    await setting.operator.post(`/sessions/${setting.session.id}/rollback`);
    expect(await state()).toEqual(before);
  });

  it('does not delete a row that the agent reports as inserted without reporting the deletion of the former one', async () => {
    const { setting, state } = await newWorld(USERS, ['users']);
    const before = await state();
    const actions = `/sessions/${setting.session.id}/actions`;
    const ask = async (call: object, operationType: string) => {
      const { precaptureId } = (await setting.agent.post(`${actions}/precapture`, call)).body.data;
      return (await setting.agent.post(actions, { ...call, operationType, precaptureId })).body.data.id;
    };
    const match = { id: 1 };
    const deletion = { apiName: 'postgres.rows.delete', payload: { table: 'users', match, rowCount: 1 } };
    const values = { id: 1, email: 'ada@example.com', name: 'Ada' };
    const insert = { apiName: 'postgres.rows.insert', payload: { table: 'users', values } };
    const deleted = await ask(deletion, 'DELETE');
    const inserted = await ask(insert, 'CREATE');
    await setting.agent.patch(`${actions}/${deleted}`, { status: 'FAILED', response: { refusal: { code: '42501' } } });
    await setting.agent.patch(`${actions}/${inserted}`, {
      status: 'SUCCESS',
      response: { rowCount: 1, rows: [values] },
    });
    const { data } = (await setting.operator.post(`/sessions/${setting.session.id}/rollback`)).body;
    expect(data.displayStatus).toBe('ROLLBACK_FAILED');
    expect(await state()).toEqual(before);
  });
});
