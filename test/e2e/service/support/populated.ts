import type pg from 'pg';
import { newOrganization, newSession, type Organization } from '../../../support/client.js';
import { insertRare } from '../../../support/everything.js';

const call = { apiName: 'mail.messages.send', operationType: 'EXECUTE', payload: {} };

/** An organization with a row in every table. */
export async function withEverything(): Promise<Organization> {
  const organization = await newOrganization();
  const { operator, agent } = organization;
  const session = await newSession(agent);
  const waits = await agent.post(`/sessions/${session}/actions`, { ...call, status: 'PENDING_APPROVAL' });
  const approved = await operator.post(`/approvals/${waits.body.data.approval.id}/approve`, {
    grant: { apiNamePattern: 'mail.*', maxUses: 1, minutes: 5 },
  });
  expect(approved.status).toBe(200);
  const created = await Promise.all([
    operator.post('/policies', { apiNamePattern: 'mail.*', action: 'ALLOW' }, 'a-key'),
    operator.post('/auth/browser-session'),
    operator.put('/settings/credentials/postgres', {
      values: { connectionString: 'postgres://nobody:nothing@127.0.0.1:1/none' },
    }),
    agent.post(`/sessions/${session}/actions/precapture`, { apiName: call.apiName, payload: {} }),
    agent.post(`/sessions/${session}/actions`, { ...call, status: 'PENDING_APPROVAL' }),
    agent.post(`/sessions/${session}/actions`, { ...call, status: 'SUCCESS' }),
  ]);
  expect(created.map(({ status }) => status)).toEqual([201, 200, 200, 200, 201, 201]);
  const told = await operator.post('/settings/webhooks', {
    url: 'https://127.0.0.1:1/',
    events: ['rollback.finished'],
  });
  expect(told.status).toBe(201);
  const window = { window: { count: true }, per: 'organization', seconds: 3_600, operator: 'gt', value: 100 };
  const limited = await operator.post('/policies', { apiNamePattern: 'pay.*', action: 'BLOCK', condition: window });
  expect((await operator.put('/settings/redaction', { kinds: ['key'], rules: [] })).status).toBe(200);
  const payload = { key: `bks_${'test'}_${'0a'.repeat(16)}` };
  const paid = await agent.post(`/sessions/${session}/actions`, { ...call, apiName: 'pay.out', payload });
  const failed = await agent.patch(`/sessions/${session}/actions/${paid.body.data.id}`, {
    status: 'FAILED',
    response: {},
  });
  expect([limited.status, paid.status, failed.status]).toEqual([201, 201, 200]);
  const intent = await operator.get(`/sessions/${session}/intent`);
  expect(intent.status).toBe(200);
  expect((await operator.put('/settings/intent', { alarmBudget: 5 })).status).toBe(200);
  expect((await operator.put('/settings/policies', { unmatched: 'REQUIRE_APPROVAL' })).status).toBe(200);
  const rolledBack = await operator.post(`/sessions/${session}/rollback`);
  expect(rolledBack.status).toBe(200);
  const [{ id }] = (await operator.get('/agents')).body.data;
  const undone = await operator.post(`/agents/${id}/rollback`, { since: '2026-01-01T00:00:00.000Z' });
  expect(undone.status).toBe(200);
  return organization;
}

/** Verifies the address of its user, and inserts rows into tables that requests leave empty. */
export async function withRareRows(superuser: pg.Client, organization: string): Promise<void> {
  await superuser.query('UPDATE users SET email_verified_at = now() WHERE organization_id = $1', [organization]);
  await insertRare(organization, 'rare', superuser);
}

/** Inserts a call by the service that waits for a person. */
export async function withPerformedCall(superuser: pg.Client, organization: string): Promise<void> {
  await superuser.query(
    `INSERT INTO performed_calls (organization_id, action_id, session_id, is_read, state)
     SELECT organization_id, id, session_id, false, 'waiting' FROM actions WHERE organization_id = $1 LIMIT 1`,
    [organization],
  );
}

/** Inserts the judgement of a model that read its session. */
export async function withJudgement(superuser: pg.Client, organization: string): Promise<void> {
  await superuser.query(
    `INSERT INTO intent_judgements (session_id, organization_id, model, judged_sequence, judgement)
     SELECT id, organization_id, 'a model', 1, '{}' FROM sessions WHERE organization_id = $1`,
    [organization],
  );
  await superuser.query("INSERT INTO intent_judge_days VALUES ($1, '2000-01-01', 1)", [organization]);
}

/** A password reset request that the job does not take up for a day; it belongs to no organization. */
export async function withResetRequest(superuser: pg.Client, id: string): Promise<void> {
  await superuser.query(`INSERT INTO reset_requests VALUES ($1, 'nobody@example.com', now() + interval '1 day')`, [id]);
}

/** A failed sign-in that the job does not take up for a day; it belongs to no organization. */
export async function withSignInTry(superuser: pg.Client, id: string): Promise<void> {
  await superuser.query(
    `INSERT INTO sign_in_tries VALUES ($1, 'nobody@example.com', '127.0.0.1', 'failed', now() + interval '1 day')`,
    [id],
  );
}

/** A link that was mailed; one that is queued is dropped by the job when its address is verified first. */
export async function withMailedLink(superuser: pg.Client, organization: string): Promise<void> {
  await superuser.query(
    `INSERT INTO mailed_links (id, organization_id, user_id, purpose, status, due_at, token_hash, expires_at)
     SELECT gen_random_uuid(), u.organization_id, u.id, 'verify-email', 'SENT', e.at, gen_random_uuid()::text, e.at
     FROM users u, (SELECT now() + interval '1 day' AS at) e WHERE u.organization_id = $1`,
    [organization],
  );
}

/** Counters as the job folds them, and changes that it cannot take while `keeper` holds on to them. */
export async function withMetrics(
  superuser: pg.Client,
  keeper: pg.Client,
  organizations: readonly string[],
): Promise<void> {
  const noted = "SELECT id, false, 'action', 'SUCCESS', 1 FROM unnest($1::uuid[]) AS id";
  await superuser.query(
    `INSERT INTO metric_totals (organization_id, simulated, subject, became, times) ${noted} ON CONFLICT DO NOTHING`,
    [organizations],
  );
  await superuser.query(
    `INSERT INTO metric_days (organization_id, day, subject, became, times)
     SELECT id, '2000-01-01', 'action', 'SUCCESS', 1 FROM unnest($1::uuid[]) AS id`,
    [organizations],
  );
  await superuser.query(
    `INSERT INTO policy_days SELECT organization_id, id, '2000-01-01', 'matched', NULL, 1 FROM policies
     WHERE organization_id = ANY ($1)`,
    [organizations],
  );
  for (let held = 0; held < organizations.length; ) {
    await superuser.query(`INSERT INTO metric_changes (organization_id, simulated, subject, became, times) ${noted}`, [
      organizations,
    ]);
    await keeper.query('BEGIN');
    const { rows } = await keeper.query(
      'SELECT organization_id AS id FROM metric_changes WHERE organization_id = ANY ($1) FOR KEY SHARE SKIP LOCKED',
      [organizations],
    );
    held = new Set(rows.map(({ id }) => id)).size;
    if (held < organizations.length) await keeper.query('ROLLBACK');
  }
}

/** Inserts a paying customer with an event that is not processed yet. */
export async function withBilling(superuser: pg.Client, organization: string): Promise<void> {
  await superuser.query("INSERT INTO billing_customers VALUES ('cus_' || $1::text, $1::uuid)", [organization]);
  await superuser.query(
    `INSERT INTO subscription_events (event_id, customer_id, subscription_id, organization_id, second, kind, became)
     VALUES ('evt_' || $1::text, 'cus_' || $1::text, 'sub_1', $1::uuid, 1, 'changed', '{"status":"active","prices":[]}')`,
    [organization],
  );
}
