import { useLayoutEffect, useRef } from 'react';
import { type Command, registry } from './registry';

/**
 * Registers commands for keys while the component is on the screen, from the commit that shows it: a key pressed right
 * after it means what the screen shows. Null stands for a command that is not possible now.
 */
export function useCommands(title: string, commands: readonly (Command | null | false)[]): void {
  const latest = useRef(commands);
  useLayoutEffect(() => {
    latest.current = commands;
  });
  useLayoutEffect(
    () => registry.add(() => ({ title, commands: latest.current.filter((one): one is Command => Boolean(one)) })),
    [title],
  );
}
