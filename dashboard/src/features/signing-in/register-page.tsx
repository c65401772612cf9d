import { PasswordInput, TextInput } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { Form } from '../../ui/form';
import { useGoOn } from './after-sign-in';
import { register } from './api/register';
import { Frame } from './frame';
import { Providers } from './providers';
import { SignedInAlready } from './signed-in-already';

export default function RegisterPage() {
  const goOn = useGoOn();
  const search = useSearch({ strict: false }) as { next?: string };
  return (
    <Frame
      title="Sign up"
      foot={
        <>
          Registered already?{' '}
          <Link to="/sign-in" search={search as never}>
            Sign in
          </Link>
        </>
      }
    >
      <SignedInAlready>
        <Form
          submit="Sign up"
          send={({ name = '', email = '', password = '' }) => register({ name, email, password })}
          onDone={goOn}
        >
          {(wrong) => (
            <>
              <TextInput
                name="name"
                label="Name"
                autoComplete="name"
                required
                withAsterisk={false}
                error={wrong('name')}
              />
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
                description="8 characters or more; a sentence is good."
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
