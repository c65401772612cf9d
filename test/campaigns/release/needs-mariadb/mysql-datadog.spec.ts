import { world } from '../../../../sdk/test/needs-mariadb/customers.js';
import { newGovernance } from '../../../../sdk/test/support/governance.js';
import { tracedProgram, wereSent } from '../../../../sdk/test/support/traced.js';

async function newRows() {
  await world.sql('DROP TABLE IF EXISTS traced');
  await world.sql('CREATE TABLE traced (id int PRIMARY KEY, n int) ENGINE=InnoDB');
  await world.sql('INSERT INTO traced VALUES (1, 1), (2, 2), (3, 3)');
}

it.each(['before', 'after'])(
  'mysql2 beside the instrumentation of Datadog works with an SDK loaded %s it',
  async (when) => {
    await newRows();
    const expected = await tracedProgram(when, 'mysql2', world.url, null);
    await newRows();
    const values = { connectionString: world.url };
    const governance = await newGovernance({ credentials: { connector: 'mysql', values } });
    const statements = ['UPDATE traced', 'DELETE FROM traced', 'INSERT INTO traced', 'SELECT id, n'] as const;

    const seen = await tracedProgram(when, 'mysql2', world.url, governance);
    expect(seen.answers).toEqual(expected.answers);
    expect(wereSent(expected, ...statements)).toEqual([true, true, true, true]);
    expect(wereSent(seen, ...statements)).toEqual([true, true, true, true]);
    const recorded = (await governance.actions()).map(({ apiName, status }) => `${apiName} ${status}`);
    expect(recorded).toEqual(['update', 'delete', 'insert'].map((name) => `mysql.rows.${name} SUCCESS`));

    await governance.policy('*', 'BLOCK');
    const refused = await tracedProgram(when, 'mysql2', world.url, governance);
    expect(refused.answers.slice(0, 3)).toEqual(['policy-blocked', 'policy-blocked', 'policy-blocked']);
    expect(wereSent(refused, ...statements)).toEqual([false, false, false, true]);
    expect(refused.answers[3]).toEqual(expected.answers[3]);
  },
);
