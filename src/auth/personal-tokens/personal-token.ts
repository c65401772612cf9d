import type { Change } from '../../audit/audit-entry.js';
import type { PersonalTokenEntity } from './personal-token.entity.js';

export type TokenStatus = 'ACTIVE' | 'EXPIRED' | 'REVOKED';

type Ends = Pick<PersonalTokenEntity, 'revokedAt' | 'expiresAt' | 'tokenVersion'>;

/** A new password of its user ends a token as a revocation does. */
export function statusOf({ revokedAt, expiresAt, tokenVersion }: Ends, current: number, now: Date): TokenStatus {
  if (revokedAt !== null || tokenVersion !== current) return 'REVOKED';
  return expiresAt <= now ? 'EXPIRED' : 'ACTIVE';
}

export const toTokenView = (token: PersonalTokenEntity, status: TokenStatus) => ({
  id: token.id,
  name: token.name,
  scopes: token.scopes,
  status,
  createdAt: token.createdAt.toISOString(),
  expiresAt: token.expiresAt.toISOString(),
  lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
});

export const tokenTarget = (id: string) => ({ type: 'personal-token', id });

/** A revocation, for the audit; without `after`, the row goes with its user. */
export const tokenRevoked = (before: PersonalTokenEntity, after: PersonalTokenEntity | null): Change => ({
  action: 'personal-token.revoked',
  target: tokenTarget(before.id),
  before: toTokenView(before, 'ACTIVE'),
  after: after && toTokenView(after, 'REVOKED'),
});
