import type { ErrorCode } from './problems.js';

/** The reasons why a call does not run, for programs and models; every refusal of a call has one of these codes. */
export const REFUSAL_CODES = [
  'policy',
  'rejected',
  'expired',
  'withdrawn',
  'revoked',
  'lapsed',
  'cancelled',
  'paused',
  'quota',
  'unavailable',
] as const;

export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** The problems that refuse a call. `plan-required` does so only where the call needs an approval. */
export const REFUSING_PROBLEMS: Readonly<Partial<Record<ErrorCode, RefusalCode>>> = {
  'policy-blocked': 'policy',
  'operation-not-offered': 'policy',
  'agent-paused': 'paused',
  'session-closed': 'cancelled',
  'session-rolled-back': 'cancelled',
  'quota-exceeded': 'quota',
  unavailable: 'unavailable',
};
