import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { patience } from '../../support/patience.mjs';

const SCRIPT = fileURLToPath(new URL('not-started.mjs', import.meta.url));

it('work whose interpreter the system does not start is interrupted at once with a report of the reason, and runs when it does', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT], { timeout: patience(10_000) });
  expect(stdout.trim().split('\n')).toEqual(['InterruptedWorkError', 'null, spawn /nowhere/node ENOENT', 'well']);
});
