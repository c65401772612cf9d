import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CallName } from '../../../ui/call-name';
import { Countdown } from '../../../ui/countdown';
import { Moment } from '../../../ui/moment';
import { reveal } from '../../../ui/reveal';
import { UntrustedText } from '../../../ui/untrusted-text';
import { View } from '../../../ui/view';
import { inboxWords as words } from '../../../words';
import { approvalQuery } from '../api';
import { type ApprovalDetail, outcomeOf } from '../approval';
import { Decide } from '../decide/decide';
import { Arguments } from './arguments';
import { Before } from './before';
import classes from './card.module.css';
import { Difference } from './difference';
import { Handover, LeaveNote } from './handover';
import { Intent } from './intent';
import { Reversibility } from './reversibility';
import { Section } from './section';
import { Who } from './who';
import { Why } from './why';

interface CardProps {
  readonly id: string;
  readonly onDecided?: (() => void) | undefined;
}

/** All that an operator has to know before they decide, in the order in which they need it. */
export function Card({ id, onDecided }: CardProps) {
  const query = useQuery(approvalQuery(id));
  return (
    <View query={query} label={words.card.theApproval}>
      {(approval) => <Shown key={approval.id} approval={approval} onDecided={onDecided} />}
    </View>
  );
}

function Shown({ approval, onDecided }: { approval: ApprovalDetail } & Pick<CardProps, 'onDecided'>) {
  /** The hash of the arguments whose end was on the screen. Edited arguments have to be read again. */
  const [seen, setSeen] = useState<string | null>(null);
  const { payloadHash } = approval;
  return (
    <article className={classes.card} aria-label={words.card.label(reveal(approval.apiName), reveal(approval.agentId))}>
      <div className={classes.scroll}>
        <Head approval={approval} />
        <Handover approval={approval} />
        <Section title={words.card.effect}>
          <Difference approval={approval} />
        </Section>
        <Section title={words.card.arguments}>
          <Arguments approval={approval} onSeen={() => setSeen(payloadHash)} />
        </Section>
        <Section title={words.card.reasons}>
          <Why approval={approval} />
        </Section>
        <Who approval={approval} />
        <Section title={words.card.reversibility}>
          <Reversibility approval={approval} />
        </Section>
        <Section title={words.card.earlierCalls}>
          <Before approval={approval} />
        </Section>
        <Section title={words.card.statedIntent}>
          <Intent approval={approval} />
        </Section>
        <LeaveNote approval={approval} />
      </div>
      <Decide approval={approval} isSeen={seen === payloadHash} onDecided={onDecided} />
    </article>
  );
}

function Head({ approval }: { approval: ApprovalDetail }) {
  const { context, sessionId, onBehalfOf, createdAt, status, approvals, deadline, onExpiry } = approval;
  return (
    <header className={classes.head}>
      <h2>
        <CallName call={approval} />
      </h2>
      <p className={classes.dim}>
        <UntrustedText revealed>{context.agentName}</UntrustedText>{' '}
        {onBehalfOf !== null && (
          <>
            {words.onBehalfOf}{' '}
            <span className={classes.user} title={reveal(onBehalfOf)}>
              <UntrustedText>{onBehalfOf}</UntrustedText>
            </span>{' '}
          </>
        )}
        {words.asked} <Moment at={createdAt} />
        {' · '}
        <a href={`/dashboard/sessions/${sessionId}`}>{words.card.session}</a>
        {approvals.required > 1 && (
          <>
            {' · '}
            {approvals.given.length} {words.card.of} {approvals.required} {words.card.approvals}
            {approvals.given.length > 0 && ` (${approvals.given.map(({ by }) => reveal(by)).join(', ')})`}
          </>
        )}
      </p>
      <p className={classes.state}>
        {status === 'PENDING' ? (
          <>
            {onExpiry === 'approve' && words.hold.runsIn}{' '}
            <Countdown deadline={deadline} word={onExpiry === 'approve' ? words.hold.unlessStopped : words.card.left} />
          </>
        ) : (
          <UntrustedText>{outcomeOf(approval)}</UntrustedText>
        )}
      </p>
    </header>
  );
}
