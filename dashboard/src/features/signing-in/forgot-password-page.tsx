import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Form } from '../../ui/form';
import { signInWords as words } from '../../words';
import { forgotPassword } from './api';
import { EmailField } from './fields';
import { Frame } from './frame';
import classes from './frame.module.css';

export default function ForgotPasswordPage() {
  const [isSent, setSent] = useState(false);
  return (
    <Frame title={words.forgotPasswordPage.title} foot={<Link to="/sign-in">{words.forgotPasswordPage.back}</Link>}>
      {isSent ? (
        <p className={classes.note} role="status">
          {words.forgotPasswordPage.sent}
        </p>
      ) : (
        <Form
          submit={words.forgotPasswordPage.send}
          send={({ email = '' }) => forgotPassword(email)}
          onDone={() => setSent(true)}
        >
          {(wrong) => <EmailField label={words.forgotPasswordPage.email} error={wrong('email')} />}
        </Form>
      )}
    </Frame>
  );
}
