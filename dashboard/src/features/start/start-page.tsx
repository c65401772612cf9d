import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { attentionQuery } from '../../api/attention';
import { includes, useMe } from '../../api/me';
import { noteVisit } from '../../api/visits';
import { Page } from '../../ui/page';
import { View } from '../../ui/view';
import { startWords as words } from '../../words';
import { CurrentProblems } from './current-problems';
import { PendingApprovals } from './pending-approvals';
import { RecentChanges } from './recent-changes';

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
