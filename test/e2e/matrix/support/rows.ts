import { existsSync } from 'node:fs';
import type { Home } from './homes.js';
import { AGENT, type Principal } from './principals.js';
import { NOWHERE, personalToken, type Resource } from './resources.js';
import type { Access } from './routes.js';

/** The principal that sends a cell's request, and its organization. */
export interface Cell {
  readonly principal: Principal;
  /** The organization that the credential belongs to. */
  readonly home: Home;
}

/**
 * The facts of a route that the matrix needs. A new route needs: who may call it, a body that passes validation, the
 * resource that its `:id` names, the answer when nothing is wrong, and whether that changes the resource.
 */
export interface Row {
  /** Absent for a route of `routes.json`, which says it there. */
  readonly access?: Access;
  readonly success: string;
  readonly body?: object | ((cell: Cell) => object);
  readonly query?: string | ((cell: Cell) => string);
  /** The resource that the ids in its path name; `resources.ts` makes one. */
  readonly on?: Resource;
  /** It uses that up: every cell that succeeds gets one of its own. */
  readonly uses?: true;
  /** The GET stores what it saw. */
  readonly changes?: true;
  /** It is about a session, hence about an agent. */
  readonly ofAgent?: true;
  /** It lets something start: not for a paused agent. */
  readonly starts?: true;
  /** It is about an approval that waits, which the pause of its agent has ended. */
  readonly endsWithPause?: true;
  /** Tells whether a success is correct for the organization of the caller. */
  // biome-ignore lint/suspicious/noExplicitAny: the data of any answer.
  readonly holds?: (data: any, cell: Cell) => boolean;
}

const mail = { apiName: 'mail.messages.send', payload: {} };
const call = { ...mail, operationType: 'EXECUTE' };
const OK = '200 ok';
const MADE = '201 ok';
/** A checkout with a built dashboard redirects to it. */
const FRONT = existsSync('dashboard/dist/index.html') ? '302 ok' : OK;
const PROVIDERLESS = { success: '503 oauth-not-configured' };
const own = (home: Home) => home.organizationId;

export const ROWS: Readonly<Record<string, Row>> = {
  'GET /': { access: { auth: 'public', limit: [60, 60] }, success: FRONT },
  'HEAD /': { access: { auth: 'public', limit: [60, 60] }, success: FRONT },
  'GET /openapi.json': { access: { auth: 'public', limit: [60, 60] }, success: OK },
  'GET /docs': { access: { auth: 'public', limit: [60, 60] }, success: OK },
  // The path of a cell names an id here: neither a file nor a code.
  'GET /docs/:file': { access: { auth: 'public', limit: [300, 60] }, success: '404 not-found' },
  'GET /errors/:code': { access: { auth: 'public', limit: [60, 60] }, success: '404 not-found' },
  'GET /sdk/:file': { access: { auth: 'public', limit: [60, 60] }, success: '404 not-found' },
  'GET /dashboard': { access: { auth: 'public', limit: [600, 60] }, success: OK },
  'HEAD /dashboard': { access: { auth: 'public', limit: [600, 60] }, success: OK },
  'GET /dashboard/*': { access: { auth: 'public', limit: [600, 60] }, success: OK },
  'HEAD /dashboard/*': { access: { auth: 'public', limit: [600, 60] }, success: OK },
  'GET /health': { success: OK },
  'GET /health/live': { access: { auth: 'public' }, success: OK },
  'GET /health/ready': { access: { auth: 'public' }, success: OK },
  'POST /webhooks/billing': { success: '503 billing-not-configured', body: {} },
  'POST /auth/token': { success: OK, body: ({ home }) => ({ apiKey: home.liveKey }) },
  // Refused before a password is hashed, which is dear.
  'POST /auth/register': {
    success: '400 validation-failed',
    body: { email: 'person@example.com', password: 'password', name: 'Ada' },
  },
  'POST /auth/login': { success: '400 validation-failed', body: { email: 'x'.repeat(255), password: 'password' } },
  'POST /auth/forgot-password': { success: OK, body: { email: 'nobody@example.com' } },
  'POST /auth/reset-password': {
    success: '400 invalid-token',
    body: { token: 'x'.repeat(43), newPassword: 'correct horse battery staple' },
  },
  'GET /auth/verify-email': { success: '400 invalid-token', query: `token=${'x'.repeat(43)}` },
  'GET /auth/oauth-a': PROVIDERLESS,
  'GET /auth/oauth-a/callback': PROVIDERLESS,
  'GET /auth/oauth-b': PROVIDERLESS,
  'GET /auth/oauth-b/callback': PROVIDERLESS,

  'POST /sessions': {
    success: MADE,
    ofAgent: true,
    starts: true,
    body: ({ principal }) => ({ agentId: principal.agent, intent: 'be recorded' }),
  },
  'GET /sessions': { success: OK },
  'GET /sessions/:id': { success: OK, on: 'session', ofAgent: true },
  'PATCH /sessions/:id': { success: OK, on: 'session', uses: true, ofAgent: true, body: { status: 'COMPLETED' } },
  'POST /sessions/:id/rollback': { success: OK, on: 'effect', uses: true, ofAgent: true },
  // The rollback undid nothing that a connector knows.
  'GET /sessions/:id/rollback/:rollbackId/revert': {
    access: { auth: 'operator', plan: 'FREE' },
    success: '409 not-revertible',
    on: 'rollback',
    ofAgent: true,
  },
  'POST /sessions/:id/rollback/:rollbackId/revert': {
    access: { auth: 'operator', plan: 'FREE' },
    success: '409 not-revertible',
    on: 'rollback',
    ofAgent: true,
  },
  'GET /sessions/:id/rollback': { access: { auth: 'any' }, success: OK, on: 'session', ofAgent: true },
  'GET /sessions/:id/actions': { access: { auth: 'any' }, success: OK, on: 'session', ofAgent: true },
  'POST /sessions/:id/actions/precapture': { success: OK, on: 'session', ofAgent: true, starts: true, body: mail },
  'POST /sessions/:id/actions': { success: MADE, on: 'session', ofAgent: true, starts: true, body: call },
  'PATCH /sessions/:id/actions/:actionId': {
    success: OK,
    on: 'action',
    uses: true,
    ofAgent: true,
    body: { status: 'SUCCESS' },
  },
  'POST /sessions/:id/actions/:actionId/rollback': { success: OK, on: 'effect', uses: true, ofAgent: true },
  'GET /sessions/:id/actions/:actionId': { access: { auth: 'any' }, success: OK, on: 'action', ofAgent: true },
  // The action is one that its client makes.
  'POST /sessions/:id/actions/:actionId/cancel': {
    access: { auth: 'any' },
    success: '409 already-begun',
    on: 'action',
    ofAgent: true,
  },
  'POST /sessions/:id/actions/:actionId/erase': {
    access: { auth: 'operator', plan: 'FREE' },
    success: OK,
    on: 'effect',
    uses: true,
    ofAgent: true,
  },
  'POST /sessions/:id/actions/:actionId/settle': {
    access: { auth: 'operator', plan: 'FREE' },
    success: OK,
    on: 'effect',
    uses: true,
    ofAgent: true,
    body: { as: 'kept', note: 'it stays' },
  },
  'GET /sessions/dirty': { success: OK },
  'GET /sessions/:id/dirty': { success: OK, on: 'session', ofAgent: true },
  'GET /sessions/intent/summary': { success: OK },
  'GET /sessions/:id/intent': { success: OK, on: 'session' },
  'GET /sessions/:id/intent/summary': { success: OK, on: 'session' },
  'GET /sessions/intent/feedback': { access: { auth: 'operator', plan: 'TEAM' }, success: OK },
  'POST /sessions/:id/intent/feedback': {
    access: { auth: 'operator', plan: 'TEAM', limit: [120, 60] },
    success: MADE,
    on: 'session',
    body: { mark: 'fine' },
  },
  'GET /settings/intent': { access: { auth: 'operator', plan: 'TEAM' }, success: OK },
  'PUT /settings/intent': { access: { auth: 'operator', plan: 'TEAM' }, success: OK, body: { alarmBudget: 5 } },
  'GET /settings/policies': { access: { auth: 'operator', plan: 'TEAM' }, success: OK },
  'PUT /settings/policies': { access: { auth: 'operator', plan: 'TEAM' }, success: OK, body: { unmatched: 'ALLOW' } },
  'GET /settings/redaction': { access: { auth: 'operator', plan: 'TEAM' }, success: OK },
  'PUT /settings/redaction': {
    access: { auth: 'operator', plan: 'TEAM' },
    success: OK,
    body: { kinds: ['key'], rules: [] },
  },
  'DELETE /sessions/:id/purge': { success: OK, on: 'session', uses: true, ofAgent: true },

  'GET /approvals': { success: OK },
  'GET /approvals/:id': { success: OK, on: 'approval' },
  'POST /approvals/:id/approve': { success: OK, on: 'approval', uses: true, body: {} },
  'POST /approvals/:id/reject': { success: OK, on: 'approval', uses: true, body: { reason: 'no' } },
  'POST /approvals/:id/withdraw': {
    access: { auth: 'any' },
    success: OK,
    on: 'approval',
    uses: true,
    endsWithPause: true,
  },
  // It has not been given.
  'POST /approvals/:id/revoke': {
    access: { auth: 'operator', plan: 'PRO' },
    success: '409 not-approved',
    on: 'approval',
  },
  'POST /approvals/:id/preview': {
    access: { auth: 'operator', plan: 'PRO' },
    success: OK,
    on: 'approval',
    body: { payload: {} },
  },
  'PUT /approvals/:id/note': {
    access: { auth: 'operator', plan: 'PRO' },
    success: OK,
    on: 'approval',
    body: { note: 'wait' },
  },
  'PUT /approvals/:id/viewers': { access: { auth: 'operator', plan: 'PRO' }, success: OK, on: 'approval' },
  'POST /approvals/decisions': {
    access: { auth: 'operator', plan: 'PRO' },
    success: OK,
    body: { decisions: [{ id: 'none', decision: 'reject', payloadHash: 'a'.repeat(64) }] },
    holds: (data) => data.length === 1 && data[0].status === 404,
  },

  'GET /approvals/grants': { access: { auth: 'operator', plan: 'PRO' }, success: OK },
  'DELETE /approvals/grants/:id': { access: { auth: 'operator', plan: 'PRO' }, success: OK, on: 'grant', uses: true },

  // Without a session of the client.
  'POST /mcp': { access: { auth: 'agent' }, success: '400 validation-failed', body: {} },
  'GET /mcp': { access: { auth: 'agent' }, success: '400 validation-failed' },
  'DELETE /mcp': { access: { auth: 'agent' }, success: '400 validation-failed' },

  'GET /registry': { success: OK },
  'GET /settings/credentials/validate': {
    success: OK,
    query: 'connectors=postgres',
    holds: (data, { home }) => data.valid === home.hasCredential,
  },
  'GET /settings/credentials': {
    success: OK,
    holds: (data, { home }) => data.length === (home.hasCredential ? 1 : 0),
  },
  'PUT /settings/credentials/:connector': {
    success: OK,
    on: 'connector',
    body: { values: { connectionString: 'postgres://nobody@127.0.0.1:1/none' } },
  },
  'DELETE /settings/credentials/:connector': { success: OK, on: 'connector' },
  'GET /settings/credentials/:connector/trial': {
    access: { auth: 'operator', plan: 'PRO', limit: [30, 60] },
    success: OK,
    on: 'connector',
    query: 'table=customers',
  },
  'GET /settings/connectors/health': { success: OK, changes: true },

  'GET /settings/webhooks': { access: { auth: 'operator', plan: 'PRO' }, success: OK },
  'POST /settings/webhooks': { access: { auth: 'operator', plan: 'PRO' }, success: MADE, body: NOWHERE },
  'PATCH /settings/webhooks/:id': {
    access: { auth: 'operator', plan: 'PRO' },
    success: OK,
    on: 'webhook',
    body: { enabled: false },
  },
  'DELETE /settings/webhooks/:id': {
    access: { auth: 'operator', plan: 'PRO' },
    success: OK,
    on: 'webhook',
    uses: true,
  },
  'POST /settings/webhooks/:id/test': {
    access: { auth: 'operator', plan: 'PRO', limit: [30, 60] },
    success: OK,
    on: 'webhook',
  },
  'GET /settings/webhooks/:id/deliveries': { access: { auth: 'operator', plan: 'PRO' }, success: OK, on: 'webhook' },

  'GET /policies': { success: OK },
  'POST /policies': { success: MADE, body: { apiNamePattern: 'nothing.*', action: 'ALLOW' } },
  'GET /policies/state': { access: { auth: 'operator', plan: 'TEAM' }, success: OK },
  'GET /policies/advice': { access: { auth: 'operator', plan: 'TEAM', limit: [30, 60] }, success: OK },
  'POST /policies/changes': {
    access: { auth: 'operator', plan: 'TEAM' },
    success: '409 policies-changed',
    body: { state: 'a'.repeat(64) },
  },
  'POST /policies/simulate': {
    access: { auth: 'operator', plan: 'TEAM', limit: [30, 60] },
    success: OK,
    body: { apiNamePattern: '*', action: 'BLOCK' },
  },
  'GET /policies/:id/statistics': { access: { auth: 'operator', plan: 'TEAM' }, success: OK, on: 'policy' },
  'PUT /policies/:id': { success: OK, on: 'policy', body: { enabled: false } },
  'PATCH /policies/:id/toggle': { success: OK, on: 'policy' },
  'DELETE /policies/:id': { success: OK, on: 'policy', uses: true },

  'GET /agents': { success: OK },
  'POST /agents': {
    success: MADE,
    body: ({ principal }) => ({ slug: `new-of-${principal.name.replaceAll(/\W/g, '-')}` }),
  },
  'GET /agents/:id': { success: OK, on: 'agent' },
  'PUT /agents/:id': { success: OK, on: 'agent', body: { displayName: AGENT } },
  'GET /agents/:id/rollback': {
    access: { auth: 'operator', plan: 'PRO' },
    success: OK,
    on: 'agent',
    query: 'since=2026-01-01T00:00:00.000Z',
  },
  'POST /agents/:id/rollback': {
    access: { auth: 'operator', plan: 'PRO' },
    success: OK,
    on: 'agent',
    body: { since: '2026-01-01T00:00:00.000Z' },
  },
  'DELETE /agents/:id': { success: OK, on: 'agent', uses: true },

  'GET /api-keys': { success: OK },
  'POST /api-keys': { success: MADE, body: { name: 'matrix', kind: 'live' } },
  'DELETE /api-keys/:id': { success: OK, on: 'apiKey', uses: true },

  'GET /me': { success: OK, holds: (data, { home }) => data.organization.id === own(home) },
  'PATCH /me': { success: OK, body: { name: 'Operator' } },
  'DELETE /me': { success: OK, on: 'account', uses: true },
  'POST /auth/resend-verification': { success: OK },
  'POST /auth/browser-session': { access: { auth: 'operator', plan: 'FREE', limit: [60, 900] }, success: OK },
  // A bearer credential is no browser: there is nothing to end.
  'DELETE /auth/browser-session': { access: { auth: 'operator', plan: 'FREE' }, success: '404 not-found' },
  'GET /me/sessions': { access: { auth: 'operator', plan: 'FREE' }, success: OK },
  'DELETE /me/sessions/:id': {
    access: { auth: 'operator', plan: 'FREE' },
    success: OK,
    on: 'browserSession',
    uses: true,
  },
  'GET /me/tokens': { access: { auth: 'operator', plan: 'FREE' }, success: OK },
  'POST /me/tokens': {
    access: { auth: 'operator', plan: 'FREE', limit: [10, 900] },
    success: MADE,
    body: () => personalToken('matrix', ['read']),
  },
  'DELETE /me/tokens/:id': { access: { auth: 'operator', plan: 'FREE' }, success: OK, on: 'personalToken', uses: true },
  'GET /team/members': { success: OK, holds: (data, { home }) => data.length === 1 && data[0].email === home.email },
  'POST /team/invitations': {
    access: { auth: 'operator', plan: 'TEAM', limit: [20, 900] },
    success: MADE,
    body: ({ principal }) => ({ email: `of-${principal.name.replaceAll(/\W+/g, '-')}@example.com` }),
  },
  'GET /team/invitations': { access: { auth: 'operator', plan: 'FREE' }, success: OK },
  'DELETE /team/invitations/:id': {
    access: { auth: 'operator', plan: 'FREE' },
    success: OK,
    on: 'invitation',
    uses: true,
  },
  // Refused before a credential is looked at, which need not be there.
  'POST /team/invitations/accept': {
    access: { auth: 'public', limit: [20, 900] },
    success: '400 validation-failed',
    body: { token: 'x'.repeat(201) },
  },
  'DELETE /team/members/:id': { access: { auth: 'operator', plan: 'FREE' }, success: '409 last-member', on: 'member' },
  'GET /team/groups': { access: { auth: 'operator', plan: 'TEAM' }, success: OK },
  'POST /team/groups': {
    access: { auth: 'operator', plan: 'TEAM' },
    success: MADE,
    body: () => ({ name: crypto.randomUUID(), members: [] }),
  },
  'PUT /team/groups/:id': { access: { auth: 'operator', plan: 'TEAM' }, success: OK, on: 'group', body: {} },
  'DELETE /team/groups/:id': {
    access: { auth: 'operator', plan: 'TEAM' },
    success: OK,
    on: 'group',
    uses: true,
  },
  'GET /billing/portal': { success: '503 billing-not-configured' },
  'GET /metrics': { success: OK },
  'GET /attention': { access: { auth: 'operator', plan: 'FREE' }, success: OK },
  'GET /audit-logs': { success: OK },
  'GET /export/actions': { access: { auth: 'operator', plan: 'FREE', limit: [60, 60] }, success: OK },
};
