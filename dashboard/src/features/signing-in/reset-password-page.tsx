import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { take } from '../../api/landing';
import { Form } from '../../ui/form';
import { signInWords as words } from '../../words';
import { resetPassword } from './api';
import { PasswordField } from './fields';
import { Frame } from './frame';
import classes from './frame.module.css';

/** The page of the mailed link. The token was removed from the URL when the page was opened. */
export default function ResetPasswordPage() {
  const [token] = useState(() => take('token'));
  const [isDone, setDone] = useState(false);
  return (
    <Frame
      title={words.resetPasswordPage.title}
      foot={
        <Link to={token ? '/sign-in' : '/forgot-password'}>
          {token ? words.resetPasswordPage.signIn : words.resetPasswordPage.newLink}
        </Link>
      }
    >
      {!token && <p className={classes.note}>{words.resetPasswordPage.noLink}</p>}
      {token && isDone && (
        <p className={classes.note} role="status">
          {words.resetPasswordPage.changed}
        </p>
      )}
      {token && !isDone && (
        <Form
          submit={words.resetPasswordPage.change}
          send={({ newPassword = '' }) => resetPassword({ token, newPassword })}
          onDone={() => setDone(true)}
        >
          {(wrong) => (
            <PasswordField
              isNew
              name="newPassword"
              label={words.resetPasswordPage.password}
              description={words.resetPasswordPage.passwordHelp}
              error={wrong('newPassword')}
            />
          )}
        </Form>
      )}
    </Frame>
  );
}
