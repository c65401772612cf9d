import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { reveal } from '../../../ui/reveal';
import { inboxWords as words } from '../../../words';

/** Tells whether the operator has typed the name of a call that cannot be undone; other calls need no typing. */
export function useTypedName(apiName: string, isNeeded: boolean) {
  const [typed, setTyped] = useState('');
  return { apiName, isNeeded, typed, setTyped, isRight: !isNeeded || typed.trim() === apiName };
}

/** The field for it: no slip of a finger lets such a call run. */
export function TypedName({ name, focused = false }: { name: ReturnType<typeof useTypedName>; focused?: boolean }) {
  if (!name.isNeeded) return null;
  return (
    <TextInput
      {...(focused && { 'data-autofocus': true })}
      label={words.typedName.typeToApprove(reveal(name.apiName))}
      value={name.typed}
      onChange={(event) => name.setTyped(event.currentTarget.value)}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
