/** The stored statuses of a session. The domain `session_status` of the database takes the same ones. */
export const SESSION_STATUSES = ['ACTIVE', 'COMPLETED', 'ABANDONED'] as const;

export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** The displayed statuses of a session: the stored status, unless its calls or a rollback determine another one. */
export const DISPLAY_STATUSES = [
  ...SESSION_STATUSES,
  'AWAITING_APPROVAL',
  'ROLLING_BACK',
  'REVERTED',
  'PARTIALLY_REVERTED',
  'ROLLBACK_FAILED',
] as const;

export type DisplayStatus = (typeof DISPLAY_STATUSES)[number];
