import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { take } from '../../api/landing';
import { Form } from '../../ui/form';
import { signInWords as words } from '../../words';
import { useContinue } from './after-sign-in';
import { logIn } from './api';
import { EmailField, PasswordField } from './fields';
import { Frame } from './frame';
import classes from './frame.module.css';
import { Providers } from './providers';
import { SignedInAlready } from './signed-in-already';

/** Texts for the codes that the callback of a provider puts into the fragment (docs/errors.md). */
const REFUSALS: Readonly<Record<string, string>> = {
  'link-required': words.refusals.linkNeeded,
  'access-denied': words.refusals.denied,
  'email-unverified': words.refusals.unverified,
  'state-mismatch': words.refusals.expired,
  'provider-failed': words.refusals.providerFailed,
  'already-signed-in': words.refusals.otherUser,
  'account-deleted': words.refusals.deleting,
};

const refusalOf = (code: string) => REFUSALS[code] ?? words.refusals.other(code);

/** Login, and the step that links a provider's identity to an account with a password. */
export default function SignInPage() {
  const [error] = useState(() => take('error'));
  const goOn = useContinue();
  const search = useSearch({ strict: false }) as { next?: string };
  const isLinking = error === 'link-required';
  return (
    <Frame
      title={isLinking ? words.signInPage.titleLink : words.signInPage.title}
      foot={
        <>
          {words.signInPage.noAccount}{' '}
          <Link to="/register" search={search as never}>
            {words.signInPage.signUp}
          </Link>
        </>
      }
    >
      {error && (
        <p className={classes.note} role="status">
          {refusalOf(error)}
        </p>
      )}
      <SignedInAlready>
        <Form
          submit={isLinking ? words.signInPage.link : words.signInPage.title}
          send={({ email = '', password = '' }) =>
            logIn({ email, password, ...(isLinking && { linkOfBrowser: true }) })
          }
          onDone={goOn}
        >
          {(wrong) => (
            <>
              <EmailField label={words.signInPage.email} data-autofocus error={wrong('email')} />
              <PasswordField label={words.signInPage.password} error={wrong('password')} />
              <Link to="/forgot-password" className={classes.forgot}>
                {words.signInPage.forgotPassword}
              </Link>
            </>
          )}
        </Form>
        {!isLinking && <Providers />}
      </SignedInAlready>
    </Frame>
  );
}
