import { readdirSync, readFileSync } from 'node:fs';
import { may, type Permission } from './permissions.js';

const PERMISSIONS: readonly Permission[] = [
  'operate',
  'manage-members',
  'read-captured-values',
  'force-rollback',
  'undo-without-proof',
  'run-approved-calls',
];
const allowed = (kind: 'USER' | 'API_KEY') => PERMISSIONS.filter((permission) => may({ kind }, permission));

describe('permissions', () => {
  it('let operators say who is a member, see captured values and force a rollback, and leave approved calls to the agent', () => {
    expect(allowed('USER')).toEqual([
      'operate',
      'manage-members',
      'read-captured-values',
      'force-rollback',
      'undo-without-proof',
    ]);
    expect(allowed('API_KEY')).toEqual(['run-approved-calls']);
  });

  it('are asked of this table: outside src/auth no code compares the kind of a caller', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => /(?<!\.spec|\.testkit)\.ts$/.test(path) && !path.startsWith('auth/'));
    expect(files.length).toBeGreaterThan(300);
    const comparing = files.filter((path) => /[!=]== '(USER|API_KEY)'/.test(readFileSync(`src/${path}`, 'utf8')));
    expect(comparing).toEqual([]);
  });
});
