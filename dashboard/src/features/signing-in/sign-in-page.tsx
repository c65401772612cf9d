import { PasswordInput, TextInput } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { take } from '../../api/landing';
import { Form } from '../../ui/form';
import { useGoOn } from './after-sign-in';
import { logIn } from './api/log-in';
import { Frame } from './frame';
import classes from './frame.module.css';
import { Providers } from './providers';
import { refusalOf } from './refusals';
import { SignedInAlready } from './signed-in-already';

/** Login, and the step that links a provider's identity to an account with a password. */
export default function SignInPage() {
  const [error] = useState(() => take('error'));
  const goOn = useGoOn();
  const search = useSearch({ strict: false }) as { next?: string };
  const isLinking = error === 'link-required';
  return (
    <Frame
      title={isLinking ? 'Link your account' : 'Sign in'}
      foot={
        <>
          No account yet?{' '}
          <Link to="/register" search={search as never}>
            Sign up
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
          submit={isLinking ? 'Link and sign in' : 'Sign in'}
          send={({ email = '', password = '' }) =>
            logIn({ email, password, ...(isLinking && { linkOfBrowser: true }) })
          }
          onDone={goOn}
        >
          {(wrong) => (
            <>
              <TextInput
                name="email"
                type="email"
                label="E-mail"
                autoComplete="username"
                required
                withAsterisk={false}
                data-autofocus
                error={wrong('email')}
              />
              <PasswordInput
                name="password"
                label="Password"
                autoComplete="current-password"
                required
                withAsterisk={false}
                error={wrong('password')}
              />
              <Link to="/forgot-password" className={classes.forgot}>
                Forgot password?
              </Link>
            </>
          )}
        </Form>
        {!isLinking && <Providers />}
      </SignedInAlready>
    </Frame>
  );
}
