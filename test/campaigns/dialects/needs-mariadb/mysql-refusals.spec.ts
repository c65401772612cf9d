import type { ConnectorContext, JsonObject } from '../../../../src/connectors/connector.js';
import { perform, roundTrip, undo } from '../../../../src/connectors/connector.testkit.js';
import { mysql } from '../../../../src/connectors/mysql/mysql.connector.js';
import { contentsOf, newTable, startWorld, tripOf, type World } from '../../../connectors/needs-mariadb/world.js';
import { freePort } from '../../../support/free-port.mjs';

const OVERTAKEN = 'A change of these rows by another client between the capture and the call is not noticed.';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

async function reasonOf(verb: string, payload: JsonObject, context: Partial<ConnectorContext> = {}): Promise<string> {
  const captured = await mysql.capture({ apiName: `mysql.${verb}`, payload }, { ...world.context, ...context });
  return captured.captured ? 'captured' : captured.reason;
}
const connectingTo = (connectionString: string) => ({ credentials: { connectionString } });

describe('a capture is refused for', () => {
  it('tables whose rows cannot be distinguished, or that have no transactions, and objects that are no tables', async () => {
    const prefix = await newTable(world, 'id TEXT, PRIMARY KEY (id(10))');
    const isam = await newTable(world, 'id INT PRIMARY KEY', 'ENGINE=MyISAM');
    await world.sql(`CREATE VIEW seen AS SELECT 1 AS id`);
    const of = (table: string) => reasonOf('rows.delete', { table, match: {} });
    expect(await of(prefix)).toBe(`the primary key of ${prefix} holds only prefixes`);
    expect(await of(isam)).toContain('MyISAM, which knows no transactions');
    expect(await of('seen')).toContain('not a plain table but of kind VIEW');
    expect(await of('mysql.global_priv')).toContain('is a system table');
    expect(await of('information_schema.TABLES')).toContain('is a system table');
  });

  it('a key that the client does not learn, and a free statement', async () => {
    const table = await newTable(world, 'id CHAR(36) DEFAULT (UUID()) PRIMARY KEY, n INT');
    expect(await reasonOf('rows.insert', { table, values: { n: 1 } })).toContain('neither given nor AUTO_INCREMENT');
    expect(await reasonOf('query', { sql: 'DROP DATABASE shop' })).toContain(
      'it is no INSERT, UPDATE or DELETE of one table',
    );
  });

  it.each([
    ["ENUM('A', 'b')", 'b', 'a'],
    ['FLOAT', 7, 0.1],
    ['UUID', '123e4567-e89b-12d3-a456-426614174000', '123E4567-e89b-12d3-a456-426614174000'],
  ])(
    'a key of type %s that the server may write in another way: %s is captured, %s is not',
    async (type, kept, other) => {
      const table = await newTable(world, `k ${type} PRIMARY KEY`);
      const insert = (k: string | number) =>
        tripOf(world, 'insert', { table, values: { k } }, `INSERT INTO ${table} (k) VALUES (?)`, [k]);
      await roundTrip(insert(kept));
      expect(await reasonOf('rows.insert', { table, values: { k: other } })).toMatch(
        /^how the primary key column k .* is/,
      );
      await world.sql(
        `ALTER TABLE ${table} ADD COLUMN id INT AUTO_INCREMENT UNIQUE, DROP PRIMARY KEY, ADD PRIMARY KEY (id, k)`,
      );
      const effect = await perform(insert(other));
      expect((await undo(insert(other), effect)).items[0]?.result).toBe('impossible');
    },
  );

  it('changes elsewhere by ON DELETE CASCADE and ON UPDATE CASCADE', async () => {
    const parent = await newTable(world, 'id INT PRIMARY KEY, code INT UNIQUE');
    const child = await newTable(
      world,
      `id INT PRIMARY KEY, p INT, c INT, FOREIGN KEY (p) REFERENCES ${parent} (id) ON DELETE CASCADE,
       FOREIGN KEY (c) REFERENCES ${parent} (code) ON UPDATE CASCADE`,
    );
    await world.sql(`INSERT INTO ${parent} VALUES (1, 1), (2, 2)`);
    await world.sql(`INSERT INTO ${child} VALUES (1, 1, NULL)`);
    expect(await reasonOf('rows.delete', { table: parent, match: { id: 1 } })).toContain(`shop.${child}`);
    expect(await reasonOf('rows.update', { table: parent, match: {}, values: { code: 3 } })).toContain(`shop.${child}`);
    const match = { table: parent, match: { id: 2 } };
    const deletion = tripOf(world, 'delete', match, `DELETE FROM ${parent} WHERE id = 2`);
    const before = await deletion.state();
    const deleted = await perform(deletion);
    // The database does not say how many rows it deleted with a row of the parent.
    expect(await undo(deletion, deleted)).toMatchObject({ outcome: 'conflict' });
    expect(await undo(deletion, deleted, 'force')).toMatchObject({ outcome: 'done' });
    expect(await deletion.state()).toEqual(before);
    const insert = tripOf(
      world,
      'insert',
      { table: parent, values: { id: 5 } },
      `INSERT INTO ${parent} (id) VALUES (5)`,
    );
    const effect = await perform(insert);
    await world.sql(`INSERT INTO ${child} VALUES (2, 5, NULL)`);
    expect(await undo(insert, effect, 'force')).toMatchObject({ outcome: 'conflict' });
    expect(await contentsOf(world, child)).toMatchObject([[{ id: 1 }, { id: 2 }]]);
  });
});

describe('triggers', () => {
  it('are listed in the plan, and an undo that one of them changes is rolled back', async () => {
    const table = await newTable(world, 'id INT PRIMARY KEY, n INT, double_n INT AS (n * 2) STORED');
    await world.sql(`INSERT INTO ${table} (id, n) VALUES (1, 1)`);
    const update = tripOf(world, 'update', { table, match: { id: 1 }, values: { n: 2 } }, `UPDATE ${table} SET n = 2`);
    await roundTrip(update);
    expect(mysql.plan(await perform(update)).remains).toEqual([OVERTAKEN]);
    const effect = await perform({
      ...update,
      payload: { ...update.payload, values: { n: 3 } },
      act: () => world.sql(`UPDATE ${table} SET n = 3`),
    });
    await world.sql(`CREATE TRIGGER keep_${table} BEFORE UPDATE ON ${table} FOR EACH ROW SET NEW.n = 7`);
    expect(await undo(update, effect)).toMatchObject({
      outcome: 'failed',
      detail: expect.stringContaining('a trigger'),
    });
    expect(await contentsOf(world, table)).toEqual([[{ id: 1, n: 3, double_n: 6 }]]);
    const seen = await mysql.capture({ apiName: 'mysql.rows.update', payload: update.payload }, world.context);
    expect(seen.captured && seen.content).toMatchObject({ triggers: 'some' });
  });

  it('that the credential may not see are listed as such', async () => {
    const table = await newTable(world, 'id INT PRIMARY KEY');
    await world.sql(`CREATE USER IF NOT EXISTS plain@'127.0.0.1' IDENTIFIED BY 'pw'`);
    await world.sql(`GRANT SELECT, INSERT, UPDATE, DELETE ON shop.* TO plain@'127.0.0.1'`);
    const context = { ...world.context, ...connectingTo(world.url.replace('root:secret', 'plain:pw')) };
    const insert = tripOf(world, 'insert', { table, values: { id: 1 } }, `INSERT INTO ${table} VALUES (1)`);
    await roundTrip({ ...insert, context });
    expect(mysql.plan(await perform({ ...insert, context })).remains).toEqual([expect.stringContaining('not visible')]);
  });
});

describe('an operator reads the fault of', () => {
  it('the credential, the host, the server, TLS, and never the password', async () => {
    const payload = { table: 't', match: {} };
    const to = (url: string) => reasonOf('rows.delete', payload, connectingTo(url));
    const { port } = world.server;
    expect(await to(world.url.replace(':secret', ':a-wrong-one'))).toBe(
      `the login was refused for user root at 127.0.0.1:${port} (error 1045)`,
    );
    expect(await to(`mysql://root:secret@127.0.0.1:${await freePort()}/shop`)).toContain('connection refused');
    expect(await to(`${world.url}?ssl-mode=REQUIRED`)).toBe(
      `127.0.0.1:${port} does not support TLS, which ssl-mode asks for`,
    );
    expect(await to(`${world.url}?ssl-mode=maybe`)).toBe('the connection string has an unknown ssl-mode');
    expect(await to(`${world.url}?flags=x`)).toContain('a parameter other than ssl-mode');
    expect(await to('postgres://a@b/c')).toContain('must be mysql://');
    expect(await to(world.server.url)).toBe('there is no table t');
    expect(await reasonOf('rows.delete', payload, { allowedPrivateHosts: [] })).toContain('not a public host');
    await expect(mysql.probe({ ...world.context, ...connectingTo(`${world.url}x`) })).rejects.toThrow(
      "Unknown database 'shopx'",
    );
    await mysql.probe(world.context);
  });
});
