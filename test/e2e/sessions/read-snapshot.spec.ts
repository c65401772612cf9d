import { Caller, newOrganization, newSession } from '../../support/client.js';
import { logged } from '../../support/ledger.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';

/**
 * Finds this reading while it waits for a table; other suites share the server, and jobs of the service read the same
 * tables.
 */
const WAITING = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`;

let own: OwnDatabase;
let operator: Caller;
let session: string;
let action: string;
beforeAll(async () => {
  own = await newOwnDatabase(1);
  const [service] = own.services;
  if (!service) throw new Error('one process');
  const organization = await newOrganization(service);
  operator = organization.operator;
  session = await newSession(organization.agent);
  action = await logged(organization.agent, session, { status: 'SUCCESS' });
  expect((await operator.post(`/sessions/${session}/rollback`)).body.data.state).toBe('finished');
});
afterAll(() => own.drop());

/**
 * Returns the answer to a reading that began before these changes were committed, and read one of their tables after
 * that.
 */
async function readWhile(path: string, table: string, reading: string, changes: string) {
  const other = await own.superuser.connect();
  try {
    await other.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE; ${changes}`);
    const answer = operator.get(path);
    const waits = () => own.superuser.query(WAITING, [`%${reading}%`]);
    expect((await eventually(waits, ({ rowCount }) => rowCount === 1)).rowCount).toBe(1);
    await other.query('COMMIT');
    return (await answer).body.data;
  } finally {
    other.release();
  }
}

describe('an answer that several statements read', () => {
  it("shows a session's rollback and the session's status as of one time", async () => {
    const seen = await readWhile(
      `/sessions/${session}/rollback`,
      'rollback_steps',
      'rollback_steps',
      `UPDATE rollbacks SET status = 'RUNNING', finished_at = NULL;
       UPDATE sessions SET rollback_state = 'RUNNING';
       UPDATE rollback_steps SET state = 'planned'`,
    );
    const outcomes = seen.results.map(({ outcome }: { outcome: string }) => outcome);
    expect([seen.state, seen.displayStatus, outcomes]).toEqual(['finished', 'ROLLBACK_FAILED', ['IRREVERSIBLE']]);
  });

  it("shows a session's counters and its actions as of one time", async () => {
    const seen = await readWhile(
      `/sessions/${session}`,
      'actions',
      'SELECT * FROM action_details',
      `UPDATE actions SET status = 'ROLLED_BACK' WHERE id = '${action}';
       UPDATE sessions SET rolled_back = rolled_back + success, success = 0 WHERE id = '${session}'`,
    );
    const listed = seen.actions.map(({ status }: { status: string }) => status);
    expect([seen.counters.success, listed]).toEqual([1, ['SUCCESS']]);
  });
});
