import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../ui/confirm';
import { Moment } from '../../ui/moment';
import { StrangerText } from '../../ui/stranger-text';
import { type Column, Table } from '../../ui/table';
import { Tag } from '../../ui/tag';
import { View } from '../../ui/view';
import { INVITATIONS, type Invitation, invitationsQuery } from './api/invitations';
import { revokeInvitation } from './api/revoke';

/** Lists the pending invitations. */
export function Invitations() {
  const invitations = useQuery(invitationsQuery);
  const queryClient = useQueryClient();
  const [revoked, setRevoked] = useState<Invitation | null>(null);
  const columns: readonly Column<Invitation>[] = [
    { head: 'E-mail', cell: ({ email }) => <StrangerText>{email}</StrangerText> },
    {
      head: 'Mail',
      cell: ({ status }) => (status === 'SENT' ? <Tag tone="good">Sent</Tag> : <Tag tone="accent">On its way</Tag>),
    },
    { head: 'Invited', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { head: 'Expires', cell: ({ expiresAt }) => (expiresAt ? <Moment at={expiresAt} isEnd /> : '–') },
    {
      head: 'Revoke',
      isHeadHidden: true,
      cell: (invitation) => (
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          aria-label={`Revoke the invitation of ${invitation.email}`}
          onClick={() => setRevoked(invitation)}
        >
          Revoke…
        </Button>
      ),
    },
  ];
  return (
    <>
      <View query={invitations} label="invitations" empty={<p>No pending invitations.</p>}>
        {(rows) => <Table label="Invitations" columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </View>
      {revoked && (
        <Confirm
          title="Revoke the invitation"
          confirm="Revoke"
          run={() => revokeInvitation(revoked.id)}
          onDone={() => {
            setRevoked(null);
            void queryClient.invalidateQueries({ queryKey: INVITATIONS });
          }}
          close={() => setRevoked(null)}
        >
          <p>
            The link that was mailed to <StrangerText>{revoked.email}</StrangerText> opens nothing any more.
          </p>
        </Confirm>
      )}
    </>
  );
}
