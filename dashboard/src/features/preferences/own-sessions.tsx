import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { signedOut } from '../../api/signed-out';
import { Moment } from '../../ui/moment';
import { Section } from '../../ui/page';
import { Pages } from '../../ui/pages';
import { readPage } from '../../ui/paging';
import { ProblemNote } from '../../ui/problem-note';
import { type Column, Table } from '../../ui/table';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { useUrlState } from '../../ui/url-state';
import { View } from '../../ui/view';
import { preferenceWords as words } from '../../words';
import { endOwnSession, OWN_SESSIONS, type OwnSession, ownSessionsQuery } from './api';

/** The browsers in which the operator is signed in; one that they do not know is signed out here. */
export function OwnSessions() {
  const [{ page }, change] = useUrlState(readPage);
  const sessions = useQuery(ownSessionsQuery(page));
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: ({ id }: OwnSession) => endOwnSession(id),
    onSuccess: (_, { current }) => {
      if (current) signedOut.announce();
      else void queryClient.invalidateQueries({ queryKey: OWN_SESSIONS });
    },
  });
  const columns: readonly Column<OwnSession>[] = [
    {
      head: words.ownSessions.browser,
      cell: ({ userAgent, current }) => (
        <>
          <UntrustedText>{userAgent || words.ownSessions.unknown}</UntrustedText>{' '}
          {current && <Tag tone="accent">{words.ownSessions.thisBrowser}</Tag>}
        </>
      ),
    },
    { head: words.ownSessions.address, cell: ({ address }) => address },
    { head: words.ownSessions.signedIn, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { head: words.ownSessions.lastUsed, cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
    {
      head: words.ownSessions.signOut,
      isHeadHidden: true,
      cell: (session) => (
        <Button size="compact-xs" variant="subtle" color="red" onClick={() => end.mutate(session)}>
          {words.ownSessions.signOut}
        </Button>
      ),
    },
  ];
  return (
    <Section title={words.ownSessions.title} lead={words.ownSessions.lead}>
      {end.error && <ProblemNote error={end.error} />}
      <View query={sessions} label={words.ownSessions.loading}>
        {({ rows }) => <Table label={words.ownSessions.title} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </View>
      <Pages label={words.ownSessions.label} page={page} next={sessions.data?.next ?? null} change={change} />
    </Section>
  );
}
