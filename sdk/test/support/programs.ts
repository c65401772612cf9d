import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** The campaign `versions` gives the program the same other versions as the suite. */
const { OTHER_VERSIONS } = process.env;
const loader = OTHER_VERSIONS ? ['--import', resolve('test/campaigns/versions/register.mjs')] : [];

/** A program in a process of its own, line by line. */
export function startProgram(path: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--no-warnings', ...loader, path, ...args], {
    env: { PATH: process.env.PATH, ...(OTHER_VERSIONS && { OTHER_VERSIONS }), ...environment },
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
