import type pg from 'pg';
import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { call, gated } from '../../support/ledger.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import type { ServiceProcess } from '../../support/service.mjs';

/** More than a job looks up at once. */
const MANY = 250;

let own: OwnDatabase;
let service: ServiceProcess;
beforeAll(async () => {
  own = await newOwnDatabase(1);
  [service] = own.services as [ServiceProcess];
});
afterAll(() => own.drop());

const read = async (text: string, values: unknown[]) => (await own.superuser.query(text, values)).rows;

/** As `npm run organization -- export` does. */
const hold = (client: Pick<pg.Pool, 'query'>, { id }: Organization) =>
  client.query("UPDATE organizations SET deleted_at = 'infinity', epoch = epoch + 1 WHERE id = $1", [id]);

/** Ends with ROLLBACK unless `work` commits, so that no job sees what was written. */
async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await own.superuser.connect();
  try {
    await client.query('BEGIN');
    return await work(client);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

describe('an organization on hold', () => {
  const DUE_APPROVALS = `
    INSERT INTO approvals (id, organization_id, session_id, action_id, agent_slug, api_name, payload_summary, payload_hash,
      status, decided_as, decided_at, expires_at, permits_at, usable_until)
    SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), 'an-agent', 'a.b', '', '',
      k.status, k.decided_as, CASE WHEN k.status = 'APPROVED' THEN k.past END, k.expires_at, k.permits_at, k.usable_until
    FROM generate_series(1, ${MANY}), (SELECT now() - interval '1 hour' AS past, now() + interval '1 hour' AS later) t,
      LATERAL (VALUES ('PENDING', NULL, past, past, NULL, NULL), ('PENDING', NULL, past, later, past, NULL),
        ('APPROVED', 'APPROVED', past, later, NULL, past)) AS k (status, decided_as, past, expires_at, permits_at, usable_until)`;

  it('with more approvals whose time is over than one look-up takes keeps none of another organization waiting', async () => {
    const [held, open] = [await newOrganization(service), await newOrganization(service)];
    const sessions = [await newSession(held.agent), await newSession(open.agent)] as const;
    await inTransaction(async (client) => {
      // The rows alone are due: what they refer to is not there.
      await client.query('SET LOCAL session_replication_role = replica');
      await hold(client, held);
      await client.query(DUE_APPROVALS, [held.id, sessions[0]]);
      await client.query('COMMIT');
    });
    const hour = { action: 'REQUIRE_APPROVAL', expiresAfterSeconds: 3_600 };
    await open.operator.post('/policies', { apiNamePattern: 'crm.held.*', ...hour, onExpiry: 'approve' });
    const expires = await gated(open.agent, sessions[1]);
    const asked = await open.agent.post(`/sessions/${sessions[1]}/actions`, call({ apiName: 'crm.held.update' }));
    const lapses = await gated(open.agent, sessions[1]);
    expect((await open.operator.post(`/approvals/${lapses.approvalId}/approve`)).status).toBe(200);
    const ids = [expires.approvalId, asked.body.data.approval.id, lapses.approvalId];
    for (const [index, column] of ['expires_at', 'permits_at', 'usable_until'].entries())
      await read(`UPDATE approvals SET ${column} = now() WHERE id = $1`, [ids[index]]);
    const ends = async () => {
      const found = await read('SELECT id, decided_as FROM approvals WHERE id = ANY ($1)', [ids]);
      return ids.map((id) => found.find((one) => one.id === id).decided_as);
    };
    const over = ['EXPIRED', 'APPROVED', 'LAPSED'];
    expect(await eventually(ends, (seen) => `${seen}` === `${over}`)).toEqual(over);
    const waiting =
      "SELECT 1 FROM approvals WHERE organization_id = $1 AND (status = 'PENDING' OR usable_until < now())";
    expect(await read(waiting, [held.id])).toHaveLength(3 * MANY);
  });
});
