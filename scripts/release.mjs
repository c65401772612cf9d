/**
 * Makes a release (RELEASING.md).
 *
 *   node scripts/release.mjs prepare 0.2.0          writes the version and the changelogs, commits and tags
 *   node scripts/release.mjs publish [--dry-run]    builds, packs and publishes the tagged version
 *
 * With --dry-run, `publish` prints what it would build and send, and makes only the files in `release/`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const MANIFESTS = ['package.json', 'packages/sql/package.json', 'sdk/package.json', 'dashboard/package.json'];
const CHART = 'deploy/helm/backstop/Chart.yaml';
const CHANGELOGS = ['CHANGELOG.md', 'sdk/CHANGELOG.md'];
const IMAGE = 'ghcr.io/backstop-dev/backstop';
const FILES = 'release';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean' } } });
const [command, wanted] = positionals;

const git = (...parameters) => execFileSync('git', parameters, { encoding: 'utf8' }).trim();
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const versionOf = () => readJson('package.json').version;

function refuse(message) {
  console.error(message);
  process.exit(1);
}

const partsOf = (version) => version.split('.').map(Number);

function isNewer(version, than) {
  const [one, other] = [partsOf(version), partsOf(than)];
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && one[at] > other[at];
}

/** The entries below "Unreleased". */
const unreleased = (text) => /\n## Unreleased\n([\s\S]*?)(?=\n## |$)/.exec(text)?.[1]?.trim() ?? '';

const writeJson = (file, json) => writeFileSync(file, `${JSON.stringify(json, null, 2)}\n`);

function writeVersion(version) {
  for (const file of MANIFESTS) writeJson(file, { ...readJson(file), version });
  const lock = readJson('package-lock.json');
  lock.version = version;
  for (const folder of ['', 'packages/sql', 'sdk', 'dashboard']) lock.packages[folder].version = version;
  writeJson('package-lock.json', lock);
  const chart = readFileSync(CHART, 'utf8');
  writeFileSync(CHART, chart.replace(/^(version|appVersion): .*$/gm, `$1: ${version}`));
  const definition = readFileSync('openapi.json', 'utf8');
  writeFileSync('openapi.json', definition.replace(/("info":\s*\{.*?"version":\s*")[^"]+/s, `$1${version}`));
}

function prepare(version) {
  if (!/^\d+\.\d+\.\d+$/.test(version ?? '')) refuse('Name the version, such as 0.2.0.');
  const current = versionOf();
  const isFirst = git('tag', '--list', 'v*') === '';
  if (!isNewer(version, current) && !(isFirst && version === current))
    refuse(`${version} is not newer than ${current}.`);
  if (git('status', '--porcelain') !== '') refuse('Commit or remove your changes first.');
  if (git('tag', '--list', `v${version}`) !== '') refuse(`The tag v${version} exists already.`);
  const texts = CHANGELOGS.map((file) => [file, readFileSync(file, 'utf8')]);
  if (texts.every(([, text]) => unreleased(text) === '')) refuse('No changelog has entries below "Unreleased".');
  run(process.execPath, 'scripts/schema-version.mjs', '--record');
  git('add', 'migrations/released.json');
  const day = new Date().toISOString().slice(0, 10);
  for (const [file, text] of texts)
    if (unreleased(text) !== '')
      writeFileSync(file, text.replace('\n## Unreleased\n', `\n## Unreleased\n\n## ${version} (${day})\n`));
  writeVersion(version);
  git('commit', '--all', '--quiet', '--message', `chore(release): ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Backstop ${version}`);
  console.log(`The commit and the tag v${version} are made. Push both: git push --follow-tags`);
}

/** The part of the changelog about a version, for the release's page. */
function notesOf(version) {
  const text = readFileSync('CHANGELOG.md', 'utf8');
  const at = text.indexOf(`\n## ${version} `);
  if (at < 0) refuse(`CHANGELOG.md has no part about ${version}.`);
  const from = text.indexOf('\n', at + 1);
  const to = text.indexOf('\n## ', from);
  return text.slice(from, to < 0 ? undefined : to).trim();
}

function run(name, ...parameters) {
  console.log(['$', name, ...parameters].join(' '));
  execFileSync(name, parameters, { stdio: 'inherit' });
}

/** Builds, or leaves the machine. */
const inEarnest = (name, ...parameters) =>
  values['dry-run'] ? console.log(['would run:', name, ...parameters].join(' ')) : run(name, ...parameters);

function publish() {
  const version = versionOf();
  const tags = git('tag', '--points-at', 'HEAD').split('\n');
  if (!tags.includes(`v${version}`)) refuse(`HEAD does not have the tag v${version}.`);
  const notes = notesOf(version);
  rmSync(FILES, { recursive: true, force: true });
  mkdirSync(FILES);
  writeFileSync(join(FILES, 'notes.md'), `${notes}\n`);

  inEarnest('npm', 'run', 'build');
  run(process.execPath, 'scripts/sbom.mjs', join(FILES, `backstop-${version}.cdx.json`));
  run('npm', 'pack', '--silent', '--ignore-scripts', '--workspace', 'sdk', '--pack-destination', FILES);
  const made = readdirSync(FILES).filter((file) => file !== 'notes.md');
  const sums = made.map((file) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(FILES, file)))
      .digest('hex');
    return `${sum}  ${file}\n`;
  });
  writeFileSync(join(FILES, 'SHA256SUMS'), sums.join(''));

  const packed = made.find((file) => file.endsWith('.tgz'));
  inEarnest('npm', 'publish', join(FILES, packed), '--provenance', '--access', 'public');
  const tagged = [version, version.replace(/\.\d+$/, ''), 'latest'].flatMap((tag) => ['--tag', `${IMAGE}:${tag}`]);
  const attested = ['--provenance=mode=max', '--sbom=true'];
  inEarnest('docker', 'buildx', 'build', '--push', '--platform=linux/amd64,linux/arm64', ...attested, ...tagged, '.');
  const attached = [...made, 'SHA256SUMS'].map((file) => join(FILES, file));
  inEarnest(
    'gh',
    'release',
    'create',
    `v${version}`,
    '--verify-tag',
    '--notes-file',
    join(FILES, 'notes.md'),
    ...attached,
  );
}

if (command === 'prepare') prepare(wanted);
else if (command === 'publish') publish();
else refuse('Use "prepare <version>" or "publish [--dry-run]".');
