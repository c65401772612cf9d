import { newOrganization, newSession } from '../../support/client.js';
import { newTable, startWorld, type World } from './world.js';

describe('a read-only server of MariaDB', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  it('is refused for captures, and the check of the credential says so', async () => {
    const table = await newTable(world, 'id int PRIMARY KEY, name varchar(9)');
    const { operator, agent } = await newOrganization();
    const path = `/sessions/${await newSession(agent)}/actions/precapture`;
    const values = { connectionString: world.url };
    const look = async () => {
      await operator.put('/settings/credentials/mysql', { values });
      const payload = { table, match: { id: 1 }, values: { name: 'x' } };
      const { captureFailed } = (await agent.post(path, { apiName: 'mysql.rows.update', payload })).body.data;
      const all = (await operator.get('/settings/connectors/health')).body.data;
      const { status, detail } = all.find((one: { connector: string }) => one.connector === 'mysql');
      return [captureFailed, status, detail];
    };
    await world.sql('SET GLOBAL read_only = 1');
    expect(await look()).toEqual([true, 'unhealthy', expect.stringMatching(/read replica/)]);
    await world.sql('SET GLOBAL read_only = 0');
    expect(await look()).toEqual([false, 'healthy', null]);
  });
});
