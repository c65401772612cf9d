import type pg from 'pg';
import { newOrganization, newSession } from '../../support/client.js';
import { changeNote, withNotes } from '../../support/held-rollback.js';
import { newOwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { startService } from '../../support/service.mjs';

async function until<T>(found: () => Promise<T | null | undefined>): Promise<T> {
  const value = await eventually(found);
  if (!value) throw new Error('it did not happen in time');
  return value;
}

const isWaiting = (pool: pg.Pool) => async () =>
  (await pool.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`))
    .rowCount;

it.each([
  [null, 'ROLLBACK_FAILED'],
  [[{ resource: 'notes id=1', sentAt: null }], 'UNKNOWN'],
])('a rollback ends a step after twenty interrupted attempts; noted before: %j', async (traces, outcome) => {
  const database = await newOwnDatabase();
  const service = await startService({ DATABASE_URL: database.serviceUrl });
  const organization = await newOrganization(service);
  const notes = await withNotes(organization);
  let next = null;
  try {
    const session = await newSession(organization.agent);
    await changeNote(organization.agent, session, notes.pool);
    const blocker = await notes.pool.connect();
    await blocker.query('BEGIN; LOCK TABLE notes IN ACCESS EXCLUSIVE MODE');
    const answer = organization.operator.post(`/sessions/${session}/rollback`).catch(() => null);
    await until(isWaiting(notes.pool));
    await service.kill('SIGKILL');
    await answer;
    // The row looks as if the other attempts had been interrupted before.
    const worn = 'UPDATE rollback_steps SET attempts = 20, traces = $1';
    await database.superuser.query(worn, [traces && JSON.stringify(traces)]);
    await blocker.query('ROLLBACK');
    blocker.release();
    next = await startService({ DATABASE_URL: database.serviceUrl });
    const operator = organization.operator.at(next);
    const report = await until(async () => {
      const { data } = (await operator.get(`/sessions/${session}/rollback`)).body;
      return data.state === 'finished' ? data : null;
    });
    expect(report.results).toMatchObject([{ outcome, detail: expect.stringContaining('interrupted at 20 attempts') }]);
    expect((await notes.pool.query('SELECT text FROM notes')).rows).toEqual([{ text: 'after' }]);
    const again = await operator.post(`/sessions/${session}/rollback`);
    expect(again.body.data.displayStatus).toBe('REVERTED');
    expect((await notes.pool.query('SELECT text FROM notes')).rows).toEqual([{ text: 'before' }]);
  } finally {
    await next?.stop();
    await notes.drop();
    await database.drop();
  }
});
