import { CALL_FAILPOINTS, type Failpoint } from '../../../src/platform/failpoints.js';
import { isFull } from '../../support/campaign-size.js';
import { newOrganization, newSession, unique } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { newOwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';

/** The short form tries those around the effect, where most is at stake. */
const TRIED = CALL_FAILPOINTS.filter((name) => isFull || /^call-(note-after|after-answer|end-before)/.test(name));

/**
 * Lets a service that dies on the way raise a number by one, and starts another one. Returns the outcome of the call.
 */
async function performWithDeathAt(failpoint: Failpoint) {
  const [database, customers] = await Promise.all([newOwnDatabase(), newCustomerDatabase()]);
  let alive: ServiceProcess | null = null;
  try {
    await customers.pool.query('CREATE TABLE counts (id int PRIMARY KEY, n int); INSERT INTO counts VALUES (1, 0)');
    const mortal = await startService({ DATABASE_URL: database.serviceUrl, BACKSTOP_FAILPOINT: failpoint });
    const { operator, agent } = await newOrganization(mortal);
    const values = { connectionString: customers.url };
    await operator.put('/settings/credentials/postgres', { values, agentOperations: ['postgres.*'] });
    const session = await newSession(agent, unique('agent'));
    const call = { apiName: 'postgres.query', payload: { sql: 'UPDATE counts SET n = n + 1' }, perform: true };
    const died = await agent.post(`/sessions/${session}/actions`, call).then(
      () => 'it answered',
      () => 'it died',
    );
    alive = await startService({ DATABASE_URL: database.serviceUrl });
    const operatorNow = operator.at(alive);
    const read = async () => (await operatorNow.get(`/sessions/${session}`)).body.data.actions[0];
    const action = await eventually(read, (one) => one?.performance.state === 'done');
    const counted = (await customers.pool.query('SELECT n FROM counts')).rows[0].n;
    const undone = await operatorNow.post(`/sessions/${session}/rollback`);
    return {
      died,
      status: action.status,
      counted,
      undone: undone.body.data.displayStatus,
      left: (await customers.pool.query('SELECT n FROM counts')).rows[0].n,
    };
  } finally {
    await alive?.stop();
    await customers.drop();
    await database.drop();
  }
}

describe('a service that dies while it makes a call', () => {
  it.concurrent.each(TRIED)(
    'at %s is followed by one that finds the outcome: performed once, SUCCESS, and undone exactly',
    async (failpoint) => {
      expect(await performWithDeathAt(failpoint)).toEqual({
        // After the end, the service answers only what was committed before.
        died: failpoint === 'call-end-after-commit' ? expect.any(String) : 'it died',
        status: 'SUCCESS',
        counted: 1,
        undone: 'REVERTED',
        left: 0,
      });
    },
  );
});
