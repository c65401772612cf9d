import { type Failpoint, UNDO_FAILPOINTS } from '../../../src/platform/failpoints.js';
import { isFull } from '../../support/campaign-size.js';
import { newOrganization } from '../../support/client.js';
import { CUSTOMERS, changeCustomers, FORCE_UNPROVED, finished, writesTo } from '../../support/counted-customers.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { newOwnDatabase } from '../../support/own-database.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

/** A revert reads no outcome. */
const PASSED = UNDO_FAILPOINTS.filter((name) => !name.startsWith('probe-'));
/** The short form tries those around the call to the provider, where most is at stake. */
const TRIED = PASSED.filter((name) => isFull || /^(attempt-after|trace|undo|end-before)-/.test(name));

/** Takes a rollback of four changes back with a service that dies on the way, and starts another. */
async function revertWithDeathAt(failpoint: Failpoint, turn: number) {
  const [database, customers] = await Promise.all([newOwnDatabase(), newCustomerDatabase()]);
  let alive: ServiceProcess | null = await startService({ DATABASE_URL: database.serviceUrl });
  try {
    await customers.pool.query(CUSTOMERS);
    const organization = await newOrganization(alive);
    const values = { connectionString: customers.url };
    await organization.operator.put('/settings/credentials/postgres', { values });
    const session = await changeCustomers(alive, organization, customers);
    await organization.operator.post(`/sessions/${session}/rollback`, FORCE_UNPROVED);
    const { rollbackId } = await finished(organization.operator, session);
    await customers.pool.query('TRUNCATE writes RESTART IDENTITY');
    await alive.stop();
    alive = null;
    const dying = await startService({
      DATABASE_URL: database.serviceUrl,
      BACKSTOP_FAILPOINT: `${failpoint}:${turn}`,
    });
    const path = `/sessions/${session}/rollback/${rollbackId}/revert`;
    const died = await organization.operator
      .at(dying)
      .post(path)
      .catch(() => 'it died');
    alive = await startService({ DATABASE_URL: database.serviceUrl });
    const report = await finished(organization.operator.at(alive), session);
    return {
      died,
      reverts: report.reverts === rollbackId,
      outcomes: report.results.map(({ outcome }: { outcome: string }) => outcome),
      writes: await writesTo(customers),
    };
  } finally {
    await alive?.stop();
    await customers.drop();
    await database.drop();
  }
}

describe('a service that dies during a revert', () => {
  // A step of its own for the second time, so that something is done and something is left.
  const turnOf = (failpoint: Failpoint) => (/^(attempt|trace|undo|end)-/.test(failpoint) ? 2 : 1);

  it.each(TRIED)('at %s is followed by one that reapplies the rest, and nothing twice', async (failpoint) => {
    expect(await revertWithDeathAt(failpoint, turnOf(failpoint))).toEqual({
      died: 'it died',
      reverts: true,
      outcomes: Array(4).fill('REAPPLIED'),
      writes: ['1: 1', '2: 2', '3: 3', '4: 4'],
    });
  });
});
