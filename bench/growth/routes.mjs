import { randomUUID } from 'node:crypto';

const CALL = { apiName: 'crm.customer.update', operationType: 'UPDATE', payload: { id: 7, name: 'Jenny Rosen' } };
const POLICY = {
  apiNamePattern: 'growth.*',
  action: 'ALLOW',
  condition: { field: 'payload.n', operator: 'gt', value: 5 },
};
const PASSWORD = 'correct horse battery staple';

/** Keeps what one request made for the next one. */
const made = (side, name, rows) => {
  side.made[name] = rows;
  return rows;
};

/**
 * Every listing, reading and writing route: `send` is timed, `before` is not and answers what `send` needs. `side` is one of the
 * two services, with ids of its database: `take` gives each of them once.
 */
export const ROUTES = [
  ['GET /health', { send: (s) => s.public.get('/health') }],
  ['POST /auth/token', { send: (s) => s.public.post('/auth/token', { apiKey: s.key }) }],
  [
    'POST /auth/register',
    {
      few: true,
      send: (s) =>
        s.public.post('/auth/register', { email: `${randomUUID()}@example.com`, password: PASSWORD, name: 'x' }),
    },
  ],
  [
    'POST /auth/login',
    { few: true, send: (s) => s.public.post('/auth/login', { email: s.email, password: PASSWORD }) },
  ],
  [
    'POST /auth/forgot-password',
    { send: (s) => s.public.post('/auth/forgot-password', { email: `${randomUUID()}@example.com` }) },
  ],

  [
    'POST /sessions',
    { send: (s) => s.agent.post('/sessions', { agentId: 'agent-3', intent: 'keep the customers up to date' }) },
  ],
  ['GET /sessions', { send: (s) => s.operator.get('/sessions') }],
  ['GET /sessions?limit=200', { send: (s) => s.operator.get('/sessions?limit=200') }],
  ['GET /sessions?cursor= (middle)', { send: (s) => s.operator.get(`/sessions?limit=5&cursor=${s.pick('sessions')}`) }],
  ['GET /sessions?agentId=', { send: (s) => s.operator.get('/sessions?limit=5&agentId=agent-8') }],
  ['GET /sessions?status=COMPLETED', { send: (s) => s.operator.get('/sessions?limit=5&status=COMPLETED') }],
  ['GET /sessions?dirty=true', { send: (s) => s.operator.get('/sessions?limit=5&dirty=true') }],
  [
    'GET /sessions?since=&until=',
    { send: (s) => s.operator.get(`/sessions?limit=5&since=${s.monthAgo(5)}&until=${s.monthAgo(4)}`) },
  ],
  ['GET /sessions?drift=', { send: (s) => s.operator.get('/sessions?limit=5&drift=DRIFTED') }],
  ['GET /sessions/:id', { send: (s) => s.agent.get(`/sessions/${s.pick('sessions')}`) }],
  ['GET /sessions/:id, as operator', { send: (s) => s.operator.get(`/sessions/${s.pick('sessions')}`) }],
  [
    'PATCH /sessions/:id',
    {
      before: (s) => s.reported(CALL),
      send: (s, { session }) => s.agent.patch(`/sessions/${session}`, { status: 'COMPLETED' }),
    },
  ],
  [
    'POST …/actions/precapture',
    {
      send: (s) =>
        s.agent.post(`/sessions/${s.pick('active')}/actions/precapture`, {
          apiName: CALL.apiName,
          payload: CALL.payload,
        }),
    },
  ],
  ['POST …/actions, ask', { send: (s) => s.agent.post(`/sessions/${s.pick('active')}/actions`, CALL, randomUUID()) }],
  [
    'POST …/actions, report',
    {
      send: (s) =>
        s.agent.post(
          `/sessions/${s.pick('active')}/actions`,
          { ...CALL, status: 'SUCCESS', response: { ok: true } },
          randomUUID(),
        ),
    },
  ],
  [
    'POST …/actions, waits for an approval',
    { send: (s) => s.agent.post(`/sessions/${s.pick('active')}/actions`, { ...CALL, status: 'PENDING_APPROVAL' }) },
  ],
  [
    'PATCH …/actions/:actionId',
    {
      before: (s) => s.asked(CALL),
      send: (s, { session, id }) =>
        s.agent.patch(`/sessions/${session}/actions/${id}`, { status: 'SUCCESS', response: { ok: true } }),
    },
  ],
  ['GET …/rollback, the plan', { send: (s) => s.operator.get(`/sessions/${s.pick('active')}/rollback`) }],
  [
    'POST …/rollback',
    {
      few: true,
      before: (s) => s.reported(CALL),
      send: (s, { session }) => s.operator.post(`/sessions/${session}/rollback`),
    },
  ],
  [
    'POST …/actions/:actionId/rollback',
    {
      few: true,
      before: (s) => s.reported(CALL),
      send: (s, { session, id }) => s.operator.post(`/sessions/${session}/actions/${id}/rollback`),
    },
  ],
  ['GET /sessions/dirty', { send: (s) => s.operator.get('/sessions/dirty?limit=5') }],
  ['GET /sessions/:id/dirty', { send: (s) => s.operator.get(`/sessions/${s.pick('sessions')}/dirty`) }],
  ['GET /sessions/:id/intent', { send: (s) => s.operator.get(`/sessions/${s.pick('sessions')}/intent`) }],
  [
    'GET /sessions/:id/intent/summary',
    { send: (s) => s.operator.get(`/sessions/${s.pick('sessions')}/intent/summary`) },
  ],
  ['GET /sessions/intent/summary', { send: (s) => s.operator.get('/sessions/intent/summary') }],

  ['GET /approvals', { send: (s) => s.operator.get('/approvals?limit=5') }],
  ['GET /approvals?status=ALL', { send: (s) => s.operator.get('/approvals?status=ALL') }],
  ['GET /approvals?status=APPROVED', { send: (s) => s.operator.get('/approvals?status=APPROVED') }],
  ['GET /approvals/:id', { send: (s) => s.agent.get(`/approvals/${s.pick('pending')}`) }],
  [
    'POST /approvals/:id/approve',
    { before: (s) => s.waiting(CALL), send: (s, { approval }) => s.operator.post(`/approvals/${approval.id}/approve`) },
  ],
  [
    'POST /approvals/:id/reject',
    {
      before: (s) => s.waiting(CALL),
      send: (s, { approval }) => s.operator.post(`/approvals/${approval.id}/reject`, { reason: 'no' }),
    },
  ],
  ['GET /approvals/grants', { send: (s) => s.operator.get('/approvals/grants') }],

  ['GET /registry', { send: (s) => s.agent.get('/registry') }],
  [
    'GET /settings/credentials/validate',
    { send: (s) => s.agent.get('/settings/credentials/validate?connectors=stripe,postgres') },
  ],
  ['GET /settings/credentials', { send: (s) => s.operator.get('/settings/credentials') }],
  [
    'PUT /settings/credentials/:connector',
    {
      send: (s) =>
        s.operator.put('/settings/credentials/stripe', { values: { secretKey: 'sk_test_0123456789abcdef' } }),
    },
  ],
  [
    'DELETE /settings/credentials/:connector',
    {
      before: (s) => s.operator.put('/settings/credentials/slack', { values: { token: 'xoxb-0123456789-abcdef' } }),
      send: (s) => s.operator.delete('/settings/credentials/slack'),
    },
  ],
  ['GET /settings/webhooks', { send: (s) => s.operator.get('/settings/webhooks') }],
  [
    'GET /settings/webhooks/:id/deliveries',
    { send: (s) => s.operator.get(`/settings/webhooks/${s.webhook}/deliveries`) },
  ],

  ['GET /policies', { send: (s) => s.operator.get('/policies') }],
  ['POST /policies', { send: async (s) => made(s, 'policy', await s.operator.post('/policies', POLICY)) }],
  ['PUT /policies/:id', { send: (s) => s.operator.put(`/policies/${s.made.policy.id}`, POLICY) }],
  ['PATCH /policies/:id/toggle', { send: (s) => s.operator.patch(`/policies/${s.made.policy.id}/toggle`) }],
  ['GET /policies/:id/statistics', { send: (s) => s.operator.get(`/policies/${s.made.policy.id}/statistics`) }],
  [
    'DELETE /policies/:id',
    { before: (s) => s.operator.post('/policies', POLICY), send: (s, { id }) => s.operator.delete(`/policies/${id}`) },
  ],

  ['GET /me', { send: (s) => s.operator.get('/me') }],
  ['PATCH /me', { send: (s) => s.operator.patch('/me', { name: 'Operator' }) }],
  ['GET /agents', { send: (s) => s.operator.get('/agents') }],
  ['POST /agents', { send: (s) => s.operator.post('/agents', { slug: `a-${randomUUID()}`, description: 'x' }) }],
  ['GET /agents/:id', { send: (s) => s.operator.get(`/agents/${s.pick('agents')}`) }],
  ['PUT /agents/:id', { send: (s) => s.operator.put(`/agents/${s.pick('agents')}`, { description: 'y' }) }],
  [
    'DELETE /agents/:id',
    {
      before: (s) => s.operator.post('/agents', { slug: `b-${randomUUID()}`, description: 'x' }),
      send: (s, { id }) => s.operator.delete(`/agents/${id}`),
    },
  ],
  ['GET /api-keys', { send: (s) => s.operator.get('/api-keys') }],
  ['POST /api-keys', { send: (s) => s.operator.post('/api-keys', { name: 'x', kind: 'live' }) }],
  [
    'DELETE /api-keys/:id',
    {
      before: (s) => s.operator.post('/api-keys', { name: 'x', kind: 'live' }),
      send: (s, { id }) => s.operator.delete(`/api-keys/${id}`),
    },
  ],
  ['GET /metrics', { send: (s) => s.operator.get('/metrics') }],
  ['GET /audit-logs', { send: (s) => s.operator.get('/audit-logs?limit=5') }],
  ['GET /team/members', { send: (s) => s.operator.get('/team/members') }],
  // Last: what it removes, no other route may ask for.
  ['DELETE /sessions/:id/purge', { send: (s) => s.operator.delete(`/sessions/${s.take('sessions')}/purge`) }],
];

/** Routes of routes.json that are not timed, with the reasons. */
export const LEFT_OUT = {
  'POST /webhooks/billing, GET /billing/portal': 'they need Stripe',
  'GET /auth/oauth-a, …/callback, GET /auth/oauth-b, …/callback': 'they need a provider',
  'POST /auth/reset-password, GET /auth/verify-email, POST /auth/resend-verification': 'they need a mailed link',
  'GET /settings/connectors/health': 'it calls providers',
  'DELETE /me': 'it ends the account',
};
