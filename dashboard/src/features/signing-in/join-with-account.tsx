import { PasswordInput, TextInput } from '@mantine/core';
import { Form } from '../../ui/form';
import { joinWithAccount } from './api/accept-invitation';
import type { JoinProps } from './join-anew';

export function JoinWithAccount({ token, goOn }: JoinProps) {
  return (
    <>
      <p>
        You will leave your current organization and be signed out everywhere. An account without a password needs one
        first: ask for a link to set it.
      </p>
      <Form
        submit="Sign in and join"
        send={({ email = '', password = '' }) => joinWithAccount(token, { email, password })}
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
          </>
        )}
      </Form>
    </>
  );
}
