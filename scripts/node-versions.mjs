// Tries the packed SDK and the start of the service under the oldest and the newest Nodes that they are for, with the
// builds of Node that npm carries.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSIONS = ['20.19.0', '20', '22', '24'];
const SUITE = [
  '--experimental-vm-modules',
  '--no-warnings',
  'node_modules/jest/bin/jest.js',
  'test/campaigns/release/package.spec.ts',
];
const root = fileURLToPath(new URL('..', import.meta.url));

for (const version of process.argv.length > 2 ? process.argv.slice(2) : VERSIONS) {
  const directory = mkdtempSync(join(tmpdir(), 'backstop-node-'));
  // Connectors run as another user than root, who has to reach the program.
  chmodSync(directory, 0o755);
  try {
    const wanted = `node-${process.platform}-${process.arch}@${version}`;
    const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', directory, wanted], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    execFileSync('tar', ['-xzf', join(directory, packed.trim()), '-C', directory, 'package/bin/node']);
    const node = join(directory, 'package', 'bin', 'node');
    refuseToStart(node);
    console.log(`The packed SDK under Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`);
    execFileSync(node, [...SUITE, '--forceExit'], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, CAMPAIGN_TIMES: '0' },
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** All of the service is loaded, with compiled code of the Node that built it, before it reads its configuration. */
function refuseToStart(node) {
  const env = { DATABASE_URL: 'postgres://user@127.0.0.1/database', PORT: 'none' };
  const { stderr, signal } = spawnSync(node, ['dist/main.js'], { cwd: root, env, encoding: 'utf8' });
  if (!stderr.startsWith('The configuration is not usable:')) throw new Error(`dist/main.js: ${signal ?? stderr}`);
}
