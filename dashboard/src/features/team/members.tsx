import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { signedOut } from '../../api/signed-out';
import { Confirm } from '../../ui/confirm';
import { Moment } from '../../ui/moment';
import { Section } from '../../ui/page';
import { Pages } from '../../ui/pages';
import { readPage } from '../../ui/paging';
import { StrangerText } from '../../ui/stranger-text';
import { type Column, Table } from '../../ui/table';
import { Tag } from '../../ui/tag';
import { useUrlState } from '../../ui/url-state';
import { View } from '../../ui/view';
import { MEMBERS, type Member, membersQuery } from './api/members';
import { removeMember } from './api/remove';

/** @param me the operator who looks */
export function Members({ me }: { me: string }) {
  const [{ page }, change] = useUrlState(readPage);
  const members = useQuery(membersQuery(page));
  const queryClient = useQueryClient();
  const [leaving, setLeaving] = useState<Member | null>(null);
  const columns: readonly Column<Member>[] = [
    {
      head: 'Name',
      cell: ({ id, name }) => (
        <>
          <StrangerText>{name}</StrangerText> {id === me && <Tag tone="accent">you</Tag>}
        </>
      ),
    },
    { head: 'E-mail', cell: ({ email }) => <StrangerText>{email}</StrangerText> },
    { head: 'Joined', cell: ({ joinedAt }) => <Moment at={joinedAt} /> },
    {
      head: 'Remove',
      isHeadHidden: true,
      cell: (member) => (
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          aria-label={member.id === me ? 'Leave the organization' : `Remove ${member.email}`}
          onClick={() => setLeaving(member)}
        >
          {member.id === me ? 'Leave…' : 'Remove…'}
        </Button>
      ),
    },
  ];
  const isMyself = leaving?.id === me;
  return (
    <Section title="Members">
      <View query={members} label="members">
        {({ rows }) => <Table label="Members" columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </View>
      <Pages label="members" page={page} next={members.data?.next ?? null} change={change} />
      {leaving && (
        <Confirm
          title={isMyself ? 'Leave the organization' : 'Remove the member'}
          confirm={isMyself ? 'Leave' : 'Remove'}
          run={() => removeMember(leaving.id)}
          onDone={() => {
            setLeaving(null);
            if (isMyself) signedOut.announce();
            else void queryClient.invalidateQueries({ queryKey: MEMBERS });
          }}
          close={() => setLeaving(null)}
        >
          <p>
            <StrangerText>{leaving.email}</StrangerText> is signed out everywhere within a second, and the account is
            gone with all that it invited. Approvals that were given stay.
          </p>
        </Confirm>
      )}
    </Section>
  );
}
