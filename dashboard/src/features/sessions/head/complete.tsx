import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialog';
import { ProblemNote } from '../../../ui/problem-note';
import { completeSession } from '../api/complete';
import { summaryQuery } from '../api/summary';
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
        Complete…
      </Button>
      {isAsked && (
        <Dialog onClose={close} title="Complete the session">
          <div className={classes.dialog}>
            <p>The agent can start no further call in it. What it did stays, and can still be rolled back.</p>
            {complete.error && <ProblemNote error={complete.error} />}
            <div className={classes.buttons}>
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button loading={complete.isPending} onClick={() => complete.mutate()} data-autofocus>
                Complete
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
