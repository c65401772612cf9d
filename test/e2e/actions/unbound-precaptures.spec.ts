import { newOrganization, newSession } from '../../support/client.js';
import { call } from '../../support/ledger.js';
import { newOwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { startService } from '../../support/service.mjs';

it('a precapture that an action takes while the expired ones are deleted is kept', async () => {
  const own = await newOwnDatabase(1);
  const taking = await own.superuser.connect();
  try {
    const { agent } = await newOrganization(own.services[0]);
    const session = await newSession(agent);
    const path = `/sessions/${session}/actions`;
    const { apiName, payload } = call();
    const precapture = async () =>
      (await agent.post(`${path}/precapture`, { apiName, payload })).body.data.precaptureId as string;
    const [taken, forgotten] = [await precapture(), await precapture()];
    const { id } = (await agent.post(path, { ...call(), precaptureId: taken })).body.data;
    await own.superuser.query(
      `UPDATE snapshots SET action_id = NULL, captured_at = now() - interval '66 minutes' WHERE id = ANY ($1)`,
      [[taken, forgotten]],
    );
    await taking.query('BEGIN');
    await taking.query('UPDATE snapshots SET action_id = $2 WHERE id = $1', [taken, id]);
    const service = await startService({ DATABASE_URL: own.serviceUrl });
    const waiting = async () => {
      const { rows } = await own.superuser.query(
        `SELECT count(*)::int AS n FROM pg_stat_activity
         WHERE datname = $1 AND wait_event_type = 'Lock' AND query LIKE 'DELETE FROM "snapshots"%'`,
        [own.name],
      );
      return rows[0].n as number;
    };
    expect(await eventually(waiting, (n) => n === 1, 20_000)).toBe(1);
    await taking.query('COMMIT');
    const left = async () => {
      const { rows } = await own.superuser.query('SELECT id FROM snapshots WHERE id = ANY ($1)', [[taken, forgotten]]);
      return rows.map((row) => row.id as string);
    };
    expect(await eventually(left, (ids) => !ids.includes(forgotten), 20_000)).toEqual([taken]);
    await service.stop();
  } finally {
    taking.release();
    await own.drop();
  }
});
