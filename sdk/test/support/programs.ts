import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A program in a process of its own, line by line. */
export function startProgram(path: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--no-warnings', path, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    /** Its next line; empty once it has ended. */
    line: async (): Promise<string> => (await lines.next()).value ?? '',
    /** Resolves with its exit code, once it has ended by itself. */
    ended: async (): Promise<number | null> => {
      await exited;
      return child.exitCode;
    },
    kill: async (): Promise<void> => {
      child.kill('SIGKILL');
      await exited;
    },
    /** All lines that it prints until it ends. */
    lines: async (): Promise<string[]> => {
      const all: string[] = [];
      for await (const line of lines) all.push(line);
      await exited;
      return all;
    },
  };
}
