import { refusalOf, type Schema } from './schema-version.js';

const [IDENTITY, RECORD] = ['0001-identity.sql', 'functions/actions/record_actions.sql'];
const own = { version: 4, numbered: [IDENTITY], sources: new Map([[RECORD, 'a']]) };

const onto = (found: Partial<Schema>) => refusalOf(own, { ...own, ...found });
const outdated = (file: string) =>
  `The schema of this database is not up to date: migrations/${file} differs. Run "npm run migrate", then start again.`;

describe('a process', () => {
  it('starts on a database that has its version and its files', () => {
    expect(onto({})).toBeNull();
  });

  it('starts on a database of the next version, as in a rolling update', () => {
    expect(onto({ version: 5, numbered: [IDENTITY, '0002-more.sql'], sources: new Map([[RECORD, 'b']]) })).toBeNull();
  });

  it.each([
    ['a source with another text', { sources: new Map([[RECORD, 'b']]) }, RECORD],
    ['a source that is missing', { sources: new Map() }, RECORD],
    ['a source too many', { sources: new Map([...own.sources, ['views/a/b.sql', 'c']]) }, 'views/a/b.sql'],
    ['a numbered file that has not run', { numbered: [] }, IDENTITY],
  ])('does not start on its own version with %s', (_, found, file) => {
    expect(onto(found)).toBe(outdated(file));
  });

  it('does not start on a database with a numbered file that it does not know, and does not ask for a migration', () => {
    expect(onto({ numbered: [IDENTITY, '0002-more.sql'] })).toBe(
      'This process is older than its database, which has migrations/0002-more.sql. Install the release that the ' +
        'database was migrated with, then run "npm start" again. Do not migrate with this one.',
    );
  });

  it('does not start on an older version, or on a database whose migration was undone', () => {
    const refusal = outdated('functions/actions/record_actions.sql');
    expect([3, null].map((version) => onto({ version, sources: new Map() }))).toEqual([refusal, refusal]);
    expect(onto({ version: 3 })).toBe(
      'The schema of this database is not up to date: it has version 3 instead of 4. Run "npm run migrate", then start again.',
    );
  });

  it('does not start on a version two higher, and names the first file that differs and how many others do', () => {
    expect(onto({ version: 6, numbered: [], sources: new Map([[RECORD, 'b']]) })).toBe(
      'The schema of this database has version 6, and this process works with versions 4 and 5 only: ' +
        `migrations/${IDENTITY} differs, and 1 more. ` +
        'Install the release that the database was migrated with, then run "npm start" again. Do not migrate with this one.',
    );
  });
});
