import type { Schemas } from '../api/wire';
import { Tag, type Tone } from './tag';

export type ActionStatus = Schemas['ActionStatus'];

const WORDS: Readonly<Record<ActionStatus, readonly [string, Tone]>> = {
  CLEARED: ['Cleared', 'accent'],
  PENDING_APPROVAL: ['Awaiting approval', 'warning'],
  REJECTED: ['Rejected', 'quiet'],
  BLOCKED: ['Blocked', 'danger'],
  SUCCESS: ['Took effect', 'good'],
  FAILED: ['Failed', 'quiet'],
  UNKNOWN: ['Outcome unknown', 'warning'],
  ROLLED_BACK: ['Rolled back', 'accent'],
  ROLLBACK_FAILED: ['Rollback failed', 'danger'],
};

export function ActionStatusTag({ status, isRead = false }: { status: ActionStatus; isRead?: boolean }) {
  const [word, tone] = WORDS[status];
  return isRead && status === 'SUCCESS' ? <Tag>Read</Tag> : <Tag tone={tone}>{word}</Tag>;
}
