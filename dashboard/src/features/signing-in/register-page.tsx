import { Link, useSearch } from '@tanstack/react-router';
import { Form } from '../../ui/form';
import { signInWords as words } from '../../words';
import { useContinue } from './after-sign-in';
import { register } from './api';
import { EmailField, NameField, PasswordField } from './fields';
import { Frame } from './frame';
import { Providers } from './providers';
import { SignedInAlready } from './signed-in-already';

export default function RegisterPage() {
  const goOn = useContinue();
  const search = useSearch({ strict: false }) as { next?: string };
  return (
    <Frame
      title={words.registerPage.title}
      foot={
        <>
          {words.registerPage.hasAccount}{' '}
          <Link to="/sign-in" search={search as never}>
            {words.registerPage.signIn}
          </Link>
        </>
      }
    >
      <SignedInAlready>
        <Form
          submit={words.registerPage.title}
          send={({ name = '', email = '', password = '' }) => register({ name, email, password })}
          onDone={goOn}
        >
          {(wrong) => (
            <>
              <NameField label={words.registerPage.name} error={wrong('name')} />
              <EmailField label={words.registerPage.email} error={wrong('email')} />
              <PasswordField
                isNew
                label={words.registerPage.password}
                description={words.registerPage.passwordHelp}
                error={wrong('password')}
              />
            </>
          )}
        </Form>
        <Providers />
      </SignedInAlready>
    </Frame>
  );
}
