import type { SealedCredential } from '../../credentials/credentials.service.js';

/** A call that has begun in the transaction that logged it, under the fence of its lease. */
export interface BegunCall {
  readonly fence: string;
  /** The call as `performed_call` reads it. */
  readonly call: object;
  readonly credential: SealedCredential | null;
  /** The time before the statement that took the lease was sent. */
  readonly takenAt: number;
}
