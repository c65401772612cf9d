import type { Schemas } from '../api/wire';
import { Tag, type Tone } from './tag';

export type SessionStatus = Schemas['Session']['displayStatus'];

const WORDS: Readonly<Record<SessionStatus, readonly [string, Tone]>> = {
  ACTIVE: ['Active', 'accent'],
  COMPLETED: ['Completed', 'quiet'],
  ABANDONED: ['Abandoned', 'quiet'],
  AWAITING_APPROVAL: ['Awaiting approval', 'warning'],
  ROLLING_BACK: ['Rolling back', 'accent'],
  REVERTED: ['Reverted', 'good'],
  PARTIALLY_REVERTED: ['Partially reverted', 'warning'],
  ROLLBACK_FAILED: ['Rollback failed', 'danger'],
};

export const SESSION_STATUSES = Object.keys(WORDS) as readonly SessionStatus[];
export const sessionStatusWord = (status: SessionStatus) => WORDS[status][0];

export function SessionStatusTag({ status }: { status: SessionStatus }) {
  const [word, tone] = WORDS[status];
  return <Tag tone={tone}>{word}</Tag>;
}
