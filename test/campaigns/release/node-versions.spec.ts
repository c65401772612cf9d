import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Caller, unique } from '../../support/client.js';
import { startService } from '../../support/service.mjs';

const run = promisify(execFile);
const packaged = (name: string) => resolve('test/stand-ins/node_modules', name, 'bin/node');
const NODES: [version: string, program: string][] = [
  [process.versions.node, process.execPath],
  ['22', packaged('node-22')],
  ['24', packaged('node-24')],
];
const MANIFESTS = ['.npmrc', 'package.json', 'package-lock.json', 'packages/sql/package.json', 'sdk/package.json'];

describe.each(NODES)('On Node %s', (version, node) => {
  const path = [dirname(node), process.env.PATH].join(delimiter);

  it('npm ci warns of no package that asks for another Node', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'backstop-engines-'));
    for (const folder of ['packages/sql', 'sdk']) mkdirSync(join(directory, folder), { recursive: true });
    for (const file of MANIFESTS) cpSync(file, join(directory, file));
    const npm = (...args: string[]) => run('npm', args, { cwd: directory, env: { ...process.env, PATH: path } });
    const installed = await npm('ci', '--ignore-scripts', '--dry-run', '--loglevel=warn');
    const { stdout: versions } = await npm('version', '--json');
    rmSync(directory, { recursive: true });
    expect(JSON.parse(versions)).toHaveProperty('node', expect.stringMatching(new RegExp(`^${version}\\b`)));
    expect(installed.stdout).toContain('add typeorm ');
    expect(installed.stderr).not.toContain('EBADENGINE');
  });

  it('the service boots, hashes a password and checks it', async () => {
    const service = await startService({}, { node });
    try {
      const account = { email: `${unique('person')}@example.com`, password: 'correct horse battery staple' };
      const anonymous = new Caller(service, null);
      const registered = await anonymous.request('POST', '/auth/register', { body: { ...account, name: 'Ada' } });
      const loggedIn = await anonymous.request('POST', '/auth/login', { body: account });
      const refused = await anonymous.request('POST', '/auth/login', { body: { ...account, password: 'another one' } });
      expect([registered.status, loggedIn.status, refused.status]).toEqual([201, 200, 401]);
    } finally {
      await service.stop();
    }
  });
});
