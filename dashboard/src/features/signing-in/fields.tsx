import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core';

/** The input for a person's name. */
export function NameField(props: TextInputProps) {
  return <TextInput name="name" autoComplete="name" required withAsterisk={false} {...props} />;
}

/** The input for the address of an account. */
export function EmailField(props: TextInputProps) {
  return <TextInput name="email" type="email" autoComplete="username" required withAsterisk={false} {...props} />;
}

/** The input for a password; `isNew` when the operator chooses it here. */
export function PasswordField({ isNew = false, ...props }: PasswordInputProps & { isNew?: boolean }) {
  const autoComplete = isNew ? 'new-password' : 'current-password';
  return <PasswordInput name="password" autoComplete={autoComplete} required withAsterisk={false} {...props} />;
}
