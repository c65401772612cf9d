import { rows } from '../../support/ledger.js';

afterAll(() => rows.end());

const OF_ORGANIZATIONS = `
  SELECT c.oid, c.relname AS name, a.attnum AS organization
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`;

const IN_THE_WAY = {
  keys: `SELECT i.indexrelid::regclass::text AS name FROM (${OF_ORGANIZATIONS}) t
    JOIN pg_index i ON i.indrelid = t.oid AND i.indisunique WHERE NOT t.organization = ANY (i.indkey::int2[])`,
  'foreign keys': `SELECT f.conname AS name FROM (${OF_ORGANIZATIONS}) t
    JOIN pg_constraint f ON f.conrelid = t.oid AND f.contype = 'f' JOIN (${OF_ORGANIZATIONS}) o ON o.oid = f.confrelid
    WHERE NOT t.organization = ANY (f.conkey)`,
};

/** These numbers may only fall: lower them with what you distribute, and say so in docs/operations.md, "Shards". */
const LEFT: Record<keyof typeof IN_THE_WAY, number> = {
  keys: 42,
  'foreign keys': 16,
};

describe('what stands in the way of shards by organization', () => {
  it.each(Object.entries(IN_THE_WAY))('does not grow: %s', async (kind, query) => {
    const { rows: found } = await rows.query(`${query} ORDER BY 1`);
    const names = found.map(({ name }) => name);
    expect({ count: names.length, names }).toEqual({ count: LEFT[kind as keyof typeof IN_THE_WAY], names });
  });
});
