import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NEEDS, PACKAGES } from '../../support/needs.mjs';

/** The support files that start a program of the system, and the name of the folder that may use each. */
const STARTERS: Record<string, string> = {
  'test/support/haproxy.mjs': 'needs-haproxy',
  'test/support/mariadb.mjs': 'needs-mariadb',
  'test/support/nginx.mjs': 'needs-nginx',
  'test/support/pgbouncer.mjs': 'needs-pgbouncer',
  'test/support/postgres-server.mjs': 'needs-postgres',
  'test/support/radicale.mjs': 'needs-caldav',
  'test/support/redis.mjs': 'needs-redis',
  'test/support/small-disk.ts': 'needs-mount',
  'test/support/xandikos.mjs': 'needs-caldav',
};

const suites = ['test/campaigns', 'test/connectors', 'test/e2e', 'sdk/test'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => join(root, file)),
);

/** All providers: a suite starts only those that it names. */
const CHOSEN_WHEN_IT_RUNS = ['test/connectors/subjects/', 'test/campaigns/faults/support/places.ts'];

/** The file and all that it imports from this repository. */
function withImports(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  if (file in STARTERS) return found;
  for (const [, , from = ''] of readFileSync(file, 'utf8').matchAll(/(from|import)\s*\(?\s*'(\.[^']+)'/g)) {
    const path = join(dirname(file), from);
    const source = [path.replace(/\.js$/, '.ts'), path].find((one) => existsSync(one) && /\.m?ts$|\.mjs$/.test(one));
    if (source && !CHOSEN_WHEN_IT_RUNS.some((path) => source.startsWith(path))) withImports(source, found);
  }
  return found;
}

const startersOf = (suite: string) => [...withImports(suite)].filter((file) => file in STARTERS);

describe('a suite that starts a program of the system', () => {
  it('is in the folder that is left out where the program is missing', () => {
    const starting = suites.filter((suite) => startersOf(suite).length > 0);
    const misplaced = starting.filter((suite) =>
      startersOf(suite).some((starter) => !suite.includes(`/${STARTERS[starter]}/`)),
    );
    expect({ misplaced, some: starting.length > 20 }).toEqual({ misplaced: [], some: true });
  });

  it('has its package in the list of CONTRIBUTING.md', () => {
    const [, list = ''] = /`apt-get install (curl [^`]+)`/.exec(readFileSync('CONTRIBUTING.md', 'utf8')) ?? [];
    expect(list.split(' ')).toEqual(PACKAGES);
  });

  it('has its folder in the list of what is left out', () => {
    // A run of campaigns lists the suites of the campaigns.
    const mine = suites.filter((suite) => !suite.startsWith('test/campaigns/'));
    const folders = mine.flatMap((suite) => suite.match(/^.*\/needs-[a-z]+(?=\/)/)?.[0] ?? []);
    const listed = NEEDS.map(({ folder }) => folder);
    expect([...new Set(folders)].filter((folder) => !listed.includes(folder))).toEqual([]);
    expect(new Set(folders).size).toBeGreaterThan(5);
  });
});
