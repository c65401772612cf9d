import { newGovernance } from '../../../sdk/test/support/governance.js';
import { tracedProgram, wereSent } from '../../../sdk/test/support/traced.js';
import { newCustomerDatabase } from '../../support/customer-database.js';

const ROWS = 'CREATE TABLE traced (id int PRIMARY KEY, n int); INSERT INTO traced VALUES (1, 1), (2, 2), (3, 3)';

const made: Awaited<ReturnType<typeof newCustomerDatabase>>[] = [];
afterEach(() => Promise.all(made.splice(0).map((database) => database.drop())));

async function newDatabase() {
  const database = await newCustomerDatabase();
  made.push(database);
  await database.pool.query(ROWS);
  return database;
}

it.each(['before', 'after'])(
  'pg beside the instrumentation of Datadog works with an SDK loaded %s it',
  async (when) => {
    const [bare, ours] = [await newDatabase(), await newDatabase()];
    const expected = await tracedProgram(when, 'pg', bare.url, null);
    const values = { connectionString: ours.url };
    const governance = await newGovernance({ credentials: { connector: 'postgres', values } });
    const statements = ['UPDATE traced', 'DELETE FROM traced', 'INSERT INTO traced', 'SELECT id, n'] as const;

    const seen = await tracedProgram(when, 'pg', ours.url, governance);
    expect(seen.answers).toEqual(expected.answers);
    expect(wereSent(expected, ...statements)).toEqual([true, true, true, true]);
    expect(wereSent(seen, ...statements)).toEqual([true, true, true, true]);
    const recorded = (await governance.actions()).map(({ apiName, status }) => `${apiName} ${status}`);
    expect(recorded).toEqual(['update', 'delete', 'insert'].map((name) => `postgres.rows.${name} SUCCESS`));

    await governance.policy('*', 'BLOCK');
    const refused = await tracedProgram(when, 'pg', ours.url, governance);
    expect(refused.answers.slice(0, 3)).toEqual(['policy-blocked', 'policy-blocked', 'policy-blocked']);
    expect(wereSent(refused, ...statements)).toEqual([false, false, false, true]);
    expect(refused.answers[3]).toEqual(expected.answers[3]);
  },
);
