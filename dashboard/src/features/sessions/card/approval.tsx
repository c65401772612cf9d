import { Link } from '@tanstack/react-router';
import { Moment } from '../../../ui/moment';
import { Tag } from '../../../ui/tag';
import { sessionsWords as words } from '../../../words';
import type { Action } from '../api';
import classes from './action-card.module.css';
import { Section } from './section';

const WORDS = {
  PENDING: [words.approval.pending, 'warning'],
  APPROVED: [words.approval.approved, 'good'],
  REJECTED: [words.approval.rejected, 'quiet'],
} as const;

export function Approval({ approval: { id, status, expiresAt } }: { approval: NonNullable<Action['approval']> }) {
  const [word, tone] = WORDS[status];
  return (
    <Section title={words.approval.approval}>
      <p className={classes.line}>
        <Tag tone={tone}>{word}</Tag>
        {status === 'PENDING' && (
          <span>
            {words.approval.expires} <Moment at={expiresAt} isEnd />
          </span>
        )}
        <Link to={`/approvals/${id}` as string}>{words.approval.open}</Link>
      </p>
    </Section>
  );
}
