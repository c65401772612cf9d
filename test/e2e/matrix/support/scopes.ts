import { nameOf, type Route } from './routes.js';

export type TokenScope = 'policies' | 'read' | 'decide';

const POLICIES = [
  ...['GET /policies', 'POST /policies', 'PUT /policies/:id', 'PATCH /policies/:id/toggle', 'DELETE /policies/:id'],
  ...['GET /policies/state', 'POST /policies/changes', 'POST /policies/simulate', 'GET /policies/:id/statistics'],
  ...['GET /settings/policies', 'PUT /settings/policies', 'GET /policies/advice'],
  'GET /team/groups',
];
const DECIDE = [
  ...['GET /approvals', 'GET /approvals/:id', 'POST /approvals/:id/approve', 'POST /approvals/:id/reject'],
  'POST /approvals/:id/revoke',
  ...[
    'POST /approvals/:id/preview',
    'POST /approvals/decisions',
    'PUT /approvals/:id/note',
    'PUT /approvals/:id/viewers',
  ],
  ...['GET /approvals/grants', 'DELETE /approvals/grants/:id'],
];
/** Reads that are for people who have signed in. */
const NOT_READ = [
  ...['GET /me', 'GET /me/sessions', 'GET /me/tokens', 'GET /billing/portal', 'GET /team/invitations'],
  ...['GET /settings/intent', 'GET /settings/credentials/:connector/trial'],
  'GET /sessions/:id/rollback/:rollbackId/revert',
];
/** They change nothing that lasts. */
const ALSO_READ = ['POST /policies/simulate', 'PUT /approvals/:id/viewers'];

/** True when a personal token with these scopes may call the route (docs/contract.md, "Auth"). */
export function isOpenTo(scopes: readonly TokenScope[], route: Route): boolean {
  const name = nameOf(route);
  const opens: Record<TokenScope, boolean> = {
    policies: POLICIES.includes(name),
    decide: DECIDE.includes(name),
    read: ALSO_READ.includes(name) || (route.method === 'GET' && !NOT_READ.includes(name)),
  };
  return scopes.some((scope) => opens[scope]);
}
