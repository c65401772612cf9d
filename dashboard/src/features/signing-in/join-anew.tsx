import { PasswordInput, TextInput } from '@mantine/core';
import { Form } from '../../ui/form';
import { joinAnew } from './api/accept-invitation';

export interface JoinProps {
  /** The token of the invitation. */
  readonly token: string;
  readonly goOn: () => void;
}

/** The invitation knows the address. */
export function JoinAnew({ token, goOn }: JoinProps) {
  return (
    <Form
      submit="Sign up and join"
      send={({ name = '', password = '' }) => joinAnew({ token, name, password })}
      onDone={goOn}
    >
      {(wrong) => (
        <>
          <TextInput name="name" label="Name" autoComplete="name" required withAsterisk={false} error={wrong('name')} />
          <PasswordInput
            name="password"
            label="Password"
            description="8 characters or more; a sentence is good."
            autoComplete="new-password"
            required
            withAsterisk={false}
            error={wrong('password')}
          />
        </>
      )}
    </Form>
  );
}
