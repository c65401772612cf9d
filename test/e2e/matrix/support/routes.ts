import { readFileSync } from 'node:fs';

export type Plan = 'FREE' | 'PRO' | 'TEAM';

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly auth: 'public' | 'signature' | 'any' | 'agent' | 'operator';
  readonly plan?: Plan;
  readonly limit?: readonly [count: number, seconds: number];
}

/** The 58 routes of the first version. */
export const SPECIFIED: readonly Route[] = JSON.parse(
  readFileSync(new URL('../../../support/routes.json', import.meta.url), 'utf8'),
);

/** Routes that exist beside those of docs/contract.md, "Routes". */
export const ADDED: readonly Route[] = [
  { method: 'GET', path: '/', auth: 'public', limit: [60, 60] },
  { method: 'HEAD', path: '/', auth: 'public', limit: [60, 60] },
  { method: 'GET', path: '/health/live', auth: 'public' },
  { method: 'GET', path: '/health/ready', auth: 'public' },
  { method: 'GET', path: '/openapi.json', auth: 'public', limit: [60, 60] },
  { method: 'GET', path: '/docs', auth: 'public', limit: [60, 60] },
  { method: 'GET', path: '/docs/:file', auth: 'public', limit: [300, 60] },
  { method: 'GET', path: '/errors/:code', auth: 'public', limit: [60, 60] },
  { method: 'GET', path: '/sdk/:file', auth: 'public', limit: [60, 60] },
  { method: 'GET', path: '/dashboard', auth: 'public', limit: [600, 60] },
  { method: 'HEAD', path: '/dashboard', auth: 'public', limit: [600, 60] },
  { method: 'GET', path: '/dashboard/*', auth: 'public', limit: [600, 60] },
  { method: 'HEAD', path: '/dashboard/*', auth: 'public', limit: [600, 60] },
  { method: 'POST', path: '/auth/browser-session', auth: 'operator', plan: 'FREE', limit: [60, 900] },
  { method: 'DELETE', path: '/auth/browser-session', auth: 'operator', plan: 'FREE' },
  { method: 'GET', path: '/attention', auth: 'operator', plan: 'FREE' },
  { method: 'GET', path: '/export/actions', auth: 'operator', plan: 'FREE', limit: [60, 60] },
  { method: 'GET', path: '/me/sessions', auth: 'operator', plan: 'FREE' },
  { method: 'DELETE', path: '/me/sessions/:id', auth: 'operator', plan: 'FREE' },
  { method: 'GET', path: '/me/tokens', auth: 'operator', plan: 'FREE' },
  { method: 'POST', path: '/me/tokens', auth: 'operator', plan: 'FREE', limit: [10, 900] },
  { method: 'DELETE', path: '/me/tokens/:id', auth: 'operator', plan: 'FREE' },
  { method: 'GET', path: '/sessions/:id/rollback', auth: 'any' },
  { method: 'GET', path: '/sessions/:id/rollback/:rollbackId/revert', auth: 'operator', plan: 'FREE' },
  { method: 'POST', path: '/sessions/:id/rollback/:rollbackId/revert', auth: 'operator', plan: 'FREE' },
  { method: 'GET', path: '/sessions/:id/actions', auth: 'any' },
  { method: 'GET', path: '/sessions/:id/actions/:actionId', auth: 'any' },
  { method: 'POST', path: '/sessions/:id/actions/:actionId/cancel', auth: 'any' },
  { method: 'POST', path: '/sessions/:id/actions/:actionId/settle', auth: 'operator', plan: 'FREE' },
  { method: 'POST', path: '/sessions/:id/actions/:actionId/erase', auth: 'operator', plan: 'FREE' },
  { method: 'GET', path: '/sessions/intent/feedback', auth: 'operator', plan: 'TEAM' },
  { method: 'POST', path: '/sessions/:id/intent/feedback', auth: 'operator', plan: 'TEAM', limit: [120, 60] },
  { method: 'GET', path: '/settings/intent', auth: 'operator', plan: 'TEAM' },
  { method: 'PUT', path: '/settings/intent', auth: 'operator', plan: 'TEAM' },
  { method: 'GET', path: '/settings/policies', auth: 'operator', plan: 'TEAM' },
  { method: 'PUT', path: '/settings/policies', auth: 'operator', plan: 'TEAM' },
  { method: 'GET', path: '/settings/redaction', auth: 'operator', plan: 'TEAM' },
  { method: 'PUT', path: '/settings/redaction', auth: 'operator', plan: 'TEAM' },
  { method: 'GET', path: '/policies/state', auth: 'operator', plan: 'TEAM' },
  { method: 'POST', path: '/policies/changes', auth: 'operator', plan: 'TEAM' },
  { method: 'GET', path: '/policies/advice', auth: 'operator', plan: 'TEAM', limit: [30, 60] },
  { method: 'POST', path: '/policies/simulate', auth: 'operator', plan: 'TEAM', limit: [30, 60] },
  { method: 'GET', path: '/settings/credentials/:connector/trial', auth: 'operator', plan: 'PRO', limit: [30, 60] },
  { method: 'GET', path: '/policies/:id/statistics', auth: 'operator', plan: 'TEAM' },
  { method: 'GET', path: '/agents/:id/rollback', auth: 'operator', plan: 'PRO' },
  { method: 'POST', path: '/agents/:id/rollback', auth: 'operator', plan: 'PRO' },
  { method: 'GET', path: '/approvals/grants', auth: 'operator', plan: 'PRO' },
  { method: 'DELETE', path: '/approvals/grants/:id', auth: 'operator', plan: 'PRO' },
  { method: 'POST', path: '/approvals/:id/withdraw', auth: 'any' },
  { method: 'POST', path: '/approvals/:id/revoke', auth: 'operator', plan: 'PRO' },
  { method: 'POST', path: '/approvals/:id/preview', auth: 'operator', plan: 'PRO' },
  { method: 'PUT', path: '/approvals/:id/note', auth: 'operator', plan: 'PRO' },
  { method: 'PUT', path: '/approvals/:id/viewers', auth: 'operator', plan: 'PRO' },
  { method: 'POST', path: '/approvals/decisions', auth: 'operator', plan: 'PRO' },
  { method: 'GET', path: '/settings/webhooks', auth: 'operator', plan: 'PRO' },
  { method: 'POST', path: '/settings/webhooks', auth: 'operator', plan: 'PRO' },
  { method: 'PATCH', path: '/settings/webhooks/:id', auth: 'operator', plan: 'PRO' },
  { method: 'DELETE', path: '/settings/webhooks/:id', auth: 'operator', plan: 'PRO' },
  { method: 'POST', path: '/settings/webhooks/:id/test', auth: 'operator', plan: 'PRO', limit: [30, 60] },
  { method: 'GET', path: '/settings/webhooks/:id/deliveries', auth: 'operator', plan: 'PRO' },
  { method: 'POST', path: '/team/invitations', auth: 'operator', plan: 'TEAM', limit: [20, 900] },
  { method: 'GET', path: '/team/invitations', auth: 'operator', plan: 'FREE' },
  { method: 'DELETE', path: '/team/invitations/:id', auth: 'operator', plan: 'FREE' },
  { method: 'POST', path: '/team/invitations/accept', auth: 'public', limit: [20, 900] },
  { method: 'DELETE', path: '/team/members/:id', auth: 'operator', plan: 'FREE' },
  { method: 'POST', path: '/mcp', auth: 'agent' },
  { method: 'GET', path: '/mcp', auth: 'agent' },
  { method: 'DELETE', path: '/mcp', auth: 'agent' },
];

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;

export const ROUTES: readonly Route[] = [...SPECIFIED, ...ADDED];

export const GUARDED = ROUTES.filter(({ auth }) => auth !== 'public' && auth !== 'signature');

export const ABSENT = '01890a5d-ac96-774b-bcce-b302099a8057';

export type Params = Readonly<Record<string, string>>;

/** The path with its parameters filled in; one that is not given names nothing that exists. */
export const fill = ({ path }: Route, params: Params = {}) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? ABSENT);
