// Tries the packed SDK under each line of Node that it is for, with the builds of Node that npm carries.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LINES = ['20', '22', '24'];
const SUITE = [
  '--experimental-vm-modules',
  '--no-warnings',
  'node_modules/jest/bin/jest.js',
  'sdk/test/package.spec.ts',
];
const root = fileURLToPath(new URL('..', import.meta.url));

for (const line of process.argv.length > 2 ? process.argv.slice(2) : LINES) {
  const directory = mkdtempSync(join(tmpdir(), 'backstop-node-'));
  try {
    const wanted = `node-${process.platform}-${process.arch}@${line}`;
    const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', directory, wanted], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    execFileSync('tar', ['-xzf', join(directory, packed.trim()), '-C', directory, 'package/bin/node']);
    const node = join(directory, 'package', 'bin', 'node');
    console.log(`The packed SDK under Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`);
    execFileSync(node, [...SUITE, '--forceExit'], { cwd: root, stdio: 'inherit' });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
