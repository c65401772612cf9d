import type { Schemas } from '../api/wire';
import type { Tone } from './tag';

export type SessionStatus = Schemas['Session']['displayStatus'];

export const SESSION_STATUS_WORDS: Readonly<Record<SessionStatus, readonly [word: string, tone: Tone]>> = {
  ACTIVE: ['Active', 'accent'],
  COMPLETED: ['Completed', 'quiet'],
  ABANDONED: ['Abandoned', 'quiet'],
  AWAITING_APPROVAL: ['Awaiting approval', 'warning'],
  ROLLING_BACK: ['Rolling back', 'accent'],
  REVERTED: ['Reverted', 'good'],
  PARTIALLY_REVERTED: ['Partially reverted', 'warning'],
  ROLLBACK_FAILED: ['Rollback failed', 'danger'],
};

export const SESSION_STATUSES = Object.keys(SESSION_STATUS_WORDS) as readonly SessionStatus[];
