import { newSession, type Organization } from './client.js';
import { logged, rows } from './ledger.js';

/** Most of the quota of the plan TEAM. */
export const USED = 450_000;

/**
 * Gives an organization one problem of each kind: a failed rollback, a session that drifted, a credential that its
 * provider refuses, a receiver whose deliveries failed, and a quota that is nearly used.
 * @returns the ids of the sessions and of the receiver
 */
export async function withProblems({ id, operator, agent }: Organization) {
  const failed = await newSession(agent, 'failing-agent');
  await logged(agent, failed, { status: 'SUCCESS' });
  await operator.post(`/sessions/${failed}/rollback`);
  const drifted = await newSession(agent, 'drifting-agent');
  await rows.query(
    `INSERT INTO session_intents (session_id, organization_id, evaluator, progress, verdict, drift_score)
     VALUES ($1, $2, 'x', '{}', 'DRIFTED', 1) ON CONFLICT (session_id, organization_id) DO UPDATE SET verdict = 'DRIFTED'`,
    [drifted, id],
  );
  const values = { connectionString: 'postgres://agent:secret@127.0.0.1:1/shop' };
  expect((await operator.put('/settings/credentials/postgres', { values })).status).toBe(200);
  expect((await operator.get('/settings/connectors/health')).status).toBe(200);
  const { body } = await operator.post('/settings/webhooks', { kind: 'email', description: 'On-call' });
  const receiver: string = body.data.id;
  await rows.query(
    `UPDATE webhooks SET enabled = false, disabled_at = now(), disabled_reason = 'failing', failing_since = now()
     WHERE id = $1`,
    [receiver],
  );
  await rows.query(
    `INSERT INTO usage_months (organization_id, month, actions) VALUES ($1, usage_month(), $2)
     ON CONFLICT (organization_id, month) DO UPDATE SET actions = $2`,
    [id, USED],
  );
  return { failed, drifted, receiver };
}
