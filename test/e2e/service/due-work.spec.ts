import type pg from 'pg';
import { expectToBlock } from '../../support/blocks.js';
import { newOrganization, newSession, type Organization, unique } from '../../support/client.js';
import { ageOf, makeDue } from '../../support/due-work.js';
import { call, gated, logged } from '../../support/ledger.js';
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

/** `npm run organization -- export` holds an organization in the same way. */
const hold = (client: Pick<pg.Pool, 'query'>, { id }: Organization) =>
  client.query("UPDATE organizations SET deleted_at = 'infinity', epoch = epoch + 1 WHERE id = $1", [id]);
const release = ({ id }: Organization) =>
  own.superuser.query('UPDATE organizations SET deleted_at = NULL, epoch = epoch + 1 WHERE id = $1', [id]);

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

/** Holds the organization after a job has found work of it, and before the job takes it. */
async function holdAsTaken(organization: Organization, { id, lock, due }: { id: string; lock: string; due: string }) {
  await inTransaction(async (holder) => {
    await holder.query(lock, lock.includes('$1') ? [id] : []);
    await own.superuser.query(due, [id]);
    await expectToBlock(holder, own.superuser);
    await hold(holder, organization);
    await holder.query('COMMIT');
  });
  const atWork = () =>
    own.superuser.query("SELECT 1 FROM pg_stat_activity WHERE usename = $1 AND datname = $2 AND state <> 'idle'", [
      own.role,
      own.name,
    ]);
  expect((await eventually(atWork, ({ rowCount }) => rowCount === 0)).rowCount).toBe(0);
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

  it('keeps its due mails until the hold ends, and none of another organization waiting', async () => {
    const [held, open] = [await newOrganization(service), await newOrganization(service)];
    await inTransaction(async (client) => {
      await hold(client, held);
      await client.query(
        `INSERT INTO mailed_links (id, organization_id, user_id, purpose, due_at)
         SELECT gen_random_uuid(), organization_id, id, 'reset-password', now() - interval '1 hour'
         FROM users, generate_series(1, 20) WHERE organization_id = $1`,
        [held.id],
      );
      await client.query('COMMIT');
    });
    const statuses = async ({ id }: Organization, purpose: string) =>
      (await read('SELECT status FROM mailed_links WHERE organization_id = $1 AND purpose = $2', [id, purpose])).map(
        ({ status }) => status,
      );
    const isSent = (seen: string[]) => seen.every((status) => status === 'SENT');
    const invited = await open.operator.post('/team/invitations', { email: `${unique('guest')}@example.com` });
    expect(invited.status).toBe(201);
    expect(await eventually(() => statuses(open, 'invitation'), isSent)).toEqual(['SENT']);
    expect(await statuses(held, 'reset-password')).toEqual(Array(20).fill('QUEUED'));
    await release(held);
    expect(await eventually(() => statuses(held, 'reset-password'), isSent)).toEqual(Array(20).fill('SENT'));
  });

  it('loses no mail that a job had found just before', async () => {
    const held = await newOrganization(service);
    const [{ id }] = await read(
      `INSERT INTO mailed_links (id, organization_id, user_id, purpose, due_at)
       SELECT gen_random_uuid(), organization_id, id, 'reset-password', now() + interval '1 day'
       FROM users WHERE organization_id = $1 RETURNING id`,
      [held.id],
    );
    const lock = 'SELECT 1 FROM mailed_links WHERE id = $1 FOR KEY SHARE';
    await holdAsTaken(held, { id, lock, due: 'UPDATE mailed_links SET due_at = now() WHERE id = $1' });
    expect(await read('SELECT status, attempts FROM mailed_links WHERE id = $1', [id])).toEqual([
      { status: 'QUEUED', attempts: 0 },
    ]);
  });

  it('loses no event that a job had found just before', async () => {
    const held = await newOrganization(service);
    const hook = { url: 'https://127.0.0.1:1/', events: ['approval.requested'] };
    const { body } = await held.operator.post('/settings/webhooks', hook);
    const [{ id }] = await read(
      `INSERT INTO webhook_deliveries (id, organization_id, webhook_id, event_id, type, data, due_at)
       VALUES (gen_random_uuid(), $1, $2, gen_random_uuid(), 'approval.requested', '{}', now() + interval '1 day') RETURNING id`,
      [held.id, body.data.id],
    );
    const lock = 'LOCK TABLE webhooks IN ACCESS EXCLUSIVE MODE';
    await holdAsTaken(held, { id, lock, due: 'UPDATE webhook_deliveries SET due_at = now() WHERE id = $1' });
    expect(await read('SELECT status, attempts FROM webhook_deliveries WHERE id = $1', [id])).toEqual([
      { status: 'PENDING', attempts: 0 },
    ]);
  });

  it('has what it did before counted', async () => {
    const held = await newOrganization(service);
    await inTransaction(async (client) => {
      await hold(client, held);
      await client.query(
        `INSERT INTO metric_changes (organization_id, simulated, subject, became, times) VALUES ($1, false, 'action', 'FAILED', 7)`,
        [held.id],
      );
      await client.query('COMMIT');
    });
    const unfolded = () => read('SELECT 1 FROM metric_changes WHERE organization_id = $1', [held.id]);
    expect(await eventually(unfolded, (rows) => rows.length === 0)).toEqual([]);
    expect(await read('SELECT became, times::int FROM metric_totals WHERE organization_id = $1', [held.id])).toEqual([
      { became: 'FAILED', times: 7 },
    ]);
  });
});

describe('the age of due work', () => {
  let organization: Organization;
  beforeAll(async () => {
    organization = await newOrganization(service);
  });

  it.each(['approval', 'mail', 'performed_call', 'webhook'] as const)(
    'leaves out %s of an organization on hold, which no job takes',
    async (work) => {
      const session = await newSession(organization.agent);
      const { actionId, approvalId } = await gated(organization.agent, session);
      await inTransaction(async (client) => {
        await makeDue(client, work, [organization.id, session, actionId, approvalId]);
        expect(await ageOf(client, work)).toBe(7_200);
        await hold(client, organization);
        expect(await ageOf(client, work)).toBeLessThan(60);
      });
    },
  );

  it('has an approval that was given and not used in time', async () => {
    const { approvalId } = await gated(organization.agent, await newSession(organization.agent));
    expect((await organization.operator.post(`/approvals/${approvalId}/approve`)).status).toBe(200);
    await inTransaction(async (client) => {
      await client.query("UPDATE approvals SET usable_until = now() - interval '2 hours' WHERE id = $1", [approvalId]);
      expect(await ageOf(client, 'approval')).toBe(7_200);
    });
  });

  it('counts a session of an agent’s rollback from when its turn came', async () => {
    const { agent, id } = organization;
    const sessions = [await newSession(agent), await newSession(agent)];
    const actions = await Promise.all(sessions.map((session) => logged(agent, session, { status: 'SUCCESS' })));
    await inTransaction(async (client) => {
      const { rows } = await client.query(
        `WITH ordered AS (
           INSERT INTO agent_rollbacks (id, organization_id, agent_id, agent_slug, since, skipped_sessions, requested_by)
           VALUES (gen_random_uuid(), $1, gen_random_uuid(), 'an-agent', now(), '{}', 'a test') RETURNING id)
         INSERT INTO rollbacks (id, organization_id, session_id, on_conflict, requested_by, agent_rollback_id, created_at)
         SELECT gen_random_uuid(), $1, s.id, 'skip', 'a test', o.id, now() - interval '2 hours' FROM ordered o, unnest($2::uuid[]) s (id)
         RETURNING id, session_id, agent_rollback_id`,
        [id, sessions],
      );
      const [first, second] = sessions.map((session) => rows.find((row) => row.session_id === session));
      await client.query(
        `INSERT INTO rollback_steps (id, organization_id, agent_rollback_id, rollback_id, action_id, position)
         SELECT gen_random_uuid(), $1, $2, t.rollback, t.action, t.position
         FROM unnest($3::uuid[], $4::uuid[]) WITH ORDINALITY t (rollback, action, position)`,
        [id, first.agent_rollback_id, [first.id, second.id], actions],
      );
      expect(await ageOf(client, 'rollback')).toBe(7_200);
      await client.query("UPDATE rollbacks SET leased_until = now() + interval '1 minute' WHERE id = $1", [first.id]);
      expect(await ageOf(client, 'rollback')).toBe(0);
      await client.query(
        "UPDATE rollback_steps SET state = 'done', finished_at = now() - interval '3 minutes' WHERE rollback_id = $1",
        [first.id],
      );
      expect(await ageOf(client, 'rollback')).toBe(180);
    });
  });

  it('counts a write of a session from when the write before it ended', async () => {
    const { agent, id } = organization;
    const session = await newSession(agent);
    const [first, second] = [await logged(agent, session), await logged(agent, session)];
    await inTransaction(async (client) => {
      await client.query(
        `INSERT INTO performed_calls (organization_id, session_id, action_id, is_read, state, created_at)
         SELECT $1, $2, c.id, false, 'queued', now() - c.hours * interval '1 hour' FROM unnest($3::uuid[], '{3,2}'::int[]) c (id, hours)`,
        [id, session, [first, second]],
      );
      expect(await ageOf(client, 'performed_call')).toBe(3 * 3_600);
      const change = (set: string) => client.query(`UPDATE performed_calls SET ${set} WHERE action_id = $1`, [first]);
      await change("state = 'running', leased_until = now() + interval '1 minute'");
      expect(await ageOf(client, 'performed_call')).toBe(0);
      await change("state = 'done', finished_at = now() - interval '3 minutes'");
      expect(await ageOf(client, 'performed_call')).toBe(180);
    });
  });
});
