import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Attention, attentionQuery } from '../../api/attention';
import { includes, useMe } from '../../api/me';
import { noteVisit } from '../../api/visits';
import { Countdown } from '../../ui/countdown';
import { Moment } from '../../ui/moment';
import { Page, Section } from '../../ui/page';
import { Sentence } from '../../ui/sentence';
import { UntrustedText } from '../../ui/untrusted-text';
import { View } from '../../ui/view';
import { startWords as words } from '../../words';
import { CurrentProblems } from './current-problems';
import classes from './start.module.css';
import { StartRow } from './start-row';

/** Lists pending approvals, problems, and changes since the last visit. */
export default function StartPage() {
  const { data: me } = useMe();
  return me ? <Shown user={me.user.id} hasAudit={includes(me.organization.plan, 'TEAM')} /> : null;
}

function Shown({ user, hasAudit }: { user: string; hasAudit: boolean }) {
  const [since] = useState(() => noteVisit(user));
  const query = useQuery(attentionQuery(since ?? undefined));
  return (
    <Page title={words.title}>
      <View query={query} label={words.startPage.subject}>
        {(attention) => (
          <>
            <PendingApprovals approvals={attention.approvals} />
            <CurrentProblems attention={attention} />
            {hasAudit && <RecentChanges since={since} changes={attention.changes ?? []} />}
          </>
        )}
      </View>
    </Page>
  );
}

interface RecentChangesProps {
  readonly since: string | null;
  readonly changes: NonNullable<Attention['changes']>;
}

/** Lists the changes that other people, and the operator elsewhere, made since the last visit. */
function RecentChanges({ since, changes }: RecentChangesProps) {
  return (
    <Section title={words.changed} lead={since && <Moment at={since} />}>
      {since === null || changes.length === 0 ? (
        <p className={classes.none}>{since === null ? words.noVisit : words.nothingChanged}</p>
      ) : (
        <ol className={classes.list}>
          {changes.map(({ sequence, action, by, createdAt }) => (
            <StartRow
              key={sequence}
              to="/audit"
              search={{ entry: String(sequence) }}
              title={<UntrustedText>{action}</UntrustedText>}
              more={<UntrustedText>{by}</UntrustedText>}
              at={<Moment at={createdAt} />}
            />
          ))}
        </ol>
      )}
    </Section>
  );
}

/** Lists the pending approvals by kind, the oldest first. */
function PendingApprovals({ approvals }: Pick<Attention, 'approvals'>) {
  const { count, isMore, kinds } = approvals;
  return (
    <Section title={words.waiting} lead={count > 0 && words.pending(count, isMore)}>
      {kinds.length === 0 ? (
        <p className={classes.none}>{words.nothingWaits}</p>
      ) : (
        <ol className={classes.list}>
          {kinds.map(({ apiName, count: times, oldest }) => (
            <StartRow
              key={oldest.id}
              to="/approvals"
              search={{ selected: oldest.id }}
              title={<Sentence call={{ apiName, summary: oldest.summary }} />}
              at={<Countdown deadline={Date.parse(oldest.expiresAt)} word={words.waitingPart.left} />}
              more={
                <>
                  <UntrustedText>{oldest.agentId}</UntrustedText>
                  {times > 1 && (
                    <>
                      {' · '}
                      {words.ofKind(times)} {words.waitingPart.of} <UntrustedText>{apiName}</UntrustedText>
                    </>
                  )}
                </>
              }
            />
          ))}
        </ol>
      )}
    </Section>
  );
}
