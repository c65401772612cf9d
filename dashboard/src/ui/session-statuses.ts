import type { Schemas } from '../api/wire';
import { commonWords as words } from '../words';
import type { Tone } from './tag';

export type SessionStatus = Schemas['Session']['displayStatus'];

export const SESSION_STATUS_WORDS: Readonly<Record<SessionStatus, readonly [word: string, tone: Tone]>> = {
  ACTIVE: [words.sessionStatuses.active, 'accent'],
  COMPLETED: [words.sessionStatuses.completed, 'quiet'],
  ABANDONED: [words.sessionStatuses.abandoned, 'quiet'],
  AWAITING_APPROVAL: [words.sessionStatuses.awaitingApproval, 'warning'],
  ROLLING_BACK: [words.sessionStatuses.rollingBack, 'accent'],
  REVERTED: [words.sessionStatuses.reverted, 'good'],
  PARTIALLY_REVERTED: [words.sessionStatuses.partiallyReverted, 'warning'],
  ROLLBACK_FAILED: [words.sessionStatuses.rollbackFailed, 'danger'],
};

export const SESSION_STATUSES = Object.keys(SESSION_STATUS_WORDS) as readonly SessionStatus[];
