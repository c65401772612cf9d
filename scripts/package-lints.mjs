// Checks that the packed SDK fits its users' tools: publint reads its package.json, attw resolves its types as Node 20
// does.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const directory = mkdtempSync(join(tmpdir(), 'backstop-package-'));
try {
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', directory], {
    cwd: new URL('../sdk', import.meta.url).pathname,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const tarball = join(directory, packed.trim());
  const run = (name, ...options) =>
    execFileSync(`node_modules/.bin/${name}`, [tarball, ...options], { stdio: ['ignore', 'inherit', 'inherit'] });
  run('publint', '--strict');
  run('attw', '--profile', 'node16', '--quiet');
} finally {
  rmSync(directory, { recursive: true, force: true });
}
