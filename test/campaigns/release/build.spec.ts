import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const FILES = {
  'package-lock.json': '{}',
  'tsconfig.json': '{}',
  'tsconfig.build.json': '{}',
  'nest-cli.json': '{}',
  'scripts/bundle.mjs': '',
  'scripts/code-cache.mjs': '',
  'scripts/hash-of-pages.mjs': '',
  'scripts/own-merge-refs.mjs': '',
  'scripts/words-by-page.mjs': '',
  'packages/double/src/index.ts': 'one',
  'src/actions/actions.ts': 'one',
  'src/approvals/approvals.ts': 'one',
  'src/auth/auth.ts': 'one',
  'src/connectors/connectors.ts': 'one',
  'src/policies/policies.ts': 'one',
  'src/registry/registry.ts': 'one',
  'src/sessions/sessions.ts': 'one',
  'src/main.ts': 'one',
  'src/main.spec.ts': 'one',
  'src/audit/verifier.ts': 'one',
  'src/contract/problems.ts': 'one',
  'src/platform/hash.ts': 'one',
  'src/platform/http/input/strict-json.ts': 'one',
  'src/platform/reveal/reveal.ts': 'one',
  'scripts/build-sdk.mjs': '',
  'packages/sql/src/mysql/tokens.ts': 'one',
  'packages/sql/package.json': '{}',
  'packages/sql/tsconfig.json': '{}',
  'packages/sql/tsconfig.cjs.json': '{}',
  'sdk/src/index.ts': 'one',
  'sdk/tsconfig.json': '{}',
  'sdk/tsconfig.cjs.json': '{}',
  'sdk/docs/page.md': 'one',
  'sdk/CHANGELOG.md': 'one',
  'sdk/LICENSE': 'one',
  'sdk/NOTICE': 'one',
  'sdk/README.md': 'one',
  'dashboard/src/main.tsx': 'one',
  'dashboard/public/favicon.svg': 'one',
  'dashboard/index.html': 'one',
  'dashboard/vite.config.ts': 'one',
};
/** In the order in which they are built. */
const PARTS = ['sdk', 'service', 'dashboard'];
const write = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

describe('node scripts/build.mjs', () => {
  let project: string;
  const at = (path: string) => join(project, path);
  const start = () => spawn(process.execPath, ['scripts/build.mjs'], { cwd: project });
  const build = () => spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: project }).status;
  const built = () => (existsSync(at('log')) ? readFileSync(at('log'), 'utf8').trim().split('\n') : []);
  const building = (name: string, folder: string, log: string) =>
    `node -e "require('fs').appendFileSync('${log}','${name}\\n');require('fs').mkdirSync('${folder}',{recursive:true})"`;

  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'backstop-build-'));
    for (const file of ['build', 'alone']) cpSync(`scripts/${file}.mjs`, at(`scripts/${file}.mjs`));
    for (const [file, text] of Object.entries(FILES)) write(at(file), text);
    const scripts = { 'build:service': building('service', 'dist', 'log') };
    write(at('package.json'), JSON.stringify({ name: 'a', workspaces: ['sdk', 'dashboard'], scripts }));
    for (const name of ['sdk', 'dashboard'])
      write(
        at(`${name}/package.json`),
        JSON.stringify({ name, version: '1.0.0', scripts: { build: building(name, 'dist', '../log') } }),
      );
  });
  afterEach(() => rmSync(project, { recursive: true }));

  it('builds each part once and nothing when nothing changed', () => {
    expect([build(), build(), built()]).toEqual([0, 0, [...PARTS]]);
  });

  it('builds only the part that changed', () => {
    build();
    write(at('src/main.ts'), 'two');
    build();
    write(at('dashboard/index.html'), 'two');
    build();
    write(at('sdk/src/more.ts'), 'one');
    build();
    rmSync(at('sdk/src/more.ts'));
    build();
    write(at('packages/sql/src/mysql/tokens.ts'), 'two');
    build();
    expect(built()).toEqual([...PARTS, 'service', 'dashboard', 'sdk', 'sdk', 'sdk', 'service']);
  });

  it('builds nothing when only a test changed', () => {
    build();
    write(at('src/main.spec.ts'), 'two');
    build();
    expect(built()).toEqual([...PARTS]);
  });

  it('builds again what was removed', () => {
    build();
    rmSync(at('dist'), { recursive: true });
    build();
    expect(built()).toEqual([...PARTS, 'service']);
  });

  it('fails with the build, and builds again at the next call', () => {
    build();
    const manifest = readFileSync(at('package.json'), 'utf8');
    write(at('package.json'), manifest.replace('node -e', 'false && node -e'));
    expect(build()).not.toBe(0);
    write(at('package.json'), manifest);
    expect(build()).toBe(0);
    expect(built()).toEqual([...PARTS, 'service']);
  });

  it('builds once when two are started together', async () => {
    await Promise.all([once(start(), 'exit'), once(start(), 'exit')]);
    expect(built()).toEqual([...PARTS]);
  });

  it('does not wait for a build that was killed', () => {
    const { pid } = spawnSync('true');
    write(at('node_modules/.cache/backstop/build.lock'), String(pid));
    expect([build(), built()]).toEqual([0, [...PARTS]]);
  });
});
