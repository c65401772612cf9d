import type { RefusalCode } from '../../contract/refusals.js';

/** The decision of an approval. REVOKED and LAPSED mean that it was given first and no longer counts. */
export type DecidedAs = 'APPROVED' | 'REJECTED' | 'EXPIRED' | 'WITHDRAWN' | 'REVOKED' | 'LAPSED';

/** The words of the service for the reason of a withdrawal, or of a performed call that did not begin. */
const CODES: Readonly<Record<string, RefusalCode>> = {
  withdrawn: 'withdrawn',
  'agent-paused': 'paused',
  'policy-blocked': 'policy',
  'plan-required': 'policy',
  'operation-not-offered': 'policy',
};

/** The code for a call that the service itself stopped: a cancellation, a rollback, or the end of its session otherwise. */
export const codeOfReason = (reason: string | null): RefusalCode => CODES[reason ?? ''] ?? 'cancelled';

/** Null while the approval waits, or once it was given. A person's reason is free text, so no code depends on it. */
export function codeOfApproval(decidedAs: DecidedAs | null, reason: string | null): RefusalCode | null {
  switch (decidedAs) {
    case null:
    case 'APPROVED':
      return null;
    case 'REJECTED':
      return 'rejected';
    case 'EXPIRED':
      return 'expired';
    case 'REVOKED':
      return 'revoked';
    case 'LAPSED':
      return 'lapsed';
    case 'WITHDRAWN':
      return codeOfReason(reason);
    default:
      return decidedAs satisfies never;
  }
}
