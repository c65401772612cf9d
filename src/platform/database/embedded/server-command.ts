import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Account } from './server-account.js';

const run = promisify(execFile);

/**
 * The environment of all PostgreSQL processes. It holds none of the service's variables, because those hold secrets.
 */
export const SERVER_ENVIRONMENT = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * The value of `-D`. Under another account the absolute path may lead through directories closed to it, such as a home
 * of mode 0700. A process started by root with the data directory as its working directory keeps access to it all the
 * same, and to nothing else on the way, so the data stays in the configured directory.
 */
export function dataDirectoryArgument(data: string, account: Account | undefined): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : data;
}

/** Runs a program of PostgreSQL to its end; rejects with the output in the error, as `execFile` does. */
export async function runAs(account: Account | undefined, cwd: string, program: string, args: string[]): Promise<void> {
  await run(program, args, { ...account, cwd, env: SERVER_ENVIRONMENT });
}

/** The output of a rejected {@link runAs}, or the reason why it did not run at all. */
export function outputOf(error: unknown): string {
  const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
  return lastLines(`${stdout}${stderr}`) || message;
}

/** The end of a text: at most `count` lines. */
export function lastLines(text: string, count = 20): string {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
