import type { Schemas } from '../api/wire';
import { commonWords as words } from '../words';
import { Tag, type Tone } from './tag';

export type ActionStatus = Schemas['ActionStatus'];

const WORDS: Readonly<Record<ActionStatus, readonly [string, Tone]>> = {
  CLEARED: [words.actionStatus.cleared, 'accent'],
  PENDING_APPROVAL: [words.actionStatus.awaitingApproval, 'warning'],
  REJECTED: [words.actionStatus.rejected, 'quiet'],
  BLOCKED: [words.actionStatus.blocked, 'danger'],
  SUCCESS: [words.actionStatus.tookEffect, 'good'],
  FAILED: [words.actionStatus.failed, 'quiet'],
  UNKNOWN: [words.actionStatus.outcomeUnknown, 'warning'],
  ROLLED_BACK: [words.actionStatus.rolledBack, 'accent'],
  ROLLBACK_FAILED: [words.actionStatus.rollbackFailed, 'danger'],
};

export function ActionStatusTag({ status, isRead = false }: { status: ActionStatus; isRead?: boolean }) {
  const [word, tone] = WORDS[status];
  return isRead && status === 'SUCCESS' ? <Tag>{words.actionStatus.read}</Tag> : <Tag tone={tone}>{word}</Tag>;
}
