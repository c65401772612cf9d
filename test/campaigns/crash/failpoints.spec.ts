import { UNDO_FAILPOINTS as FAILPOINTS, type Failpoint } from '../../../src/platform/failpoints.js';
import { isFull } from '../../support/campaign-size.js';
import { newOrganization } from '../../support/client.js';
import { CUSTOMERS, changeCustomers, FORCE_UNPROVED, finished, writesTo } from '../../support/counted-customers.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { newOwnDatabase } from '../../support/own-database.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

/** The short form tries those around the call to the provider, where most is at stake. */
const TRIED = FAILPOINTS.filter((name) => isFull || /^(attempt-after|undo|end-before)-/.test(name));

/** Milliseconds from each restart to the end of the rollback. */
const recoveries: number[] = [];

/**
 * Rolls four changes back with a service that dies on the way, and starts another one. Returns the outcome of each
 * change.
 */
async function rollBackWithDeathAt(failpoint: Failpoint, turn: number) {
  const [database, customers] = await Promise.all([newOwnDatabase(), newCustomerDatabase()]);
  let alive: ServiceProcess | null = null;
  try {
    await customers.pool.query(CUSTOMERS);
    const dying = await startService({
      DATABASE_URL: database.serviceUrl,
      BACKSTOP_FAILPOINT: `${failpoint}:${turn}`,
    });
    const organization = await newOrganization(dying);
    const values = { connectionString: customers.url };
    await organization.operator.put('/settings/credentials/postgres', { values });
    const session = await changeCustomers(dying, organization, customers);
    const died = await organization.operator
      .post(`/sessions/${session}/rollback`, FORCE_UNPROVED)
      .catch(() => 'it died');
    alive = await startService({ DATABASE_URL: database.serviceUrl });
    const restarted = performance.now();
    const report = await finished(organization.operator.at(alive), session);
    recoveries.push(performance.now() - restarted);
    const audited = await database.superuser.query(
      `SELECT count(*)::int AS times FROM audit_entries WHERE action = 'rollback.finished'`,
    );
    return {
      died,
      outcomes: report.results.map(({ outcome }: { outcome: string }) => outcome),
      writes: await writesTo(customers),
      finishedEntries: audited.rows[0].times,
    };
  } finally {
    await alive?.stop();
    await customers.drop();
    await database.drop();
  }
}

describe('a service that dies during a rollback', () => {
  // A step of its own for the second time, so that something is done and something is left.
  const turnOf = (failpoint: Failpoint) => (/^(attempt|undo|end)-/.test(failpoint) ? 2 : 1);

  it.concurrent.each(TRIED)(
    'at %s is followed by one that undoes the rest, last effect first, and nothing twice',
    async (failpoint) => {
      expect(await rollBackWithDeathAt(failpoint, turnOf(failpoint))).toEqual({
        died: 'it died',
        outcomes: Array(4).fill('ROLLED_BACK'),
        writes: ['4: 10', '3: 10', '2: 10', '1: 10'],
        finishedEntries: 1,
      });
    },
  );

  // In the short form too many other suites run beside it, so that a time proves nothing.
  if (isFull)
    it('is followed within ten seconds when no other process uses the processor', () => {
      expect(recoveries).toHaveLength(FAILPOINTS.length);
      expect(Math.min(...recoveries)).toBeLessThan(10_000);
    });
});
