import { readdirSync, readFileSync } from 'node:fs';
import { PERMISSIONS, type Permission } from '../../contract/permissions.js';
import { may } from './permissions.js';

const NAMES = Object.keys(PERMISSIONS) as Permission[];
const ofAgents: Permission = 'run-approved-calls';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /(?<!\.spec|\.testkit)\.ts$/.test(path));
const sources = files.map((path) => ({ path, text: readFileSync(`src/${path}`, 'utf8') }));

describe('Permissions', () => {
  it('are all held by every operator, except the one of agents, which a key alone holds', () => {
    const allowed = (kind: 'USER' | 'API_KEY') => NAMES.filter((name) => may({ kind, token: null }, name));
    expect(allowed('USER')).toEqual(NAMES.filter((name) => name !== ofAgents));
    expect(allowed('API_KEY')).toEqual([ofAgents]);
  });

  it('are each named by a route or asked by a service', () => {
    const asked = sources.flatMap(({ text }) =>
      [...text.matchAll(/@Access\(\{[^)]*?may: '([\w-]+)'|\bmay\(\w+, '([\w-]+)'\)/g)].map(
        ([, route, call]) => route ?? call,
      ),
    );
    expect(NAMES.filter((name) => !asked.includes(name))).toEqual([]);
  });

  it('are asked of this table: outside src/auth no code compares the kind of a caller', () => {
    expect(sources.length).toBeGreaterThan(300);
    const comparing = sources.filter(
      ({ path, text }) => !path.startsWith('auth/') && /[!=]== '(USER|API_KEY)'/.test(text),
    );
    expect(comparing.map(({ path }) => path)).toEqual([]);
  });
});
