import type { TokenScope } from '../../contract/token-scopes.js';
import { agentRequired, operatorRequired, planRequired, scopeMissing, unauthenticated } from '../auth.errors.js';
import type { Access } from './access.decorator.js';
import { isHeldBy, isInScope, scopesOf } from './permissions.js';
import { type Identity, planCovers } from './principal.js';

type Rule = Pick<Access, 'who' | 'may' | 'plan' | 'scopes'>;

/**
 * The caller, if a route lets them in. `method` decides which scopes open a route of agents.
 * @throws 401, 403 operator-required or agent-required, 403 scope-missing, 403 plan-required: in this order
 */
export function checked(identity: Identity | null, access: Rule, method: string): Identity {
  if (!identity) throw unauthenticated();
  if (access.may && !isHeldBy(identity, access.may)) throw operatorRequired();
  if (access.who === 'agent' && identity.kind !== 'API_KEY') throw agentRequired();
  const scopes = openingScopes(access, method);
  if (!isInScope(identity, scopes)) throw scopeMissing(scopes);
  if (access.plan && !planCovers(identity.plan, access.plan)) throw planRequired(access.plan);
  return identity;
}

/**
 * The scopes that open a route: those of its permission. A route of agents has none, so a personal token may read there
 * and do nothing else.
 */
export function openingScopes({ may, scopes }: Rule, method: string): readonly TokenScope[] {
  if (may) return scopesOf(may);
  return scopes ?? (method === 'GET' ? ['read'] : []);
}
