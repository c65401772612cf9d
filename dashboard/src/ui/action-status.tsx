import type { Schemas } from '../api/wire';
import { commonWords as words } from '../words';
import { Tag, type Tone } from './tag';

export type ActionStatus = Schemas['ActionStatus'];

interface Shown {
  readonly word: string;
  readonly tone: Tone;
  /** The call stays as it is, unless a rollback comes. */
  readonly isFinal: boolean;
}

const SHOWN: Readonly<Record<ActionStatus, Shown>> = {
  CLEARED: { word: words.actionStatus.cleared, tone: 'accent', isFinal: false },
  PENDING_APPROVAL: { word: words.actionStatus.awaitingApproval, tone: 'warning', isFinal: false },
  REJECTED: { word: words.actionStatus.rejected, tone: 'quiet', isFinal: false },
  BLOCKED: { word: words.actionStatus.blocked, tone: 'danger', isFinal: false },
  SUCCESS: { word: words.actionStatus.tookEffect, tone: 'good', isFinal: true },
  FAILED: { word: words.actionStatus.failed, tone: 'quiet', isFinal: true },
  UNKNOWN: { word: words.actionStatus.outcomeUnknown, tone: 'warning', isFinal: false },
  ROLLED_BACK: { word: words.actionStatus.rolledBack, tone: 'accent', isFinal: true },
  ROLLBACK_FAILED: { word: words.actionStatus.rollbackFailed, tone: 'danger', isFinal: false },
};

export const isFinal = (status: ActionStatus): boolean => SHOWN[status].isFinal;

export function ActionStatusTag({ status, isRead = false }: { status: ActionStatus; isRead?: boolean }) {
  const { word, tone } = SHOWN[status];
  return isRead && status === 'SUCCESS' ? <Tag>{words.actionStatus.read}</Tag> : <Tag tone={tone}>{word}</Tag>;
}
