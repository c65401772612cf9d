import { StickyNote } from 'lucide-react';
import { memo } from 'react';
import { operationBeneath } from '../../../ui/call';
import { Countdown } from '../../../ui/countdown';
import { Moment } from '../../../ui/moment';
import { reveal } from '../../../ui/reveal';
import { Sentence } from '../../../ui/sentence';
import { UntrustedText } from '../../../ui/untrusted-text';
import { inboxWords as words } from '../../../words';
import { type Approval, outcomeOf } from '../approval';
import classes from './list.module.css';

interface RowProps {
  readonly approval: Approval;
  readonly isGone: boolean;
  readonly isSelected: boolean;
  readonly isChecked: boolean;
  /** Only calls of one kind are decided together. */
  readonly canCheck: boolean;
  /** All of its kind in its session, if it stands first among them. */
  readonly alike: readonly string[];
  readonly checkAll: (ids: readonly string[]) => void;
  /** The answer to this one in a decision of several. */
  readonly answer: string | undefined;
  readonly open: (id: string) => void;
  readonly check: (id: string) => void;
}

export const ApprovalRow = memo(function ApprovalRow(props: RowProps) {
  const { approval, isGone, isSelected, isChecked, canCheck, alike, checkAll, answer, open, check } = props;
  const { id, apiName, agentId, status, createdAt, decidedAt, deadline, onExpiry, approvals, note } = approval;
  const { reason, code, usableUntil } = approval;
  const operation = operationBeneath(approval);
  const isPending = status === 'PENDING' && !isGone;
  return (
    <li className={isGone ? classes.gone : classes.row} data-selected={isSelected || undefined} data-id={id}>
      <input
        type="checkbox"
        className={classes.check}
        aria-label={words.row.select(reveal(apiName), reveal(agentId))}
        checked={isChecked}
        disabled={!isPending || !canCheck}
        onChange={() => check(id)}
      />
      <button type="button" className={classes.open} aria-current={isSelected || undefined} onClick={() => open(id)}>
        <span className={classes.line}>
          <span className={classes.name}>
            <Sentence call={approval} />
          </span>
          <span className={classes.end}>
            {isPending ? (
              onExpiry === 'approve' ? (
                <>
                  {words.hold.runsIn} <Countdown deadline={deadline} />
                </>
              ) : (
                <Countdown deadline={deadline} word={words.card.left} />
              )
            ) : status === 'PENDING' ? (
              words.row.noLongerPending
            ) : (
              <UntrustedText>{outcomeOf(approval)}</UntrustedText>
            )}
          </span>
        </span>
        {operation && (
          <code className={classes.summary}>
            <UntrustedText>{operation}</UntrustedText>
          </code>
        )}
        <span className={classes.line}>
          <span className={classes.agent}>
            <UntrustedText>{agentId}</UntrustedText>
          </span>
          <span className={classes.end}>
            {note && <StickyNote size={12} aria-label={words.note} />}
            {approvals.required > 1 && `${approvals.given.length}/${approvals.required} · `}
            <Moment at={decidedAt ?? createdAt} />
          </span>
        </span>
        {usableUntil && (
          <span className={classes.summary}>
            {words.unused.usableFor} <Countdown deadline={Date.parse(usableUntil)} />
          </span>
        )}
        {decidedAt &&
          reason &&
          code !== 'expired' &&
          code !== 'revoked' &&
          code !== 'lapsed' &&
          code !== 'withdrawn' && (
            <span className={classes.summary}>
              <UntrustedText>{reason}</UntrustedText>
            </span>
          )}
        {answer && (
          <span className={classes.answer}>
            <UntrustedText>{answer}</UntrustedText>
          </span>
        )}
      </button>
      {alike.length > 0 && (
        <button type="button" className={classes.alike} onClick={() => checkAll(alike)}>
          {words.selectAlike(alike.length)}
        </button>
      )}
    </li>
  );
});
