import { PasswordInput, TextInput } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { Form } from '../../ui/form';
import { signInWords as words } from '../../words';
import { useContinue } from './after-sign-in';
import { register } from './api/register';
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
              <TextInput
                name="name"
                label={words.registerPage.name}
                autoComplete="name"
                required
                withAsterisk={false}
                error={wrong('name')}
              />
              <TextInput
                name="email"
                type="email"
                label={words.registerPage.email}
                autoComplete="username"
                required
                withAsterisk={false}
                error={wrong('email')}
              />
              <PasswordInput
                name="password"
                label={words.registerPage.password}
                description={words.registerPage.passwordHelp}
                autoComplete="new-password"
                required
                withAsterisk={false}
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
