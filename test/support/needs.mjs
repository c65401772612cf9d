import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const REDIS = { programs: ['redis-server'], debian: 'redis-server' };
const MARIADB = { programs: ['mariadbd', 'mariadb-install-db'], debian: 'mariadb-server' };

/** Folders of suites that need programs which npm does not bring. */
const NEEDS = [
  { folder: 'test/connectors/needs-redis', ...REDIS },
  { folder: 'sdk/test/needs-redis', ...REDIS },
  { folder: 'test/campaigns/differential/needs-redis', ...REDIS },
  { folder: 'test/campaigns/hostile/pen/needs-redis', ...REDIS },
  { folder: 'test/connectors/needs-mariadb', ...MARIADB },
  { folder: 'test/campaigns/hostile/pen/needs-mariadb', ...MARIADB },
  { folder: 'sdk/test/needs-mariadb', ...MARIADB },
  { folder: 'test/e2e/needs-curl', programs: ['curl'], debian: 'curl' },
  {
    folder: 'test/connectors/needs-caldav',
    programs: ['radicale', 'xandikos'],
    debian: 'radicale python3-tz xandikos',
  },
  { folder: 'test/e2e/needs-postgres', programs: ['initdb'], debian: 'postgresql' },
  { folder: 'test/e2e/needs-pgbouncer', programs: ['pgbouncer'], debian: 'pgbouncer' },
];

/** Debian keeps the programs of a PostgreSQL server off the PATH, a folder for each version. */
const SERVERS = '/usr/lib/postgresql';
const versions = existsSync(SERVERS) ? readdirSync(SERVERS).sort((a, b) => Number(b) - Number(a)) : [];

const PLACES = [
  ...versions.map((version) => join(SERVERS, version, 'bin')),
  ...(process.env.PATH ?? '').split(delimiter),
  ...['/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin'],
];

/**
 * Where a program is; null when it is not installed.
 * @param {string} program
 */
export function pathOf(program) {
  return PLACES.map((place) => join(place, program)).find(isExecutable) ?? null;
}

/** What is needed and not installed. */
export const missing = NEEDS.filter(({ programs }) => !programs.every(pathOf));

/** On a machine that has to run everything, what is missing is a failure. */
export const mustRunAll = [process.env.CI, process.env.BACKSTOP_REQUIRE_ALL].some(
  (value) => value && value !== '0' && value !== 'false',
);

/** One line for the person who ran the tests, or null when nothing was left out. */
export function whatWasLeftOut() {
  const suites = missing.flatMap(({ folder }) => readdirSync(folder).filter((file) => file.endsWith('.spec.ts')));
  if (suites.length === 0) return null;
  const packages = [...new Set(missing.map(({ debian }) => debian))].join(' ');
  return `Left out, because of what is not installed: ${suites.join(', ')}. To run them: apt-get install ${packages}`;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
