/**
 * The calls that follow the story of `npm run demo`, so that nearly every route has answered once: what an operator
 * looks at and changes afterwards, and a second session of the agent.
 */

const UPDATE = { table: 'customers', match: { id: 7 }, values: { credit: 50 } };
const LARGE = { table: 'customers', match: { id: 42 }, values: { credit: 400 } };
const POLICY = {
  name: 'Large credits',
  apiNamePattern: 'postgres.rows.update',
  condition: { field: 'values.credit', operator: 'gt', value: 100 },
  action: 'REQUIRE_APPROVAL',
  reason: 'A credit above 100 needs a person.',
};
const SINCE = { since: new Date(Date.now() - 3_600_000).toISOString() };

/** @param {(method: string, path: string, body?: object, token?: string | null) => Promise<any>} ask answers `data` */
export async function takeTour(ask, { quietly, session, rollbackId, connectionString, email, password }) {
  await lookAround(ask, { session, rollbackId });
  const { key } = await ask('POST', '/api-keys', { name: 'production', kind: 'live', agentId: 'support-agent' });
  const { token } = await ask('POST', '/auth/token', { apiKey: key }, null);
  const agent = (method, path, body) => ask(method, path, body, token);
  await ask('PUT', '/settings/credentials/postgres', { values: { connectionString }, agentOperations: ['postgres.*'] });
  await decide(ask, agent);
  await ask('GET', `/sessions/${session}/rollback/${rollbackId}/revert`);
  await ask('POST', `/sessions/${session}/rollback/${rollbackId}/revert`, { onConflict: 'skip' });
  await changePolicies(ask);
  await changeAgents(ask);
  await changeWebhooks(ask, quietly);
  await changeTeam(ask);
  await changeSettings(ask);
  await leave(ask, { email, password });
}

async function lookAround(ask, { session }) {
  for (const path of ['/', '/health', '/health/live', '/health/ready', '/errors/session-closed'])
    await ask('GET', path, undefined, null);
  const evaluated = async () => (await ask('GET', `/sessions/${session}/intent`)).verdict !== undefined;
  for (let tries = 0; tries < 100 && !(await evaluated().catch(() => false)); tries++) await wait(200);
  for (const path of [
    ...['/sessions', '/sessions/dirty', '/sessions/intent/summary', '/attention', '/metrics', '/registry', '/me'],
    ...['/audit-logs', '/agents', '/policies', '/api-keys', '/team/members', '/settings/credentials'],
    ...['', '/actions', '/dirty', '/intent/summary', '/rollback'].map((part) => `/sessions/${session}${part}`),
    '/settings/credentials/postgres/trial?table=customers',
    ...['/settings/connectors/health', '/settings/credentials/validate?connectors=postgres', '/settings/intent'],
  ])
    await ask('GET', path);
  const [action] = await ask('GET', `/sessions/${session}/actions`);
  await ask('GET', `/sessions/${session}/actions/${action.id}`);
  await ask('POST', `/sessions/${session}/intent/feedback`, {
    mark: 'fine',
    note: 'The customer agreed by telephone.',
  });
  await ask('GET', '/sessions/intent/feedback');
}

/** A second session: calls that are decided in each way, one that is taken back, and one that is settled. */
async function decide(ask, agent) {
  const { id } = await agent('POST', '/sessions', {
    agentId: 'support-agent',
    intent: 'Correct the credits of customers',
  });
  const path = `/sessions/${id}`;
  const { precaptureId } = await agent('POST', `${path}/actions/precapture`, {
    apiName: 'postgres.rows.update',
    payload: UPDATE,
  });
  const call = { apiName: 'postgres.rows.update', operationType: 'UPDATE' };
  const action = await agent('POST', `${path}/actions`, { ...call, payload: UPDATE, precaptureId });
  await agent('PATCH', `${path}/actions/${action.id}`, { status: 'UNKNOWN' });
  await ask('POST', `${path}/actions/${action.id}/settle`, { as: 'kept', note: 'The credit is right.' });
  await ask('POST', `${path}/actions/${action.id}/erase`);
  const gated = async () => {
    await agent('POST', `${path}/actions`, { ...call, payload: LARGE });
    const [approval] = await ask('GET', '/approvals');
    return ask('GET', `/approvals/${approval.id}`);
  };
  const first = await gated();
  await ask('PUT', `/approvals/${first.id}/viewers`);
  await ask('PUT', `/approvals/${first.id}/note`, { note: 'Asked the customer; wait for her answer.' });
  const edited = { ...LARGE, values: { credit: 300 } };
  await ask('POST', `/approvals/${first.id}/preview`, { payload: edited });
  await ask('POST', `/approvals/${first.id}/reject`, { reason: 'The customer has a credit already.' });
  const second = await gated();
  await ask('POST', '/approvals/decisions', {
    decisions: [{ id: second.id, decision: 'approve', payloadHash: second.payloadHash }],
  });
  await ask('POST', `/approvals/${second.id}/revoke`);
  const withdrawn = await gated();
  await agent('POST', `/approvals/${withdrawn.id}/withdraw`);
  const third = await gated();
  const { actionId } = third;
  await ask('POST', `/approvals/${third.id}/approve`, {
    payloadHash: third.payloadHash,
    grant: { apiNamePattern: 'postgres.rows.insert', maxUses: 5, minutes: 30 },
  });
  await agent('PATCH', `${path}/actions/${actionId}`, { status: 'SUCCESS', response: { rowCount: 1 } });
  await ask('POST', `${path}/actions/${actionId}/rollback`, { onConflict: 'skip' });
  const [grant] = await ask('GET', '/approvals/grants');
  await ask('DELETE', `/approvals/grants/${grant.id}`);
  const performed = await agent('POST', `${path}/actions`, { ...call, payload: LARGE, perform: true });
  await agent('POST', `${path}/actions/${performed.id}/cancel`);
  await ask('PATCH', path, { status: 'COMPLETED' });
  await ask('DELETE', `${path}/purge`);
}

async function changePolicies(ask) {
  await ask('POST', '/policies/simulate', { ...POLICY, days: 30 });
  const { id } = await ask('POST', '/policies', POLICY);
  await ask('GET', `/policies/${id}/statistics`);
  await ask('PUT', `/policies/${id}`, { condition: { ...POLICY.condition, value: 200 } });
  await ask('PATCH', `/policies/${id}/toggle`);
  await ask('DELETE', `/policies/${id}`);
}

async function changeAgents(ask) {
  await ask('POST', '/agents', { slug: 'billing-agent', displayName: 'Billing agent', description: 'Sends invoices' });
  const agents = await ask('GET', '/agents');
  const worked = agents.find(({ slug }) => slug === 'support-agent');
  await ask('GET', `/agents/${worked.id}`);
  await ask('GET', `/agents/${worked.id}/rollback?since=${SINCE.since}`);
  await ask('POST', `/agents/${worked.id}/rollback`, SINCE);
  const unused = agents.find(({ slug }) => slug === 'billing-agent');
  await ask('PUT', `/agents/${unused.id}`, { status: 'PAUSED' });
  await ask('PUT', `/agents/${unused.id}`, { status: 'ACTIVE' });
  await ask('DELETE', `/agents/${unused.id}`);
}

async function changeWebhooks(ask, quietly) {
  const [{ id }] = await ask('GET', '/settings/webhooks');
  await ask('POST', `/settings/webhooks/${id}/test`);
  const deliveries = `/settings/webhooks/${id}/deliveries`;
  const areSettled = async () => (await quietly(deliveries)).every(({ status }) => status !== 'PENDING');
  for (let tries = 0; tries < 100 && !(await areSettled()); tries++) await wait(100);
  await ask('GET', deliveries);
  await ask('PATCH', `/settings/webhooks/${id}`, { enabled: false });
  await ask('DELETE', `/settings/webhooks/${id}`);
}

async function changeTeam(ask) {
  const { id } = await ask('POST', '/team/invitations', { email: 'grace@example.com' });
  await ask('GET', '/team/invitations');
  await ask('DELETE', `/team/invitations/${id}`);
  const group = await ask('POST', '/team/groups', { name: 'finance' });
  await ask('GET', '/team/groups');
  await ask('PUT', `/team/groups/${group.id}`, { name: 'treasury' });
  await ask('DELETE', `/team/groups/${group.id}`);
}

async function changeSettings(ask) {
  await ask('PUT', '/settings/intent', { alarmBudget: 5 });
  await ask('GET', '/settings/policies');
  await ask('PUT', '/settings/policies', { unmatched: 'ALLOW' });
  await ask('GET', '/settings/redaction');
  const rules = [{ name: 'ssn', apiNamePattern: 'postgres.*', path: '*.**.ssn' }];
  await ask('PUT', '/settings/redaction', { kinds: ['card-number', 'key'], rules });
  await ask('GET', '/policies/advice');
  const { state } = await ask('GET', '/policies/state');
  await ask('POST', '/policies/changes', {
    state,
    create: [{ name: 'Mails', apiNamePattern: 'gmail.*', action: 'BLOCK' }],
  });
  await ask('DELETE', '/settings/credentials/postgres');
  const keys = await ask('GET', '/api-keys');
  await ask('DELETE', `/api-keys/${keys[0].id}`);
}

async function leave(ask, { email, password }) {
  await ask('POST', '/auth/forgot-password', { email }, null);
  await ask('POST', '/auth/login', { email, password }, null);
  await ask('POST', '/auth/resend-verification');
  await ask('POST', '/auth/browser-session');
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  await ask('POST', '/me/tokens', { name: 'policies from git', expiresAt: soon, scopes: ['policies'] });
  const [token] = await ask('GET', '/me/tokens');
  await ask('DELETE', `/me/tokens/${token.id}`);
  const [session] = await ask('GET', '/me/sessions');
  await ask('DELETE', `/me/sessions/${session.id}`);
  await ask('POST', '/auth/browser-session');
  await ask('DELETE', '/auth/browser-session', undefined, 'browser');
  await ask('PATCH', '/me', { name: 'Ada Lovelace' });
  await ask('DELETE', '/me', { password });
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
