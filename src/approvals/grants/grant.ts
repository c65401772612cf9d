export type GrantStatus = 'ACTIVE' | 'EXHAUSTED' | 'EXPIRED' | 'REVOKED';

export interface GrantState {
  readonly uses: number;
  readonly maxUses: number;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
}

/**
 * The status of a grant; only an active one clears calls. The ledger's statement decides the same for itself, under the
 * lock of the session.
 */
export function grantStatus({ uses, maxUses, expiresAt, revokedAt }: GrantState, now: Date): GrantStatus {
  if (revokedAt) return 'REVOKED';
  if (uses >= maxUses) return 'EXHAUSTED';
  return expiresAt <= now ? 'EXPIRED' : 'ACTIVE';
}

/** The number of calls that the grant would clear now. */
export function remainingUses(grant: GrantState, now: Date): number {
  return grantStatus(grant, now) === 'ACTIVE' ? grant.maxUses - grant.uses : 0;
}
