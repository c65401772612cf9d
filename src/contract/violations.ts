/** The ways in which a call can violate a decision. The domain `violation` of the database takes the same ones. */
export const VIOLATIONS = [
  'blocked',
  'unapproved',
  'paused',
  'after-completion',
  'after-rollback',
  'payload-mismatch',
  'ungated',
  'lapsed',
] as const;

export type Violation = (typeof VIOLATIONS)[number];
