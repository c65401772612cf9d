import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * There are more workers than cores. Additional threads for garbage collection would only compete with each other, and
 * a larger young generation is collected more rarely.
 */
const COLLECTING = ['--single-threaded-gc', '--max-semi-space-size=32'];

/**
 * Runs jest with its output on this terminal.
 * @param {readonly string[]} parameters of jest
 * @param {Record<string, string>} [env] over this process's own
 * @returns {Promise<number>} jest's exit code; 1 when a signal ended it
 */
export async function runJest(parameters, env = {}) {
  const options = [...COLLECTING, '--experimental-vm-modules', '--no-warnings'];
  const jest = spawn(process.execPath, [...options, 'node_modules/jest/bin/jest.js', ...parameters], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const [code] = await once(jest, 'exit');
  return code ?? 1;
}
