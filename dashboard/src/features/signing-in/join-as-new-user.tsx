import { PasswordInput, TextInput } from '@mantine/core';
import { Form } from '../../ui/form';
import { signInWords as words } from '../../words';
import { joinAsNewUser } from './api/accept-invitation';

export interface JoinProps {
  /** The token of the invitation. */
  readonly token: string;
  readonly goOn: () => void;
}

/** The invitation knows the address. */
export function JoinAsNewUser({ token, goOn }: JoinProps) {
  return (
    <Form
      submit={words.joinAsNewUser.join}
      send={({ name = '', password = '' }) => joinAsNewUser({ token, name, password })}
      onDone={goOn}
    >
      {(wrong) => (
        <>
          <TextInput
            name="name"
            label={words.joinAsNewUser.name}
            autoComplete="name"
            required
            withAsterisk={false}
            error={wrong('name')}
          />
          <PasswordInput
            name="password"
            label={words.joinAsNewUser.password}
            description={words.joinAsNewUser.passwordHelp}
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
