import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { take } from '../../api/landing';
import { ProblemNote } from '../../ui/problem-note';
import { Loading } from '../../ui/view';
import { useGoOn } from './after-sign-in';
import { beginBrowserSession } from './api/browser-session';
import { Frame } from './frame';

/** Where a provider leads after its consent: the token becomes a cookie, and the operator goes on. */
export default function LandingPage() {
  const [token] = useState(() => take('token'));
  const goOn = useGoOn();
  const navigate = useNavigate();
  const begin = useMutation({ mutationFn: beginBrowserSession, onSuccess: goOn });
  const { mutate } = begin;
  useEffect(() => {
    if (token) mutate(token);
    else void navigate({ to: '/sign-in' });
  }, [token, mutate, navigate]);
  return (
    <Frame title="Signing in">
      {begin.error ? <ProblemNote error={begin.error} /> : <Loading label="your account" />}
    </Frame>
  );
}
