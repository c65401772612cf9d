import { useQuery } from '@tanstack/react-query';
import { includes, useMe } from '../../../api/me';
import { UntrustedText } from '../../../ui/untrusted-text';
import { inboxWords as words } from '../../../words';
import { driftQuery } from '../api';
import type { ApprovalDetail } from '../approval';
import classes from './card.module.css';

const VERDICTS = {
  ALIGNED: words.intent.aligned,
  REVIEW: words.intent.review,
  DRIFTED: words.intent.drifted,
  INSUFFICIENT_EVIDENCE: words.intent.insufficient,
};

/** Shows the session's stated intent, and its distance from it. */
export function Intent({ approval: { sessionId, onBehalfOf, context, labels } }: { approval: ApprovalDetail }) {
  const { data: me } = useMe();
  const knowsDrift = me !== undefined && includes(me.organization.plan, 'TEAM');
  const { data: drift } = useQuery({ ...driftQuery(sessionId), enabled: knowsDrift });
  const origin = [
    ...(onBehalfOf === null ? [] : [`${words.onBehalfOf} ${onBehalfOf}`]),
    ...Object.entries(labels).map(([name, value]) => `${name}: ${value}`),
  ];
  return (
    <>
      <blockquote className={classes.intent}>
        <UntrustedText revealed>{context.intent}</UntrustedText>
      </blockquote>
      {origin.length > 0 && (
        <p className={classes.dim}>
          <UntrustedText>{origin.join(' · ')}</UntrustedText>
        </p>
      )}
      {drift && (
        <p className={drift.verdict === 'DRIFTED' ? classes.bad : classes.dim}>
          {words.intent.theSession} {VERDICTS[drift.verdict]} {words.intent.drift} {drift.driftScore.toFixed(2)}
        </p>
      )}
    </>
  );
}
