import type { JsonObject } from '../../../src/connectors/connector.js';
import { postgres as connector } from '../../../src/connectors/postgres/postgres.connector.js';
import { newOrganization } from '../../support/client.js';
import { contextWith } from '../../support/google.js';
import { newPool } from '../../support/pool.js';
import { type PostgresWithCopies, startPostgres } from '../../support/postgres-server.mjs';
import { newScenario } from '../../support/scenario.js';

const at = (url: string) => ({ connector, context: contextWith({ connectionString: url }) });

describe('a server of PostgreSQL that was copied as files', () => {
  let server: PostgresWithCopies;
  const stopping: (() => Promise<unknown>)[] = [];

  /** A pool of the operator's, past the service. */
  function open(url: string) {
    const pool = newPool({ connectionString: url, max: 1 });
    stopping.push(() => pool.end());
    return pool;
  }

  async function copied(isStandby: boolean) {
    const copy = await server.copy(isStandby);
    stopping.push(() => copy.stop());
    return copy.adminUrl;
  }

  beforeAll(async () => {
    server = await startPostgres();
    await open(server.adminUrl).query(
      "CREATE TABLE customers (id int PRIMARY KEY, name text); INSERT INTO customers VALUES (1, 'a')",
    );
  });
  afterAll(async () => {
    for (const stop of stopping.reverse()) await stop();
    await server.stop();
  });

  it('is a different server than its copy, where nothing is undone; at the server itself the call is undone', async () => {
    const payload: JsonObject = { table: 'customers', match: { id: 1 }, values: { name: 'x' } };
    const pool = open(server.adminUrl);
    const state = async () => (await pool.query('SELECT name FROM customers')).rows;
    const call = { ...at(server.adminUrl), apiName: 'postgres.rows.update', payload };
    const act = async () => {
      const { rowCount } = await pool.query("UPDATE customers SET name = 'x' WHERE id = 1");
      return { rowCount };
    };
    const scenario = await newScenario(call);
    await scenario.run({ ...call, act, state });
    // The copy reports the same as the server: its ids, the table, the row as the call left it.
    const copy = await copied(false);
    await scenario.leadTo(at(copy));
    const elsewhere = await scenario.rollBack();
    expect(elsewhere.outcomes).toEqual(['IRREVERSIBLE']);
    expect(elsewhere.details[0]).toMatch(/another server .* or to a copy of it/);
    expect((await open(copy).query('SELECT name FROM customers')).rows).toEqual([{ name: 'x' }]);
    // The same server under another name is the same one.
    await scenario.leadTo(at(server.adminUrl.replace('127.0.0.1', 'localhost')));
    expect(await scenario.rollBack()).toMatchObject({ outcomes: ['ROLLED_BACK'], displayStatus: 'REVERTED' });
    expect(await state()).toEqual([{ name: 'a' }]);
  });

  it('is refused for captures while it is a standby, and the check of the credential says so', async () => {
    const standby = await copied(true);
    const { operator, agent } = await newOrganization();
    const path = `/sessions/${(await agent.post('/sessions', { agentId: 'copier', intent: 'look after customers' })).body.data.id}`;
    const health = async () => {
      const all = (await operator.get('/settings/connectors/health')).body.data;
      return all.find((one: { connector: string }) => one.connector === 'postgres');
    };
    const captured = async (url: string) => {
      await operator.put('/settings/credentials/postgres', { values: { connectionString: url } });
      const payload = { table: 'customers', match: { id: 1 }, values: { name: 'y' } };
      const body = { apiName: 'postgres.rows.update', payload };
      return (await agent.post(`${path}/actions/precapture`, body)).body.data.captureFailed;
    };
    expect(await captured(standby)).toBe(true);
    expect(await health()).toMatchObject({ status: 'unhealthy', detail: expect.stringMatching(/read replica/) });
    expect(await captured(server.adminUrl)).toBe(false);
    expect(await health()).toMatchObject({ status: 'healthy' });
  });
});
