import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { newKey } from '../../api/idempotency';
import { useCommands } from '../../keyboard/use-commands';
import { Confirm } from '../../ui/confirm';
import { ProblemNote } from '../../ui/problem-note';
import { deleteWebhook } from './api/delete';
import { WEBHOOKS, type Webhook } from './api/list';
import { switchWebhook } from './api/switch';
import { testWebhook } from './api/test';
import classes from './webhooks.module.css';

export function ReceiverButtons({ webhook: { id, enabled } }: { webhook: Webhook }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isDeleted, setIsDeleted] = useState(false);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: WEBHOOKS });
  const test = useMutation({ mutationFn: () => testWebhook(id, newKey()), onSuccess: refresh });
  const change = useMutation({ mutationFn: () => switchWebhook(id, !enabled), onSuccess: refresh });
  useCommands('Receiver', [{ keys: 't', label: 'Send a test', run: () => test.mutate() }]);
  const error = test.error ?? change.error;
  const last = test.data?.log.at(-1);
  return (
    <div>
      <div className={classes.buttons}>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Send a test
        </Button>
        <Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>
          {enabled ? 'Switch off' : 'Switch on'}
        </Button>
        <Button variant="subtle" color="red" onClick={() => setIsDeleted(true)}>
          Delete…
        </Button>
      </div>
      <p role="status" className={classes.outcome}>
        {test.data && (test.data.status === 'DELIVERED' ? 'Test delivered' : 'Test failed')}
        {last?.status && `: the receiver answered ${last.status}`}
      </p>
      {error && <ProblemNote error={error} />}
      {isDeleted && (
        <Confirm
          title="Delete the receiver"
          confirm="Delete"
          run={() => deleteWebhook(id)}
          onDone={() => void navigate({ to: '/settings/webhooks' } as never).then(refresh)}
          close={() => setIsDeleted(false)}
        >
          <p>It is told nothing more, and the log of its deliveries goes with it.</p>
        </Confirm>
      )}
    </div>
  );
}
