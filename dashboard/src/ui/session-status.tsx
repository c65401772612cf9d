import { SESSION_STATUS_WORDS, type SessionStatus } from './session-statuses';
import { Tag } from './tag';

export function SessionStatusTag({ status }: { status: SessionStatus }) {
  const [word, tone] = SESSION_STATUS_WORDS[status];
  return <Tag tone={tone}>{word}</Tag>;
}
