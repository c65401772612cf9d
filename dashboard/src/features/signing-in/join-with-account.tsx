import { PasswordInput, TextInput } from '@mantine/core';
import { Form } from '../../ui/form';
import { signInWords as words } from '../../words';
import { joinWithAccount } from './api/accept-invitation';
import type { JoinProps } from './join-as-new-user';

export function JoinWithAccount({ token, goOn }: JoinProps) {
  return (
    <>
      <p>{words.joinWithAccount.lead}</p>
      <Form
        submit={words.joinWithAccount.join}
        send={({ email = '', password = '' }) => joinWithAccount(token, { email, password })}
        onDone={goOn}
      >
        {(wrong) => (
          <>
            <TextInput
              name="email"
              type="email"
              label={words.joinWithAccount.email}
              autoComplete="username"
              required
              withAsterisk={false}
              error={wrong('email')}
            />
            <PasswordInput
              name="password"
              label={words.joinWithAccount.password}
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
