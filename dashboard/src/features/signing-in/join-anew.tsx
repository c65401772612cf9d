import { PasswordInput, TextInput } from '@mantine/core';
import { Form } from '../../ui/form';
import { signInWords as words } from '../../words';
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
      submit={words.joinAnew.join}
      send={({ name = '', password = '' }) => joinAnew({ token, name, password })}
      onDone={goOn}
    >
      {(wrong) => (
        <>
          <TextInput
            name="name"
            label={words.joinAnew.name}
            autoComplete="name"
            required
            withAsterisk={false}
            error={wrong('name')}
          />
          <PasswordInput
            name="password"
            label={words.joinAnew.password}
            description={words.joinAnew.passwordHelp}
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
