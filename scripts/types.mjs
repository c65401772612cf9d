/**
 * Checks the types of everything once: Node's code in one program, pages in two that know a browser. Usage: node
 * scripts/types.mjs
 */
import { spawnSync } from 'node:child_process';

const PROGRAMS = ['tsconfig.json', 'dashboard/tsconfig.json', 'test/browser/tsconfig.json'];

for (const program of PROGRAMS) {
  const parameters = ['node_modules/typescript-native/bin/tsc', '--noEmit', '-p', program];
  const { status } = spawnSync(process.execPath, parameters, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
