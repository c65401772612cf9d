import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fallsShort } from './counts.mjs';

/**
 * Runs a client's own tests twice, bare and with its clients wrapped under a gate that allows everything, and prints what
 * passes bare and not wrapped. Ends with 1 if that is worse than the client's page says. The sources are checked out and installed by hand, outside of this repository:
 *
 *   node test/campaigns/own-suites/run.mjs pg-pool ~/node-postgres/packages/pg-pool
 *
 * The tests of databases find theirs by their usual variables (PGHOST, MYSQL_HOST) or at the usual port (Redis).
 */
const PRELOAD = fileURLToPath(new URL('wrapped.cjs', import.meta.url));
const LONGEST_MS = Number(process.env.LONGEST_MS ?? 120_000);

const mocha = (...more) => ({
  command: (home, file) => [
    bin(home, 'mocha'),
    '--no-config',
    '--no-package',
    '--exit',
    '--reporter',
    'json',
    ...more,
    file,
  ],
  results: (_, stdout, { home }) => {
    const report = JSON.parse(stdout.slice(stdout.indexOf('{\n  "stats"')));
    return report.tests.map(({ file, fullTitle, err }) => [
      `${relative(home, file)}: ${fullTitle}`,
      Object.keys(err).length === 0,
    ]);
  },
});
const wholeFile = (...before) => ({
  command: (_, file) => [...before, file],
  results: (status, _, { file }) => [[file, status === 0]],
});

const SUITES = {
  'pg-pool': { of: 'pg-pool', files: /^test\/(?!setup)[\w-]+\.js$/, ...mocha() },
  'pg-cursor': { of: 'pg', module: 'pg', files: /^test\/[\w-]+\.js$/, ...mocha() },
  'pg-query-stream': {
    of: 'pg',
    module: 'pg',
    files: /^test\/(?!helper)[\w-]+\.ts$/,
    ...mocha(),
  },
  pg: { of: 'pg', files: /^test\/integration\/.*-tests\.js$/, ...wholeFile() },
  ioredis: {
    of: 'ioredis',
    files: /^test\/functional\/.*\.ts$/,
    loader: 'ts-node/register/transpile-only',
    ...mocha('--file', './test/helpers/global.ts', '--timeout', '8000'),
  },
  mysql2: { of: 'mysql2', files: /^test\/integration\/.*\.test\.mts$/, ...wholeFile('--import', 'tsx') },
  slack: { of: 'slack', files: /^src\/WebClient\.test\.ts$/, ...tap() },
};

function tap() {
  return {
    command: (_, file) => ['--import', 'tsx', '--test-reporter=tap', '--test', file],
    results: (_, stdout, { file }) => {
      const lines = /^( *)(not ok|ok) \d+ - (.*)\n *---\n *duration_ms: [\d.]+\n(?: *type: '(\w+)')?/gm;
      const tests = [...stdout.matchAll(lines)].filter(([, , , , type]) => type !== 'suite');
      return tests.map(([, depth, verdict, title]) => [`${file}: ${depth.length} ${title}`, verdict === 'ok']);
    },
  };
}

function bin(home, name) {
  const require = createRequire(join(home, 'package.json'));
  return join(require.resolve(`${name}/package.json`), '..', 'bin', `${name}.js`);
}

function run(suite, home, file, env) {
  const parameters = suite.command(home, file);
  const preload = env.OWN_SUITE_OF ? ['--require', PRELOAD] : [];
  // The preload requires files of the client in TypeScript, too.
  const loader = /\.m?ts$/.test(file) ? ['--require', suite.loader ?? 'tsx/cjs'] : [];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-warnings', ...loader, ...preload, ...parameters],
    {
      ...{
        cwd: home,
        encoding: 'utf8',
        timeout: LONGEST_MS,
        killSignal: 'SIGKILL',
        maxBuffer: 100_000_000,
      },
      env: { ...process.env, ...env },
    },
  );
  if (process.env.VERBOSE && status !== 0) console.error(`${file}: ${stdout.slice(-1_000)} ${stderr.slice(-2_000)}`);
  try {
    return new Map(suite.results(status, stdout, { home, file }));
  } catch {
    return new Map([[`${file}: the file as a whole`, false]]);
  }
}

const [name, folder, only = ''] = process.argv.slice(2);
const suite = SUITES[name];
if (!suite || !folder) {
  console.error(`run.mjs ${Object.keys(SUITES).join('|')} <folder> [part of a file's name]`);
  process.exit(2);
}
const home = resolve(folder);
const target = suite.module ? join(createRequire(join(home, 'package.json')).resolve(suite.module), '..', '..') : home;
const files = readdirSync(home, { recursive: true, encoding: 'utf8' })
  .map((file) => relative(home, join(home, file)))
  .filter((file) => suite.files.test(file) && file.includes(only))
  .toSorted();
let [passedBare, passedBoth] = [0, 0];
const lost = [];
for (const file of files) {
  const bare = run(suite, home, file, {});
  const wrapped = run(suite, home, file, { OWN_SUITE_OF: suite.of, OWN_SUITE_HOME: target });
  for (const [title, passed] of bare) {
    if (!passed) continue;
    passedBare += 1;
    if (wrapped.get(title)) passedBoth += 1;
    else lost.push(title);
  }
  console.error(
    `${file}: ${[...bare.values()].filter(Boolean).length} bare, ${[...wrapped.values()].filter(Boolean).length} wrapped`,
  );
}
console.log(`${name}: of ${passedBare} that pass bare, ${passedBoth} pass wrapped.`);
for (const title of lost) console.log(`- ${title}`);
const worse = only === '' ? fallsShort(name, { bare: passedBare, wrapped: passedBoth }) : null;
if (worse !== null) {
  console.error(`${name}: ${worse}`);
  process.exitCode = 1;
}
