import { newPool, setup, world } from '../../../../../sdk/test/needs-mariadb/customers.js';
import { unique } from '../../../../support/client.js';
import { rollBack } from '../../../../support/roll-back.js';

/** Fits the statements of one transaction to a world whose tables begin with these names. */
const inTables = (sql: string, name: string) => sql.replace(/\b([ABP])_/g, `${name}_$1`);

const PLACES = [
  'CREATE TABLE P_ (id int PRIMARY KEY, pos int NOT NULL UNIQUE)',
  'INSERT INTO P_ VALUES (1, 1), (2, 2), (3, 3)',
];
const TEAMS = [
  'CREATE TABLE A_ (id int PRIMARY KEY, chief int, name varchar(9))',
  'CREATE TABLE B_ (id int PRIMARY KEY, team int NOT NULL, FOREIGN KEY (team) REFERENCES A_ (id))',
  'ALTER TABLE A_ ADD FOREIGN KEY (chief) REFERENCES B_ (id)',
];

describe('the rollback of calls that depend on each other in one transaction of mysql2', () => {
  it.each<[string, string[], string[], string[]]>([
    [
      'swapped unique values through a third one',
      PLACES,
      ['P_'],
      [
        'UPDATE P_ SET pos = -1 WHERE id = 1',
        'UPDATE P_ SET pos = 1 WHERE id = 2',
        'UPDATE P_ SET pos = 2 WHERE id = 1',
      ],
    ],
    [
      'inserted rows that point at each other',
      TEAMS,
      ['A_', 'B_'],
      [
        "INSERT INTO A_ (id, chief, name) VALUES (1, NULL, 'a')",
        'INSERT INTO B_ (id, team) VALUES (1, 1)',
        'UPDATE A_ SET chief = 1 WHERE id = 1',
      ],
    ],
    [
      'deleted a row, inserted another one with its key and changed that one',
      PLACES,
      ['P_'],
      ['DELETE FROM P_ WHERE id = 1', 'INSERT INTO P_ (id, pos) VALUES (1, 8)', 'UPDATE P_ SET pos = 9 WHERE id = 1'],
    ],
  ])('restores everything when the transaction %s', async (_, schema, tables, statements) => {
    const name = unique('t').replaceAll('-', '_');
    for (const sql of schema) await world.sql(inTables(sql, name));
    const state = () => Promise.all(tables.map((one) => world.sql(inTables(`SELECT * FROM ${one} ORDER BY id`, name))));
    const before = await state();
    const { wrapped, session } = await setup(newPool());
    const connection = await wrapped.getConnection();
    await connection.beginTransaction();
    for (const sql of statements) await connection.query(inTables(sql, name));
    await connection.commit();
    connection.release();
    expect(await state()).not.toEqual(before);
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await state()).toEqual(before);
  });
});
