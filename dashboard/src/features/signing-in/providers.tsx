import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ProblemNote } from '../../ui/problem-note';
import { goToProvider } from './api/go-to-provider';
import classes from './frame.module.css';

/** The identity providers; their names are those of the default configuration. */
export function Providers() {
  const go = useMutation({ mutationFn: goToProvider });
  return (
    <>
      <div className={classes.providers}>
        <Button variant="default" size="sm" onClick={() => go.mutate('oauth-a')}>
          Google
        </Button>
        <Button variant="default" size="sm" onClick={() => go.mutate('oauth-b')}>
          GitHub
        </Button>
      </div>
      {go.error && <ProblemNote error={go.error} />}
      <div className={classes.or}>or with a password</div>
    </>
  );
}
