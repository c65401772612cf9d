import { newOrganization, newSession } from '../../support/client.js';
import { changeNote, withNotes } from '../../support/held-rollback.js';
import { newOwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';

it('an organization with many rollbacks leaves another one its share of the process', async () => {
  const own = await newOwnDatabase(1);
  const [service] = own.services;
  const [many, one] = [await newOrganization(service), await newOrganization(service)];
  const [slow, quick] = [await withNotes(many), await withNotes(one)];
  const blocker = await slow.pool.connect();
  try {
    const sessions = await Promise.all(Array.from({ length: 12 }, () => newSession(many.agent)));
    for (const session of sessions) await changeNote(many.agent, session, slow.pool);
    const session = await newSession(one.agent);
    await changeNote(one.agent, session, quick.pool);
    await blocker.query('BEGIN; LOCK TABLE notes IN ACCESS EXCLUSIVE MODE');
    const held = sessions.map((id) => many.operator.post(`/sessions/${id}/rollback`));
    const underWay = async () => {
      const { rows } = await own.superuser.query(
        'SELECT count(*)::int AS n FROM rollbacks WHERE organization_id = $1 AND leased_until > now()',
        [many.id],
      );
      return rows[0].n as number;
    };
    expect(await eventually(underWay, (n) => n >= 4)).toBe(4);
    const { body } = await one.operator.post(`/sessions/${session}/rollback`);
    expect(body.data.displayStatus).toBe('REVERTED');
    expect(await underWay()).toBe(4);
    await blocker.query('ROLLBACK');
    await Promise.all(held);
  } finally {
    blocker.release();
    await Promise.all([slow.drop(), quick.drop()]);
    await own.drop();
  }
});
