import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keysOfForm } from '../../api/idempotency';
import { Dialog } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { teamWords as words } from '../../words';
import { INVITATIONS, invite } from './api';

export default function Invite({ close }: { close: () => void }) {
  const queryClient = useQueryClient();
  const [keyFor] = useState(keysOfForm);
  return (
    <Dialog onClose={close} title={words.invite.title}>
      <Form
        submit={words.invite.send}
        cancel={close}
        send={({ email = '' }) => invite(email, keyFor({ email }))}
        onDone={() => {
          void queryClient.invalidateQueries({ queryKey: INVITATIONS });
          close();
        }}
      >
        {(wrong) => (
          <TextInput
            name="email"
            type="email"
            label={words.invite.email}
            description={words.invite.emailHelp}
            maxLength={254}
            required
            withAsterisk={false}
            autoComplete="off"
            data-autofocus
            error={wrong('email')}
          />
        )}
      </Form>
    </Dialog>
  );
}
