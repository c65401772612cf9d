/** What is stored of a session. The domain `session_status` of the database takes the same ones. */
export const SESSION_STATUSES = ['ACTIVE', 'COMPLETED', 'ABANDONED'] as const;

export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** What is shown of a session: its status, unless its calls or a rollback say more. */
export const DISPLAY_STATUSES = [
  ...SESSION_STATUSES,
  'AWAITING_APPROVAL',
  'ROLLING_BACK',
  'REVERTED',
  'PARTIALLY_REVERTED',
  'ROLLBACK_FAILED',
] as const;

export type DisplayStatus = (typeof DISPLAY_STATUSES)[number];
