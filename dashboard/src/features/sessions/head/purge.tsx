import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { includes, useMe } from '../../../api/me';
import { Dialog } from '../../../ui/dialog';
import { ProblemNote } from '../../../ui/problem-note';
import { sessionsWords as words } from '../../../words';
import { purgeSession } from '../api';
import classes from './session-head.module.css';

const TYPED = 'purge';

/** Deletes the records of a session; asks for a typed word, because nothing restores them. */
export function Purge({ id, agentId }: { id: string; agentId: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const [typed, setTyped] = useState('');
  const { data: me } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const purge = useMutation({
    mutationFn: () => purgeSession(id),
    onSuccess: async () => {
      await navigate({ to: '/sessions' } as never);
      queryClient.removeQueries({ queryKey: ['session', id] });
    },
  });
  const close = () => {
    setIsAsked(false);
    setTyped('');
    purge.reset();
  };
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setIsAsked(true)}>
        {words.purge.open}
      </Button>
      {isAsked && (
        <Dialog onClose={close} title={words.purge.title}>
          {me && includes(me.organization.plan, 'PRO') ? (
            <form
              className={classes.dialog}
              onSubmit={(event) => {
                event.preventDefault();
                if (typed === TYPED) purge.mutate();
              }}
            >
              <p>
                {words.purge.lead} <bdi>{agentId.slice(0, 100)}</bdi>
                {words.purge.consequence}
              </p>
              <TextInput
                label={words.purge.typed(TYPED)}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
                autoComplete="off"
                data-autofocus
              />
              {purge.error && <ProblemNote error={purge.error} />}
              <div className={classes.buttons}>
                <Button variant="default" onClick={close}>
                  {words.purge.cancel}
                </Button>
                <Button type="submit" color="red" disabled={typed !== TYPED} loading={purge.isPending}>
                  {words.purge.confirm}
                </Button>
              </div>
            </form>
          ) : (
            <p>
              {words.purge.locked} <a href="/dashboard/usage">{words.purge.plansLink}</a> {words.purge.plansNote}
            </p>
          )}
        </Dialog>
      )}
    </>
  );
}
