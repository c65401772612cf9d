import { operatorRequired, planRequired, unauthenticated } from '../auth.errors.js';
import type { Access } from './access.decorator.js';
import { may } from './permissions.js';
import { type Identity, planCovers } from './principal.js';

/** The caller, if a route lets them in. @throws 401, 403 operator-required, 403 plan-required: in this order */
export function checked(identity: Identity | null, { may: needed, plan }: Pick<Access, 'may' | 'plan'>): Identity {
  if (!identity) throw unauthenticated();
  if (needed && !may(identity, needed)) throw operatorRequired();
  if (plan && !planCovers(identity.plan, plan)) throw planRequired(plan);
  return identity;
}
