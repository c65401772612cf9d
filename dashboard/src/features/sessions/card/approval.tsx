import { Link } from '@tanstack/react-router';
import { Moment } from '../../../ui/moment';
import { Tag } from '../../../ui/tag';
import type { Action } from '../api/actions';
import classes from './action-card.module.css';
import { Section } from './section';

const WORDS = {
  PENDING: ['Pending', 'warning'],
  APPROVED: ['Approved', 'good'],
  REJECTED: ['Rejected', 'quiet'],
} as const;

export function Approval({ approval: { id, status, expiresAt } }: { approval: NonNullable<Action['approval']> }) {
  const [word, tone] = WORDS[status];
  return (
    <Section title="Approval">
      <p className={classes.line}>
        <Tag tone={tone}>{word}</Tag>
        {status === 'PENDING' && (
          <span>
            until <Moment at={expiresAt} isEnd />
          </span>
        )}
        <Link to={`/approvals/${id}` as string}>Open the approval</Link>
      </p>
    </Section>
  );
}
