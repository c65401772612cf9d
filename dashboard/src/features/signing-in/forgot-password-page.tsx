import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Form } from '../../ui/form';
import { forgotPassword } from './api/forgot-password';
import { Frame } from './frame';
import classes from './frame.module.css';

export default function ForgotPasswordPage() {
  const [isSent, setSent] = useState(false);
  return (
    <Frame title="Forgot password" foot={<Link to="/sign-in">Back to the sign-in</Link>}>
      {isSent ? (
        <p className={classes.note} role="status">
          If the address has an account, a link is on its way. It works once, within ten minutes.
        </p>
      ) : (
        <Form submit="Send me a link" send={({ email = '' }) => forgotPassword(email)} onDone={() => setSent(true)}>
          {(wrong) => (
            <TextInput
              name="email"
              type="email"
              label="E-mail"
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
