import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { groupsQuery } from '../../api/groups';
import { signedOut } from '../../api/signed-out';
import { Confirm } from '../../ui/confirm';
import { Moment } from '../../ui/moment';
import { Section } from '../../ui/page';
import { Pages } from '../../ui/pages';
import { readPage } from '../../ui/paging';
import { type Column, Table } from '../../ui/table';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { useUrlState } from '../../ui/url-state';
import { View } from '../../ui/view';
import { teamWords as words } from '../../words';
import { MEMBERS, type Member, membersQuery, removeMember } from './api';

/** @param me the operator who looks */
export function Members({ me }: { me: string }) {
  const [{ page }, change] = useUrlState(readPage);
  const members = useQuery(membersQuery(page));
  const queryClient = useQueryClient();
  const [leaving, setLeaving] = useState<Member | null>(null);
  const columns: readonly Column<Member>[] = [
    {
      head: words.members.name,
      cell: ({ id, name }) => (
        <>
          <UntrustedText>{name}</UntrustedText> {id === me && <Tag tone="accent">{words.members.you}</Tag>}
        </>
      ),
    },
    { head: 'E-mail', cell: ({ email }) => <UntrustedText>{email}</UntrustedText> },
    { head: words.members.joined, cell: ({ joinedAt }) => <Moment at={joinedAt} /> },
    {
      head: words.members.confirm,
      isHeadHidden: true,
      cell: (member) => (
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          aria-label={member.id === me ? words.members.leaveTitle : words.members.removeOf(member.email)}
          onClick={() => setLeaving(member)}
        >
          {member.id === me ? words.members.leaveAsking : words.members.remove}
        </Button>
      ),
    },
  ];
  const isMyself = leaving?.id === me;
  return (
    <Section title={words.members.label}>
      <View query={members} label={words.members.loading}>
        {({ rows }) => <Table label={words.members.label} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </View>
      <Pages label={words.members.loading} page={page} next={members.data?.next ?? null} change={change} />
      {leaving && (
        <Confirm
          title={isMyself ? words.members.leaveTitle : words.members.removeTitle}
          confirm={isMyself ? words.members.leave : words.members.confirm}
          run={() => removeMember(leaving.id)}
          onDone={() => {
            setLeaving(null);
            if (isMyself) signedOut.announce();
            else {
              void queryClient.invalidateQueries({ queryKey: MEMBERS });
              void queryClient.invalidateQueries({ queryKey: groupsQuery.queryKey });
            }
          }}
          close={() => setLeaving(null)}
        >
          <p>
            <UntrustedText>{leaving.email}</UntrustedText> {words.members.removeConsequence}
          </p>
        </Confirm>
      )}
    </Section>
  );
}
