import { summarizeTransitions, type Transition } from '../../src/metrics/metrics.js';
import { migrate, revertLast } from '../../src/platform/database/migrations.js';
import { newOrganization, newSession } from '../support/client.js';
import { gated, logged, rows } from '../support/ledger.js';
import { newOwnDatabase, type OwnDatabase } from '../support/own-database.js';
import { startService } from '../support/service.mjs';

let database: OwnDatabase;
beforeAll(async () => {
  database = await newOwnDatabase();
}, 60_000);
afterAll(() => Promise.all([rows.end(), database.drop()]));

const shown = async (organization: string) => {
  const { rows: transitions } = await database.superuser.query<Transition>(
    'SELECT day::text, simulated, subject, was, became, detail, times::int FROM metrics_of($1, 30)',
    [organization],
  );
  return [summarizeTransitions(transitions, false), summarizeTransitions(transitions, true)];
};

const isThere = async () =>
  (await database.superuser.query("SELECT to_regclass('metric_changes') IS NOT NULL AS there")).rows[0].there;

describe('what there was before the counters', () => {
  it('counts too once they are there', async () => {
    const service = await startService({ DATABASE_URL: database.serviceUrl });
    const { id, agent, testAgent, operator } = await newOrganization(service);
    await operator.post('/policies', { apiNamePattern: 'block.*', action: 'BLOCK' });
    for (const caller of [agent, testAgent]) {
      const session = await newSession(caller);
      for (const status of ['SUCCESS', 'FAILED', 'CLEARED']) await logged(caller, session, { status });
      await logged(caller, session, { status: 'SUCCESS', apiName: 'block.it' });
      await logged(caller, session, { apiName: 'block.it' });
      const decided = [await gated(caller, session), await gated(caller, session)];
      await operator.post(`/approvals/${decided[0]?.approvalId}/approve`);
      await operator.post(`/approvals/${decided[1]?.approvalId}/reject`);
      await gated(caller, session);
      await operator.post(`/sessions/${session}/rollback`);
      await gated(caller, await newSession(caller));
    }
    await service.stop();
    const before = await shown(id);
    for (const { actions, approvals, rollbacks, blocked, violations } of before) {
      expect({ total: actions.total, blocked, violations: violations.total }).toEqual({
        total: 9,
        blocked: 1,
        violations: 1,
      });
      expect(approvals).toMatchObject({ pending: 1, approved: 1, rejected: 1, withdrawn: 1 });
      expect(rollbacks.finished).toBe(1);
    }
    while (await isThere()) await revertLast(database.ownerUrl);
    await migrate(database.ownerUrl, database.serviceUrl);
    expect(await shown(id)).toEqual(before);
  }, 60_000);
});
