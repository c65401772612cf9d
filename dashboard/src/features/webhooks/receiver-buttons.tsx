import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { newKey } from '../../api/idempotency';
import { useCommands } from '../../keyboard/use-commands';
import { Confirm } from '../../ui/confirm';
import { ProblemNote } from '../../ui/problem-note';
import { webhooksWords as words } from '../../words';
import { deleteWebhook, switchWebhook, testWebhook, WEBHOOKS, type Webhook } from './api';
import classes from './webhooks.module.css';

export function ReceiverButtons({ webhook: { id, enabled } }: { webhook: Webhook }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isDeleted, setIsDeleted] = useState(false);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: WEBHOOKS });
  const test = useMutation({ mutationFn: () => testWebhook(id, newKey()), onSuccess: refresh });
  const change = useMutation({ mutationFn: () => switchWebhook(id, !enabled), onSuccess: refresh });
  useCommands(words.receiverButtons.commands, [
    { keys: 't', label: words.receiverButtons.test, run: () => test.mutate() },
  ]);
  const error = test.error ?? change.error;
  const last = test.data?.log.at(-1);
  return (
    <div>
      <div className={classes.buttons}>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {words.receiverButtons.test}
        </Button>
        <Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>
          {enabled ? words.receiverButtons.switchOff : words.receiverButtons.switchOn}
        </Button>
        <Button variant="subtle" color="red" onClick={() => setIsDeleted(true)}>
          {words.receiverButtons.deleteAsking}
        </Button>
      </div>
      <p role="status" className={classes.outcome}>
        {test.data &&
          (test.data.status === 'DELIVERED' ? words.receiverButtons.testDelivered : words.receiverButtons.testFailed)}
        {last?.status && words.receiverButtons.answered(last.status)}
      </p>
      {error && <ProblemNote error={error} />}
      {isDeleted && (
        <Confirm
          title={words.receiverButtons.deleteTitle}
          confirm={words.receiverButtons.confirm}
          run={() => deleteWebhook(id)}
          onDone={() => void navigate({ to: '/settings/webhooks' } as never).then(refresh)}
          close={() => setIsDeleted(false)}
        >
          <p>{words.receiverButtons.deleteConsequence}</p>
        </Confirm>
      )}
    </div>
  );
}
