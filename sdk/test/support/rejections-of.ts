import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { patience } from '../../../test/support/patience.mjs';

const PROGRAM = fileURLToPath(new URL('rejections.mjs', import.meta.url));

/**
 * Runs clients through everything that can end a call, in a process of its own (`rejections.mjs`).
 * @param kind a file of `rejections`
 */
export async function rejectionsOf(kind: string, url = ''): Promise<{ ran: number; unhandled: readonly string[] }> {
  const parameters = ['--no-warnings', PROGRAM, kind, url, String(patience(20_000))];
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { maxBuffer: 20_000_000 });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

/** The rejection that the program itself leaves, and nothing of the SDK. */
export const ONLY_THE_CONTROL = [expect.stringMatching(/^control: Error: The program left it\./)];
