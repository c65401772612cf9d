import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { take } from '../../api/landing';
import { ProblemNote } from '../../ui/problem-note';
import { UntrustedText } from '../../ui/untrusted-text';
import { Loading } from '../../ui/view';
import { signInWords as words } from '../../words';
import { resendVerification, verifyEmail } from './api';
import { Frame } from './frame';
import classes from './frame.module.css';

/** The page of the mailed link, where an operator can also ask for another one. */
export default function VerifyEmailPage() {
  const [token] = useState(() => take('token'));
  return (
    <Frame title={words.verifyEmailPage.title} foot={<Link to="/">{words.verifyEmailPage.continue}</Link>}>
      {token ? <Verify token={token} /> : <Ask />}
    </Frame>
  );
}

function Verify({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const verify = useMutation({
    mutationFn: verifyEmail,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['me'] }),
  });
  const { mutate } = verify;
  useEffect(() => mutate(token), [mutate, token]);
  if (verify.data)
    return (
      <p className={classes.note} role="status">
        <UntrustedText>{verify.data}</UntrustedText> {words.verifyEmailPage.confirmed}
      </p>
    );
  if (!verify.error) return <Loading label={words.verifyEmailPage.loading} />;
  return (
    <>
      <ProblemNote error={verify.error} retry={() => mutate(token)} />
      <Ask />
    </>
  );
}

/** The service mails to the address of the operator who is signed in; who is not signs in first, and comes back. */
function Ask() {
  const ask = useMutation({ mutationFn: resendVerification });
  if (ask.data)
    return (
      <p className={classes.note} role="status">
        {ask.data.message}
      </p>
    );
  return (
    <>
      <p>{words.verifyEmailPage.lead}</p>
      {ask.error && <ProblemNote error={ask.error} />}
      <Button size="sm" fullWidth loading={ask.isPending} onClick={() => ask.mutate()}>
        {words.verifyEmailPage.sendAnother}
      </Button>
    </>
  );
}
