import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { meQuery } from '../../api/me';
import { signOut } from '../../api/sign-out';
import { ProblemNote } from '../../ui/problem-note';
import { UntrustedText } from '../../ui/untrusted-text';
import { signInWords as words } from '../../words';
import { useContinue } from './after-sign-in';
import { whoIsSignedIn } from './api';
import classes from './frame.module.css';

/** Asks before another user signs in: the service replaces no session, so this one ends first. */
export function SignedInAlready({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const goOn = useContinue();
  const [isOut, setOut] = useState(false);
  const me = useQuery({ queryKey: ['who-is-signed-in'], queryFn: whoIsSignedIn, retry: false, gcTime: 0 });
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: meQuery.queryKey });
      setOut(true);
    },
  });
  if (!me.data || isOut) return children;
  return (
    <>
      <p className={classes.note} role="status">
        {words.signedInAlready.lead} <UntrustedText>{me.data.user.email}</UntrustedText>.
      </p>
      {leave.error && <ProblemNote error={leave.error} />}
      <div className={classes.providers}>
        <Button size="sm" onClick={goOn}>
          {words.signedInAlready.continue}
        </Button>
        <Button size="sm" variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
          {words.signedInAlready.signOut}
        </Button>
      </div>
    </>
  );
}
