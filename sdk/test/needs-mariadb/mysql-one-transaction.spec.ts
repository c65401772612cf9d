import { createPool, type ResultSetHeader } from 'mysql2/promise';
import { newTable, startWorld, type World } from '../../../test/needs-mariadb/world.js';
import { newGovernance } from '../support/governance.js';

let world: World;

beforeAll(async () => {
  world = await startWorld();
}, 60_000);

afterAll(() => world.stop());

it('a row that a transaction of mysql2 inserts and updates by its new key is gone after the rollback', async () => {
  const table = await newTable(
    world,
    'id int PRIMARY KEY AUTO_INCREMENT, name varchar(40), visits int NOT NULL DEFAULT 0, seen datetime DEFAULT now()',
  );
  await world.sql(`INSERT INTO ${table} (name) VALUES ('Ada'), ('Bob')`);
  const before = await world.sql(`SELECT * FROM ${table} ORDER BY id`);
  const { operator, session, wrap } = await newGovernance({
    credentials: { connector: 'mysql', values: { connectionString: world.url } },
  });
  const raw = createPool({ uri: world.url });
  const connection = await wrap(raw, { connector: 'mysql' }).getConnection();
  await connection.beginTransaction();
  const [{ insertId }] = await connection.query<ResultSetHeader>(`INSERT INTO ${table} (name) VALUES (?)`, ['Di']);
  await connection.query(`UPDATE ${table} SET name = ? WHERE id = ?`, ['x', insertId]);
  await connection.commit();
  connection.release();
  await raw.end();
  expect(await world.sql(`SELECT * FROM ${table} ORDER BY id`)).toHaveLength(3);
  const report = (await operator.post(`/sessions/${session.id}/rollback`)).body.data;
  expect(report.displayStatus).toBe('REVERTED');
  expect(await world.sql(`SELECT * FROM ${table} ORDER BY id`)).toEqual(before);
});
