import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The programs that the suites in a folder `needs-<name>` need and npm does not install; some also need root. */
const PROGRAMS = {
  caldav: { programs: ['radicale', 'xandikos'], debian: 'radicale python3-tz xandikos' },
  curl: { programs: ['curl'], debian: 'curl' },
  haproxy: { programs: ['haproxy'], debian: 'haproxy' },
  mariadb: { programs: ['mariadbd', 'mariadb-install-db'], debian: 'mariadb-server' },
  mount: { programs: ['mount', 'umount'], debian: 'mount', asRoot: true },
  nginx: { programs: ['nginx', 'openssl'], debian: 'nginx-light openssl' },
  pgbouncer: { programs: ['pgbouncer'], debian: 'pgbouncer' },
  postgres: { programs: ['initdb'], debian: 'postgresql' },
  prometheus: { programs: ['promtool'], debian: 'prometheus' },
  python3: { programs: ['python3'], debian: 'python3' },
  redis: { programs: ['redis-server'], debian: 'redis-server' },
  systemd: { programs: ['systemd-analyze'], debian: 'systemd' },
};

/** Debian's packages with all of these programs. */
export const PACKAGES = [...new Set(Object.values(PROGRAMS).flatMap(({ debian }) => debian.split(' ')))].sort();

/** `npm test` runs no campaigns. */
const ROOTS = [
  ...(process.env.CAMPAIGN_TIMES === undefined ? [] : ['test/campaigns']),
  ...['test/connectors', 'test/e2e', 'sdk/test'],
];

/** Every folder `needs-<name>`, with its needs: { folder, programs, debian }. */
export const NEEDS = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('needs-'))
    .map((entry) => ({ folder: join(entry.parentPath, entry.name), ...programsOf(entry.name) })),
);

function programsOf(folder) {
  const needed = PROGRAMS[folder.slice('needs-'.length)];
  if (!needed) throw new Error(`test/support/needs.mjs does not know what ${folder} needs.`);
  return needed;
}

/** Debian keeps the programs of a PostgreSQL server off the PATH, a folder for each version. */
const SERVERS = '/usr/lib/postgresql';
const versions = existsSync(SERVERS) ? readdirSync(SERVERS).sort((a, b) => Number(b) - Number(a)) : [];

const PLACES = [
  ...versions.map((version) => join(SERVERS, version, 'bin')),
  ...(process.env.PATH ?? '').split(delimiter),
  ...['/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin'],
];

/**
 * Returns the path of a program; null if it is not installed.
 * @param {string} program
 */
export function pathOf(program) {
  return PLACES.map((place) => join(place, program)).find(isExecutable) ?? null;
}

/** The needs whose programs are not installed. */
export const missing = NEEDS.filter(
  ({ programs, asRoot }) => !programs.every(pathOf) || (asRoot && process.getuid?.() !== 0),
);

/** True on a machine that has to run everything: there a missing program is a failure. */
export const mustRunAll = [process.env.CI, process.env.BACKSTOP_REQUIRE_ALL].some(
  (value) => value && value !== '0' && value !== 'false',
);

/** Returns one line for the person who ran the tests, or null if nothing was left out. */
export function whatWasLeftOut() {
  const suites = missing.flatMap(({ folder }) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.spec.ts')),
  );
  if (suites.length === 0) return null;
  const packages = [...new Set(missing.map(({ debian }) => debian))].join(' ');
  const root = missing.some(({ asRoot }) => asRoot) ? ', and run the tests as root' : '';
  return `Left out, because of what is not installed: ${suites.join(', ')}. To run them: apt-get install ${packages}${root}`;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
