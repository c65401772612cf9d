import { PERMISSIONS, type Permission } from '../../contract/permissions.js';
import type { TokenScope } from '../../contract/token-scopes.js';
import type { Identity } from './principal.js';

type Holder = Pick<Identity, 'kind' | 'token'>;

/** True when callers of this kind hold the permission. */
export const isHeldBy = ({ kind }: Pick<Identity, 'kind'>, permission: Permission): boolean =>
  PERMISSIONS[permission].heldBy === kind;

/** True when one of the caller's scopes is among these; a caller without a personal token has no scopes to keep to. */
export const isInScope = ({ token }: Pick<Identity, 'token'>, scopes: readonly TokenScope[]): boolean =>
  token === null || token.scopes.some((scope) => scopes.includes(scope));

/** The scopes of personal tokens that include a permission. */
export function scopesOf(permission: Permission): readonly TokenScope[] {
  const entry = PERMISSIONS[permission];
  return 'scopes' in entry ? entry.scopes : [];
}

/** True when the caller's kind holds the permission and, of a personal token, its scopes include it. */
export const may = (caller: Holder, permission: Permission): boolean =>
  isHeldBy(caller, permission) && isInScope(caller, scopesOf(permission));
