import { BOOKKEEPING } from '../../../src/platform/database/schema/schema-version.js';
import { rows } from '../../support/ledger.js';
import { BY_KEY_ALONE, HOT_FUNCTIONS, REFERENCE_TABLES } from '../project/organization/distribution.js';
import { read } from '../project/organization/reached-rows.js';
import { schemaOf } from '../project/organization/relations.js';

afterAll(() => rows.end());

/** The rules of Citus for a table that is distributed by `organization_id`. Each query names what breaks its rule. */
const TABLES = `
  SELECT c.oid, c.relname AS name, a.attnum AS organization, a.attnotnull AS is_required, c.relname = ANY ($1) AS is_reference
  FROM pg_class c
  LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($2)`;
const RULES = {
  'has a column of the organization that is never null': `
    SELECT name FROM (${TABLES}) t WHERE NOT is_reference AND is_required IS NOT TRUE`,
  'has the organization in each key': `
    SELECT i.indexrelid::regclass::text AS name FROM (${TABLES}) t JOIN pg_index i ON i.indrelid = t.oid AND i.indisunique
    WHERE NOT t.is_reference AND (t.organization = ANY (i.indkey::int2[])) IS NOT TRUE`,
  'has the organization in each foreign key to another such table, and no reference table refers to it': `
    SELECT f.conname AS name FROM (${TABLES}) t JOIN pg_constraint f ON f.conrelid = t.oid AND f.contype = 'f'
    JOIN (${TABLES}) o ON o.oid = f.confrelid
    WHERE NOT o.is_reference AND NOT EXISTS (SELECT FROM unnest(f.conkey, f.confkey) AS k (own, other)
      WHERE NOT t.is_reference AND k.own = t.organization AND k.other = o.organization)`,
  'has no sub-select in a policy, except in the one of isolate (decision 102)': `
    SELECT p.polname || ' on ' || t.name AS name FROM (${TABLES}) t JOIN pg_policy p ON p.polrelid = t.oid
    WHERE p.polname <> 'own_organization' AND concat(p.polqual, p.polwithcheck) LIKE '%SUBLINK%'`,
};
async function breaches(query: string, run: Pick<typeof rows, 'query'> = rows, more: string[] = []): Promise<string[]> {
  const { rows: found } = await run.query(`${query} ORDER BY 1`, [[...REFERENCE_TABLES, ...more], BOOKKEEPING]);
  return found.map(({ name }) => name);
}

describe('a table of organizations, which is no reference table,', () => {
  it.each(Object.entries(RULES))('%s', async (_, query) => {
    expect(await breaches(query)).toEqual([]);
  });

  it('is named where it breaks one of these rules', async () => {
    const client = await rows.connect();
    try {
      await client.query(`BEGIN;
        CREATE TABLE broken_nullable (organization_id uuid);
        CREATE TABLE broken (organization_id uuid NOT NULL, id uuid UNIQUE, other uuid REFERENCES broken (id));
        CREATE TABLE broken_reference (broken uuid REFERENCES broken (id));
        CREATE POLICY broken ON broken USING (organization_id = (SELECT current_setting('x')::uuid))`);
      const named = await Promise.all(
        Object.values(RULES).map((query) => breaches(query, client, ['broken_reference'])),
      );
      expect(named).toEqual([
        ['broken_nullable'],
        ['broken_id_key'],
        ['broken_other_fkey', 'broken_reference_broken_fkey'],
        ['broken on broken'],
      ]);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

const COMPARED_AS_ROWS = {
  'lock_windows: SELECT policy_windows':
    'the organization is a part of the row that is compared, which the reading does not follow',
};

describe('the functions of the hot path', () => {
  const reading = async (names: readonly string[]) =>
    read(
      names.map((name) => `SELECT ${name}()`),
      await schemaOf(rows),
    );

  it('carry the organization to each row, except where a key has found it', async () => {
    const { reached } = await reading(HOT_FUNCTIONS);
    const without = reached.filter(({ carries }) => !carries);
    const places = without.map(({ routine, verb, relation }) => `${routine}: ${verb} ${relation}`);
    expect([...new Set(places)].sort()).toEqual(Object.keys({ ...BY_KEY_ALONE, ...COMPARED_AS_ROWS }).sort());
  });

  it('read rows in PL/pgSQL, whose parameters Citus can place', async () => {
    const { reached } = await reading(HOT_FUNCTIONS);
    const { routines } = await schemaOf(rows);
    const names = reached.map(({ routine }) => routines.get(routine ?? '')).filter((one) => one?.isSql);
    expect([...new Set(names.map((one) => one?.name))]).toEqual([]);
  });
});
