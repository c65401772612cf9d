import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { callerOf } from './side.mjs';

const CUSTOMER = {
  id: 7,
  name: 'Jenny Rosen',
  email: 'jenny.rosen@example.com',
  address: { line1: '510 Townsend St', city: 'San Francisco', postalCode: '94103', country: 'US' },
  note: 'Renewed for a year, as agreed on the phone with the head of procurement. '.repeat(3),
};
const call = (more) => ({ apiName: 'crm.customer.update', operationType: 'UPDATE', payload: CUSTOMER, ...more });
const PASSWORD = 'correct horse battery staple';

/**
 * The account that is measured and sessions of it, each made through the service, evaluated, and then copied.
 * @returns `templates`: id, length, and how many in a hundred sessions are like it
 */
export async function makeTemplates(service, url) {
  const email = `${randomUUID()}@example.com`;
  const open = callerOf(service.url, null);
  const { token, organization } = await open.post('/auth/register', { email, password: PASSWORD, name: 'Operator' });
  const operator = callerOf(service.url, token);
  const { key } = await operator.post('/api-keys', { name: 'live', kind: 'live' });
  const agent = callerOf(service.url, key);
  for (let policy = 0; policy < 10; policy++)
    await operator.post('/policies', { apiNamePattern: `api${policy}.*`, action: 'REQUIRE_APPROVAL' });
  const { id: webhook } = await operator.post('/settings/webhooks', {
    url: 'https://hooks.example.com/x',
    events: ['approval.decided'],
  });
  const templates = [];
  for (const [weight, make] of [
    [86, completed],
    [6, active],
    [4, waiting],
    [4, rolledBack],
  ]) {
    const { id } = await agent.post('/sessions', { agentId: 'agent-0', intent: 'keep the customers up to date' });
    await make(agent, operator, id);
    templates.push({ id, weight });
  }
  return {
    account: { organization: organization.id, email, token, key, webhook },
    templates: await settled(url, templates),
  };
}

/** Eighteen calls: twelve asked and confirmed, two of them with a snapshot, four reads, two reports. */
async function work(agent, session) {
  const actions = `/sessions/${session}/actions`;
  for (let n = 0; n < 12; n++) {
    const asked = call();
    const captured =
      n < 2 && (await agent.post(`${actions}/precapture`, { apiName: asked.apiName, payload: asked.payload }));
    const precapture = captured ? { precaptureId: captured.precaptureId } : {};
    const { id } = await agent.post(actions, { ...asked, ...precapture }, randomUUID());
    await agent.patch(`${actions}/${id}`, { status: 'SUCCESS', response: { id: 7, updated: true, revision: 12 } });
  }
  for (let n = 0; n < 6; n++) {
    const read = { apiName: 'crm.customer.get', operationType: 'READ', payload: { id: 7 } };
    await agent.post(actions, { ...(n < 4 ? read : call()), status: 'SUCCESS', response: CUSTOMER }, randomUUID());
  }
}

async function approved(agent, operator, session) {
  const { id, approval } = await agent.post(`/sessions/${session}/actions`, call({ status: 'PENDING_APPROVAL' }));
  await operator.post(`/approvals/${approval.id}/approve`);
  await agent.patch(`/sessions/${session}/actions/${id}`, { status: 'SUCCESS', response: { id: 7 } });
}

async function active(agent, operator, session) {
  await work(agent, session);
  await approved(agent, operator, session);
}

async function completed(agent, operator, session) {
  await active(agent, operator, session);
  await agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
}

async function waiting(agent, operator, session) {
  await active(agent, operator, session);
  await agent.post(`/sessions/${session}/actions`, call({ status: 'PENDING_APPROVAL', timeoutMs: 86_400_000 * 7 }));
}

async function rolledBack(agent, operator, session) {
  await completed(agent, operator, session);
  await operator.post(`/sessions/${session}/rollback`);
}

/** When the jobs have evaluated and counted them. */
async function settled(url, templates) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (;;) {
    const { rows } = await client.query(
      `SELECT s.id, s.last_sequence AS length, i.evaluated_sequence AS evaluated, (SELECT count(*)::int FROM metric_changes) AS noted
       FROM sessions s LEFT JOIN session_intents i ON i.session_id = s.id`,
    );
    if (rows.every(({ length, evaluated, noted }) => length === evaluated && noted === 0)) {
      await client.end();
      return templates.map((template) => ({ ...template, length: rows.find(({ id }) => id === template.id).length }));
    }
    await sleep(200);
  }
}
