import { useEffect, useRef } from 'react';
import { type Command, registry } from './registry';

/**
 * Registers commands for keys while the component is on the screen. Null stands for a command that is not possible now.
 */
export function useCommands(title: string, commands: readonly (Command | null | false)[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(
    () => registry.add(() => ({ title, commands: latest.current.filter((one): one is Command => Boolean(one)) })),
    [title],
  );
}
