import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../ui/confirm';
import { Moment } from '../../ui/moment';
import { type Column, Table } from '../../ui/table';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { View } from '../../ui/view';
import { teamWords as words } from '../../words';
import { INVITATIONS, type Invitation, invitationsQuery, revokeInvitation } from './api';

/** Lists the pending invitations. */
export function Invitations() {
  const invitations = useQuery(invitationsQuery);
  const queryClient = useQueryClient();
  const [revoked, setRevoked] = useState<Invitation | null>(null);
  const columns: readonly Column<Invitation>[] = [
    { head: 'E-mail', cell: ({ email }) => <UntrustedText>{email}</UntrustedText> },
    {
      head: words.invitations.mail,
      cell: ({ status }) =>
        status === 'SENT' ? (
          <Tag tone="good">{words.invitations.sent}</Tag>
        ) : (
          <Tag tone="accent">{words.invitations.pending}</Tag>
        ),
    },
    { head: words.invitations.invited, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { head: words.invitations.expires, cell: ({ expiresAt }) => (expiresAt ? <Moment at={expiresAt} isEnd /> : '–') },
    {
      head: words.invitations.confirm,
      isHeadHidden: true,
      cell: (invitation) => (
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          aria-label={words.invitations.revokeOf(invitation.email)}
          onClick={() => setRevoked(invitation)}
        >
          {words.invitations.revoke}
        </Button>
      ),
    },
  ];
  return (
    <>
      <View query={invitations} label={words.invitations.loading} empty={<p>{words.invitations.none}</p>}>
        {(rows) => <Table label={words.invitations.label} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </View>
      {revoked && (
        <Confirm
          title={words.invitations.revokeTitle}
          confirm={words.invitations.confirm}
          run={() => revokeInvitation(revoked.id)}
          onDone={() => {
            setRevoked(null);
            void queryClient.invalidateQueries({ queryKey: INVITATIONS });
          }}
          close={() => setRevoked(null)}
        >
          <p>
            {words.invitations.revokeLead} <UntrustedText>{revoked.email}</UntrustedText>{' '}
            {words.invitations.revokeConsequence}
          </p>
        </Confirm>
      )}
    </>
  );
}
