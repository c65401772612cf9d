import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VERSION = '99.0.0';
const AUTHOR = ['-c', 'user.name=Releaser', '-c', 'user.email=releaser@example.com'];

let clone: string;
const git = (...parameters: string[]) =>
  execFileSync('git', [...AUTHOR, ...parameters], { cwd: clone, encoding: 'utf8' }).trim();
const release = (...parameters: string[]) => {
  const env = {
    ...process.env,
    ...{ GIT_AUTHOR_NAME: 'Releaser', GIT_AUTHOR_EMAIL: 'releaser@example.com' },
    ...{ GIT_COMMITTER_NAME: 'Releaser', GIT_COMMITTER_EMAIL: 'releaser@example.com' },
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.mjs', ...parameters], {
    cwd: clone,
    encoding: 'utf8',
    env,
  });
  return { status, output: stdout + stderr };
};
const json = (file: string) => JSON.parse(readFileSync(join(clone, file), 'utf8'));

beforeAll(() => {
  clone = join(mkdtempSync(join(tmpdir(), 'backstop-release-')), 'backstop');
  execFileSync('git', ['clone', '--quiet', '--shared', process.cwd(), clone]);
  for (const script of ['scripts/release.mjs', 'scripts/schema-version.mjs']) copyFileSync(script, join(clone, script));
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', 'test: the script under test');
});
afterAll(() => rmSync(join(clone, '..'), { recursive: true }));

describe('scripts/release.mjs', () => {
  it('prepare refuses a version that is not newer, and a changed work tree', () => {
    expect(release('prepare', '0.0.1')).toMatchObject({ status: 1, output: expect.stringContaining('not newer') });
    expect(release('prepare', 'v1')).toMatchObject({ status: 1, output: expect.stringContaining('Name the version') });
    writeFileSync(join(clone, 'notes.txt'), 'unfinished');
    expect(release('prepare', VERSION)).toMatchObject({ status: 1, output: expect.stringContaining('changes first') });
    rmSync(join(clone, 'notes.txt'));
  });

  it('publish refuses a commit without the tag of its version', () => {
    expect(release('publish', '--dry-run')).toMatchObject({ status: 1, output: expect.stringContaining('the tag') });
  });

  it('prepare writes the version and dates the changelogs in one tagged commit', () => {
    const before = readFileSync(join(clone, 'CHANGELOG.md'), 'utf8');
    expect(release('prepare', VERSION)).toMatchObject({ status: 0 });
    const folders = ['', 'packages/sql/', 'sdk/', 'dashboard/'];
    const files = [...folders.map((folder) => `${folder}package.json`), 'package-lock.json'];
    const versions = files.map((file) => json(file).version);
    expect([...versions, json('openapi.json').info.version]).toEqual(Array.from({ length: 6 }, () => VERSION));
    const lock = json('package-lock.json').packages;
    expect(folders.map((folder) => lock[folder.slice(0, -1)].version)).toEqual(folders.map(() => VERSION));
    const changelog = readFileSync(join(clone, 'CHANGELOG.md'), 'utf8');
    expect(changelog).toMatch(/\n## Unreleased\n\n## 99\.0\.0 \(\d{4}-\d\d-\d\d\)\n/);
    expect(changelog.length - before.length).toBe('\n## 99.0.0 (2026-01-01)\n'.length);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '-1', '--format=%s')).toBe(`chore(release): ${VERSION}`);
    expect(git('describe', '--exact-match')).toBe(`v${VERSION}`);
    expect(release('prepare', VERSION).status).toBe(1);
  });

  it('prepare notes the schema, and a change of it then needs a higher SCHEMA_VERSION', () => {
    const [changed, source] = ['functions/actions/usage_month.sql', 'src/platform/database/schema/schema-version.ts'];
    const edit = (file: string, change: (text: string) => string) =>
      writeFileSync(join(clone, file), change(readFileSync(join(clone, file), 'utf8')));
    const check = () => {
      const run = spawnSync(process.execPath, ['scripts/schema-version.mjs'], { cwd: clone, encoding: 'utf8' });
      return `${run.status} ${run.stderr}`;
    };
    expect(check()).toBe('0 ');
    edit(`migrations/${changed}`, (text) => `${text}-- Changed.\n`);
    expect(check()).toMatch(/^1 .*set SCHEMA_VERSION in .* to 2, or to 3/);
    edit(source, (text) => text.replace('SCHEMA_VERSION = 1;', 'SCHEMA_VERSION = 2;'));
    expect(check()).toBe('0 ');
    git('checkout', '--', `migrations/${changed}`);
    expect(check()).toMatch(/^1 No file of migrations/);
    git('checkout', '--', source);
  });

  it('publish --dry-run makes SBOM, package, checksums and notes, and prints each command that it leaves out', () => {
    const { status, output } = release('publish', '--dry-run');
    expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
    const sums = readFileSync(join(clone, 'release/SHA256SUMS'), 'utf8');
    expect(sums).toMatch(
      /^[0-9a-f]{64} {2}backstop-99\.0\.0\.cdx\.json\n[0-9a-f]{64} {2}backstop-sdk-99\.0\.0\.tgz\n$/,
    );
    expect(json(`release/backstop-${VERSION}.cdx.json`).components.length).toBeGreaterThan(50);
    expect(readFileSync(join(clone, 'release/notes.md'), 'utf8')).toContain('### Security');
    expect(output.match(/^would run: .*$/gm)).toEqual([
      'would run: npm run build',
      'would run: npm publish release/backstop-sdk-99.0.0.tgz --provenance --access public',
      expect.stringMatching(/docker buildx build --push .*--provenance=mode=max --sbom=true .*:99\.0\.0 /),
      expect.stringMatching(/gh release create v99\.0\.0 --verify-tag .*SHA256SUMS$/),
    ]);
    expect(existsSync(join(clone, 'dist'))).toBe(false);
  });
});
