import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { LEFT_BEHIND, WRITTEN_ANEW } from '../../../src/admin/organization/moved-tables.js';
import { newOrganization, type Organization, unique } from '../../support/client.js';
import { fill } from '../../support/everything.js';
import { rows } from '../../support/ledger.js';
import { everyRowOf, fileOf, OTHER_KEYS, startOrganization } from '../../support/organization-move.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';

const root = mkdtempSync(join(tmpdir(), 'backstop-organization-'));
let other: OwnDatabase;
let organization: Organization;
let file: string;

beforeAll(async () => {
  other = await newOwnDatabase();
  organization = await newOrganization();
  await fill(organization, unique('moved'));
  file = fileOf(root, organization.id);
});
afterAll(async () => {
  await other.drop();
  rmSync(root, { recursive: true });
  await rows.end();
});

const elsewhere = (...args: string[]) =>
  startOrganization({ DATABASE_URL: other.serviceUrl, ENCRYPTION_KEYS: OTHER_KEYS }, ...args).ended;
const here = (...args: string[]) => startOrganization({}, ...args).ended;

/** Without what the import adds, and what jobs write whenever they come to it: counters, and evaluations of sessions. */
function withoutOwn({ audit_heads: _, ...found }: Record<string, string[]>) {
  const isLasting = ([name]: [string, string[]]) => !/^metric_|intent/.test(name);
  const entries = (found.audit_entries ?? []).filter((entry) => !entry.includes('organization.imported'));
  return Object.fromEntries(Object.entries({ ...found, audit_entries: entries }).filter(isLasting));
}

describe('npm run organization', () => {
  it('holds the organization, whose clients are answered 503, and writes all of it into a file', async () => {
    const exported = await here('export', '--organization', organization.id, '--to', root);
    expect(exported).toMatchObject({ code: 0, stderr: '' });
    expect(exported.stdout).toMatch(/ is held: its clients are answered 503\.\nWrote \d+ rows of \d+ tables to /);
    for (const caller of [organization.operator, organization.agent]) {
      const refused = await caller.get('/sessions');
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    }
  });

  it('refuses a file that was changed, cut off, or sealed with another key, and changes nothing', async () => {
    const whole = readFileSync(file);
    const text = gunzipSync(whole).toString();
    const changed: [string, Buffer][] = [
      ['a role', gzipSync(text.replace('"email":"', '"email":"x'))],
      ['a row less', gzipSync(text.split('\n').toSpliced(4, 1).join('\n'))],
      ['no end', gzipSync(text.slice(0, text.trimEnd().lastIndexOf('\n')))],
      ['cut off', whole.subarray(0, whole.length - 100)],
      ['no archive', Buffer.from(text)],
    ];
    for (const [what, content] of changed) {
      const path = join(root, `${what.replaceAll(' ', '-')}.gz`);
      writeFileSync(path, content);
      const refused = await elsewhere('import', '--from', path);
      expect([what, refused.code, refused.stdout]).toEqual([what, 1, '']);
      expect(refused.stderr).toMatch(/was changed or cut off|cannot be read/);
    }
    const key = { TRANSFER_KEY: Buffer.alloc(32, 4).toString('base64') };
    const settings = { DATABASE_URL: other.serviceUrl, ENCRYPTION_KEYS: OTHER_KEYS, ...key };
    expect(await startOrganization(settings, 'import', '--from', file).ended).toMatchObject({ code: 1 });
    expect(await everyRowOf(other.superuser, organization.id)).toMatchObject({ organizations: [], audit_entries: [] });
  });

  it('brings every row of every table in, as it was, and imports the same file once', async () => {
    const imported = await elsewhere('import', '--from', file);
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    const [before, after] = [
      await everyRowOf(rows, organization.id),
      await everyRowOf(other.superuser, organization.id),
    ];
    const filled = Object.entries(before).filter(([, found]) => found.length > 0);
    expect(filled.length).toBeGreaterThan(25);
    expect(withoutOwn(after)).toEqual(withoutOwn(before));
    const again = await elsewhere('import', '--from', file);
    expect([again.code, again.stdout]).toEqual([0, `Organization ${organization.id} was imported before.\n`]);
    expect(await everyRowOf(other.superuser, organization.id)).toEqual(after);
  });

  it('refuses an organization that is there for another reason', async () => {
    const refused = await here('import', '--from', file);
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is here already') });
    const open = await newOrganization();
    for (const name of ['release', 'remove'])
      expect(await here(name, '--organization', open.id)).toMatchObject({ code: 2, stdout: '' });
    expect((await open.agent.get('/registry')).status).toBe(200);
  });

  it('opens a held organization again', async () => {
    expect(await here('release', '--organization', organization.id)).toMatchObject({ code: 0 });
    expect((await organization.operator.get('/sessions')).status).toBe(200);
  });
});

describe('a move', () => {
  it('takes every table of organizations along, but for those that it lists', async () => {
    const { rows: tables } = await rows.query(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT a.attisdropped`,
    );
    const names = tables.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(LEFT_BEHIND), ...Object.keys(WRITTEN_ANEW)]));
    const moved = new Set(
      gunzipSync(readFileSync(file))
        .toString()
        .match(/^\{"table" : "\w+"/gm),
    );
    const filled = Object.entries(withoutOwn(await everyRowOf(rows, organization.id)));
    const left = filled.filter(([name, found]) => found.length > 0 && !moved.has(`{"table" : "${name}"`));
    expect(left.map(([name]) => name)).toEqual([]);
  });

  it('finds no trigger that would count, notify or change a row as it is inserted', async () => {
    const { rows: triggers } = await rows.query(
      `SELECT t.tgname AS name FROM pg_trigger t WHERE NOT t.tgisinternal AND t.tgtype & 4 > 0
         AND pg_get_triggerdef(t.oid) || pg_get_functiondef(t.tgfoid) NOT LIKE '%app.rows_as_written%' ORDER BY 1`,
    );
    // It computes columns of the row from the others, as it did before.
    expect(triggers).toEqual([{ name: 'mark_session' }]);
  });

  it('finds no foreign key within a table that could not wait for the end', async () => {
    const { rows: found } = await rows.query(
      `SELECT conname AS name FROM pg_constraint WHERE contype = 'f' AND conrelid = confrelid AND NOT condeferrable`,
    );
    expect(found).toEqual([]);
  });
});
