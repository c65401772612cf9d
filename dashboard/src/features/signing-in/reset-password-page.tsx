import { PasswordInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { take } from '../../api/landing';
import { Form } from '../../ui/form';
import { resetPassword } from './api/reset-password';
import { Frame } from './frame';
import classes from './frame.module.css';

/** The page of the mailed link. The token was removed from the URL when the page was opened. */
export default function ResetPasswordPage() {
  const [token] = useState(() => take('token'));
  const [isDone, setDone] = useState(false);
  return (
    <Frame
      title="Set a new password"
      foot={<Link to={token ? '/sign-in' : '/forgot-password'}>{token ? 'Sign in' : 'Ask for a new link'}</Link>}
    >
      {!token && (
        <p className={classes.note}>This page needs the link from the mail. Open it again, or ask for a new one.</p>
      )}
      {token && isDone && (
        <p className={classes.note} role="status">
          The password is changed, and every session of the account is ended.
        </p>
      )}
      {token && !isDone && (
        <Form
          submit="Change the password"
          send={({ newPassword = '' }) => resetPassword({ token, newPassword })}
          onDone={() => setDone(true)}
        >
          {(wrong) => (
            <PasswordInput
              name="newPassword"
              label="New password"
              description="8 characters or more; a sentence is good."
              autoComplete="new-password"
              required
              withAsterisk={false}
              error={wrong('newPassword')}
            />
          )}
        </Form>
      )}
    </Frame>
  );
}
