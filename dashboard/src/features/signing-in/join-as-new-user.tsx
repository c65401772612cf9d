import { Form } from '../../ui/form';
import { signInWords as words } from '../../words';
import { joinAsNewUser } from './api';
import { NameField, PasswordField } from './fields';

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
          <NameField label={words.joinAsNewUser.name} error={wrong('name')} />
          <PasswordField
            isNew
            label={words.joinAsNewUser.password}
            description={words.joinAsNewUser.passwordHelp}
            error={wrong('password')}
          />
        </>
      )}
    </Form>
  );
}
