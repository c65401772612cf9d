/**
 * Builds what changed since it was last built, and says nothing when that is nothing.
 *
 *   node scripts/build.mjs [sdk] [package] [service] [dashboard]     without a name: all of them
 *
 * `package` is the packed SDK that the service serves, so that an agent needs no registry for it.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './alone.mjs';

const EVERYWHERE = ['package-lock.json', 'tsconfig.json'];

const BUNDLE = ['scripts/bundle.mjs', 'scripts/code-cache.mjs'];

/** The sources that verify the audit log, in the command and in a page. */
const VERIFIER = [
  'src/audit',
  'src/platform/hash.ts',
  'src/platform/http/input/strict-json.ts',
  'scripts/hash-of-pages.mjs',
];

/** It is built into the SDK and into the service. */
const SQL = ['src', 'package.json', 'tsconfig.json', 'tsconfig.cjs.json'].map((name) => join('packages/sql', name));

/** The rules of the service that are bundled into the double for tests, with all that is beside them. */
const DOUBLE = [
  'packages/double/src',
  ...['actions', 'approvals', 'auth', 'connectors', 'contract', 'platform', 'policies', 'registry', 'sessions'].map(
    (name) => join('src', name),
  ),
];

const SDK = [
  'sdk/src',
  'sdk/package.json',
  'sdk/tsconfig.json',
  'sdk/tsconfig.cjs.json',
  'scripts/build-sdk.mjs',
  ...SQL,
  ...DOUBLE,
];

const PACKED = 'sdk/packed';

const PARTS = {
  sdk: { command: ['run', 'build', '-w', 'sdk'], from: SDK, to: 'sdk/dist' },
  package: {
    command: ['pack', '--silent', '--ignore-scripts', '-w', 'sdk', '--pack-destination', PACKED],
    from: [...SDK, ...['docs', 'CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md'].map((name) => join('sdk', name))],
    to: PACKED,
  },
  service: {
    command: ['run', 'build:service'],
    from: [
      'src',
      'package.json',
      'nest-cli.json',
      'tsconfig.build.json',
      ...BUNDLE,
      'scripts/hash-of-pages.mjs',
      ...SQL,
    ],
    to: 'dist',
  },
  dashboard: {
    command: ['run', 'build', '-w', 'dashboard'],
    from: [
      ...['src', 'public', 'index.html', 'package.json', 'vite.config.ts'].map((name) => join('dashboard', name)),
      ...VERIFIER,
      'scripts/words-by-page.mjs',
      'scripts/own-merge-refs.mjs',
      'src/platform/reveal',
      'src/contract',
    ],
    to: join('dashboard', 'dist'),
  },
};

/** Tests are not part of the build. */
const isTest = (file) => /\.(spec|testkit)\.ts$/.test(file);

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function hashOf(paths) {
  const hash = createHash('sha256').update(process.version);
  const files = paths.flatMap(filesIn).filter((file) => !isTest(file));
  for (const file of files.sort()) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function stampIn(folder) {
  try {
    return readFileSync(join(folder, '.built'), 'utf8');
  } catch {
    return null;
  }
}

/** Runs the part's npm script unless its sources are those of the last build. */
function build({ command, from, to }) {
  const hash = hashOf([...EVERYWHERE, ...from]);
  if (stampIn(to) === hash) return;
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to);
  execFileSync('npm', command, { stdio: 'inherit' });
  writeFileSync(join(to, '.built'), hash);
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS);
for (const name of names) if (!(name in PARTS)) throw new Error(`There is no part named ${name}.`);
await alone('build', () => {
  for (const name of names) build(PARTS[name]);
});
