import { Button, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { expired } from '../../api/expired';
import { meQuery } from '../../api/me';
import { signedOut } from '../../api/signed-out';
import type { Me } from '../../api/wire';
import { Dialog } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { UntrustedText } from '../../ui/untrusted-text';
import { signInWords as words } from '../../words';
import { logIn } from './api';
import classes from './frame.module.css';

/** Over the page of an operator whose sign-in has ended: what they typed stays beneath. */
export default function SignInAgain({ me }: { me: Me }) {
  const queryClient = useQueryClient();
  const leave = () => {
    expired.end(false);
    signedOut.announce();
  };
  const goOn = async () => {
    const now = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    const isSame = now.user.id === me.user.id && now.organization.id === me.organization.id;
    if (!isSame) return location.reload();
    expired.end(true);
    await queryClient.invalidateQueries();
  };
  return (
    <Dialog title={words.again} onClose={() => undefined} withCloseButton={false} closeOnEscape={false}>
      <p className={classes.note}>{words.againNote}</p>
      <Form
        submit={words.signIn}
        send={({ password = '' }) => logIn({ email: me.user.email, password })}
        onDone={() => void goOn()}
      >
        {(wrong) => (
          <>
            <p>
              <UntrustedText>{me.user.email}</UntrustedText>
            </p>
            <input type="hidden" name="email" autoComplete="username" value={me.user.email} />
            <PasswordInput
              name="password"
              label={words.password}
              autoComplete="current-password"
              required
              withAsterisk={false}
              data-autofocus
              error={wrong('password')}
            />
          </>
        )}
      </Form>
      <Button variant="subtle" fullWidth onClick={leave}>
        {words.otherWay}
      </Button>
    </Dialog>
  );
}
