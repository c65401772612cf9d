import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const lock = () => JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** Runs scripts/licences.mjs on a lock file. */
function check(lockFile: unknown) {
  const directory = mkdtempSync(join(tmpdir(), 'backstop-licences-'));
  const file = join(directory, 'package-lock.json');
  writeFileSync(file, JSON.stringify(lockFile));
  const { status, stderr } = spawnSync(process.execPath, ['scripts/licences.mjs', file], { encoding: 'utf8' });
  rmSync(directory, { recursive: true });
  return { status, complaints: stderr.split('\n').slice(0, -2) };
}

function lockWith(path: string, change: object) {
  const changed = lock();
  changed.packages[path] = { ...changed.packages[path], ...change };
  return changed;
}

describe('The licence check of production dependencies', () => {
  it('accepts the packages of package-lock.json', () => {
    expect(check(lock())).toEqual({ status: 0, complaints: [] });
  });

  it.each(['AGPL-3.0-only', 'SEE LICENSE IN LICENSE', undefined])('refuses a package that states %s', (license) => {
    const unknown = lockWith('node_modules/new', { version: '1.0.0', license });
    const complaint = `new@1.0.0 states the licence ${license ?? 'none'}, which is not allowed.`;
    expect(check(unknown)).toEqual({ status: 1, complaints: [complaint] });
  });

  it('refuses an accepted exception whose licence changed', () => {
    const changed = lockWith('node_modules/pause', { version: '9.0.0', license: 'GPL-3.0-only' });
    const complaint = 'pause@9.0.0 states the licence GPL-3.0-only, which is not allowed.';
    expect(check(changed)).toEqual({ status: 1, complaints: [complaint] });
  });

  it('refuses an exception for a package that is not installed', () => {
    const changed = lock();
    delete changed.packages['node_modules/pause'];
    expect(check(changed)).toEqual({ status: 1, complaints: ['pause is an exception and not installed.'] });
  });

  it('leaves out packages that only development needs', () => {
    const changed = lockWith('node_modules/new', { version: '1.0.0', license: 'AGPL-3.0-only', dev: true });
    expect(check(changed)).toEqual({ status: 0, complaints: [] });
  });
});

describe('Backstop and its SDK', () => {
  it('state Apache-2.0 and where they come from', () => {
    for (const file of ['package.json', 'sdk/package.json'])
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
        license: 'Apache-2.0',
        author: 'The Backstop authors',
        homepage: 'https://github.com/backstop-dev/backstop#readme',
        repository: { type: 'git', url: 'git+https://github.com/backstop-dev/backstop.git' },
        bugs: { url: 'https://github.com/backstop-dev/backstop/issues' },
      });
  });

  it('carry the same full text of the licence and the same notice', () => {
    const licence = readFileSync('LICENSE', 'utf8');
    expect(licence).toContain('Apache License\n                           Version 2.0, January 2004');
    expect(licence).toContain('END OF TERMS AND CONDITIONS');
    for (const file of ['LICENSE', 'NOTICE'])
      expect(readFileSync(`sdk/${file}`, 'utf8')).toBe(readFileSync(file, 'utf8'));
  });
});
