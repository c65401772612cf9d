import { Form } from '../../ui/form';
import { signInWords as words } from '../../words';
import { joinWithAccount } from './api';
import { EmailField, PasswordField } from './fields';
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
            <EmailField label={words.joinWithAccount.email} error={wrong('email')} />
            <PasswordField label={words.joinWithAccount.password} error={wrong('password')} />
          </>
        )}
      </Form>
    </>
  );
}
