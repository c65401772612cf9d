import { PAUSED, type Principal } from './principals.js';
import { WITHOUT_OWNER } from './resources.js';
import type { Plan, Route } from './routes.js';
import type { Row } from './rows.js';
import { isOpenTo } from './scopes.js';

const RANK: Record<Plan, number> = { FREE: 0, PRO: 1, TEAM: 2 };

/**
 * Returns the answer that a principal gets for the things it aims at, in the order of docs/contract.md, "Wire
 * conventions": rate limit, 401, operator-required or agent-required, scope-missing, plan-required, validation, 404, 409. `broken` is a body that is not
 * JSON.
 */
export function expected(route: Route, row: Row, principal: Principal, sent: 'valid' | 'broken'): string {
  if (route.auth !== 'public' && route.auth !== 'signature') {
    if (principal.kind === 'UNAUTHENTICATED') return '401 unauthenticated';
    if (route.auth === 'operator' && principal.kind !== 'USER') return '403 operator-required';
    if (route.auth === 'agent' && principal.kind === 'USER') return '403 agent-required';
    if (principal.scopes && !isOpenTo(principal.scopes, route)) return '403 scope-missing';
    if (route.plan && RANK[principal.plan] < RANK[route.plan]) return '403 plan-required';
  }
  if (sent === 'broken') return '400 validation-failed';
  if (route.auth !== 'public' && route.auth !== 'signature') {
    if (!WITHOUT_OWNER.includes(row.on) && principal.aimsAt !== principal.home) return '404 not-found';
    const stranger = principal.boundTo !== null && principal.boundTo !== principal.agent;
    if (stranger && row.on === 'approval') return '404 not-found';
    if (stranger && row.ofAgent) return '403 agent-mismatch';
    if (row.starts && principal.agent === PAUSED) return '403 agent-paused';
    if (row.endsWithPause && principal.agent === PAUSED) return '409 already-decided';
  }
  return row.success;
}

export const isRefusal = (code: string) => !code.endsWith(' ok');
