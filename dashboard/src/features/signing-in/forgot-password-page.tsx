import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Form } from '../../ui/form';
import { signInWords as words } from '../../words';
import { forgotPassword } from './api/forgot-password';
import { Frame } from './frame';
import classes from './frame.module.css';

export default function ForgotPasswordPage() {
  const [isSent, setSent] = useState(false);
  return (
    <Frame
      title={words.forgotPasswordPage.forgotPassword}
      foot={<Link to="/sign-in">{words.forgotPasswordPage.backToTheSignIn}</Link>}
    >
      {isSent ? (
        <p className={classes.note} role="status">
          {words.forgotPasswordPage.ifTheAddressHasAn}
        </p>
      ) : (
        <Form
          submit={words.forgotPasswordPage.sendMeALink}
          send={({ email = '' }) => forgotPassword(email)}
          onDone={() => setSent(true)}
        >
          {(wrong) => (
            <TextInput
              name="email"
              type="email"
              label={words.forgotPasswordPage.eMail}
              autoComplete="username"
              required
              withAsterisk={false}
              error={wrong('email')}
            />
          )}
        </Form>
      )}
    </Frame>
  );
}
