import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isProblem } from '../../api/problem';
import { signedOut } from '../../api/signed-out';
import { Dialog } from '../../ui/dialog';
import { ProblemNote } from '../../ui/problem-note';
import { sampleWords as words } from '../../words';
import { removeSample } from './api';
import classes from './remove-sample.module.css';

/** One click soon after the sign-in; later the service asks for the password. */
export default function RemoveSample({ close }: { close: () => void }) {
  const [password, setPassword] = useState('');
  const removing = useMutation({ mutationFn: () => removeSample(password), onSuccess: signedOut.announce, gcTime: 0 });
  const needsProof = isProblem(removing.error, 'proof-required');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    removing.mutate();
  };
  return (
    <Dialog title={words.remove} onClose={close}>
      <form className={classes.form} onSubmit={submit}>
        <p>{words.removeNote}</p>
        {(needsProof || password !== '') && (
          <PasswordInput
            label={words.password}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        {removing.error && <ProblemNote error={removing.error} />}
        <Button type="submit" color="red" loading={removing.isPending}>
          {words.removeNow}
        </Button>
      </form>
    </Dialog>
  );
}
