import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { summaryQuery } from '../../../api/session-summary';
import { Dialog } from '../../../ui/dialog';
import { ProblemNote } from '../../../ui/problem-note';
import { sessionsWords as words } from '../../../words';
import { completeSession } from '../api';
import classes from './session-head.module.css';

export function Complete({ id }: { id: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const queryClient = useQueryClient();
  const complete = useMutation({
    mutationFn: () => completeSession(id),
    onSuccess: () => setIsAsked(false),
    onSettled: () => queryClient.invalidateQueries({ queryKey: summaryQuery(id).queryKey }),
  });
  const close = () => {
    setIsAsked(false);
    complete.reset();
  };
  return (
    <>
      <Button variant="default" onClick={() => setIsAsked(true)}>
        {words.complete.open}
      </Button>
      {isAsked && (
        <Dialog onClose={close} title={words.complete.title}>
          <div className={classes.dialog}>
            <p>{words.complete.lead}</p>
            {complete.error && <ProblemNote error={complete.error} />}
            <div className={classes.buttons}>
              <Button variant="default" onClick={close}>
                {words.complete.cancel}
              </Button>
              <Button loading={complete.isPending} onClick={() => complete.mutate()} data-autofocus>
                {words.complete.confirm}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
