import type { JsonObject } from '../../../../src/connectors/connector.js';
import { mysql as connector } from '../../../../src/connectors/mysql/mysql.connector.js';
import { newTable, startWorld, type World } from '../../../connectors/needs-mariadb/world.js';
import { contextWith } from '../../../support/google.js';
import { newScenario } from '../../../support/scenario.js';

const at = (url: string) => ({ connector, context: contextWith({ connectionString: url }) });

describe('a server of MariaDB that was copied as files', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    // The server is killed before its files are copied.
    await world.sql('SET GLOBAL innodb_flush_log_at_trx_commit = 1');
  });
  afterAll(() => world.stop());

  async function called() {
    const table = await newTable(world, 'id int PRIMARY KEY, name varchar(9)');
    await world.sql(`INSERT INTO ${table} VALUES (1, 'a')`);
    const payload: JsonObject = { table, match: { id: 1 }, values: { name: 'x' } };
    const state = () => world.sql(`SELECT name FROM ${table}`);
    const act = () => world.sql(`UPDATE ${table} SET name = 'x' WHERE id = 1`);
    const call = { ...at(world.url), apiName: 'mysql.rows.update', payload, act, state };
    const scenario = await newScenario(call);
    await scenario.run(call);
    return { scenario, state };
  }

  it('is recognised under another name', async () => {
    const { scenario, state } = await called();
    await scenario.leadTo(at(world.url.replace('127.0.0.1', 'localhost')));
    expect((await scenario.rollBack()).outcomes).toEqual(['ROLLED_BACK']);
    expect(await state()).toEqual([{ name: 'a' }]);
  });

  it('is distinguished from its copy, where nothing is undone', async () => {
    const { scenario, state } = await called();
    const copy = `${await world.server.copy()}/shop`;
    for (const elsewhere of [copy]) {
      await scenario.leadTo(at(elsewhere));
      const report = await scenario.rollBack();
      expect(report.outcomes).toEqual(['IRREVERSIBLE']);
      expect(report.details[0]).toMatch(/reaches another (server|table) than/);
      expect(await state()).toEqual([{ name: 'x' }]);
    }
    await scenario.leadTo(at(world.url));
    expect(await scenario.rollBack()).toMatchObject({ outcomes: ['ROLLED_BACK'], displayStatus: 'REVERTED' });
    expect(await state()).toEqual([{ name: 'a' }]);
  });
});
