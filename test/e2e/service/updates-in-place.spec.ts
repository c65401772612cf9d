import { rows } from '../../support/ledger.js';

afterAll(() => rows.end());

/** The columns that the usual ask, or its confirmation, changes in a row that is there already. */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  actions: ['status', 'response', 'effect_sequence', 'effect_at', 'updated_at'],
  sessions: [
    ...['cleared', 'success', 'reads', 'possible_effects', 'last_sequence', 'last_effect_sequence'],
    ...['last_activity_at', 'updated_at'],
  ],
};

/** Every column that an index names, also in its condition or an expression. */
async function columnsOfIndexes(table: string, client: Pick<typeof rows, 'query'> = rows): Promise<string[]> {
  const { rows: found } = await client.query(
    `SELECT DISTINCT i.relname || ': ' || a.attname AS named FROM pg_depend d
     JOIN pg_class i ON i.oid = d.objid AND i.relkind = 'i'
     JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
     WHERE d.classid = 'pg_class'::regclass AND d.refobjid = $1::regclass`,
    [table],
  );
  return found.map(({ named }) => named);
}

/** An index that names such a column makes each call write to all indexes of the row. */
describe('an index of the ledger', () => {
  it.each(Object.keys(CHANGED))('of %s names no column that every call changes', async (table) => {
    const named = await columnsOfIndexes(table);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((one) => CHANGED[table]?.some((column) => one.endsWith(`: ${column}`)))).toEqual([]);
  });

  it('names also the columns of its condition', async () => {
    const client = await rows.connect();
    await client.query('CREATE TEMP TABLE calls (id integer, status text)');
    await client.query("CREATE INDEX open_ones ON calls (id) WHERE status = 'CLEARED'");
    const named = await columnsOfIndexes('calls', client);
    await client.query('DROP TABLE calls');
    client.release();
    expect(named.toSorted()).toEqual(['open_ones: id', 'open_ones: status']);
  });
});
