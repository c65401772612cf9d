import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ProblemNote } from '../../ui/problem-note';
import { signInWords as words } from '../../words';
import { keepNext } from './after-sign-in';
import { goToProvider, providersQuery } from './api';
import classes from './frame.module.css';

const NAMES: Readonly<Record<string, string>> = { 'accounts.google.com': 'Google', 'github.com': 'GitHub' };

/** The identity providers of this installation, below the form: nothing moves when they are known. */
export function Providers() {
  const { data: known = [] } = useQuery(providersQuery);
  const { next } = useSearch({ strict: false }) as { next?: string };
  const go = useMutation({ mutationFn: goToProvider, onMutate: () => keepNext(next) });
  if (known.length === 0) return null;
  return (
    <>
      <div className={classes.or}>{words.providers.or}</div>
      <div className={classes.providers}>
        {known.map(({ provider, host }) => (
          <Button
            key={provider}
            variant="default"
            size="sm"
            classNames={{ root: classes.provider, label: classes.providerName }}
            onClick={() => go.mutate(provider)}
          >
            {NAMES[host] ?? host}
          </Button>
        ))}
      </div>
      {go.error && <ProblemNote error={go.error} />}
    </>
  );
}
