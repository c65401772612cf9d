import { postgres } from '../postgres.connector.js';

const snapshot = (rows: object[]) => ({
  place: 'server 1, database 2, table 3',
  schema: 'public',
  name: 'customers',
  key: ['id'],
  columns: [{ name: 'id', type: 'integer' }],
  triggers: 'none',
  visible: '1:1:',
  rows,
  proof: null,
});
const describeCall = (verb: string, payload: object, rows: object[] = []) =>
  postgres.describeChange?.({ apiName: `postgres.rows.${verb}`, payload: payload as never }, snapshot(rows) as never);

describe('the changes of a call on rows', () => {
  const rows = [
    { id: '7', name: 'Ada', credit: '10', vip: 'true' },
    { id: '8', name: 'Bob', credit: null, vip: 'false' },
  ];

  it('are listed row by row and column by column, without unchanged columns', () => {
    const values = { credit: 10, vip: true, name: 'Eve' };
    expect(describeCall('update', { table: 'customers', match: {}, values }, rows)).toEqual([
      { field: 'public.customers id=7 name', before: 'Ada', after: 'Eve' },
      { field: 'public.customers id=8 credit', before: null, after: 10 },
      { field: 'public.customers id=8 vip', before: 'false', after: true },
      { field: 'public.customers id=8 name', before: 'Bob', after: 'Eve' },
    ]);
  });

  it('show SQL text as text: its value is not known before it runs', () => {
    const payload = { table: 'customers', match: { id: 7 }, values: { credit: '10' }, expressions: ['credit'] };
    expect(describeCall('update', payload, rows.slice(0, 1))).toEqual([
      { field: 'public.customers id=7 credit', before: '10', after: { sql: '10' } },
    ]);
  });

  it('list every column of a deleted row, and every value of a new one', () => {
    expect(describeCall('delete', { table: 'customers', match: { id: 7 } }, [{ id: '7', name: 'Ada' }])).toEqual([
      { field: 'public.customers id=7 id', before: '7', after: null },
      { field: 'public.customers id=7 name', before: 'Ada', after: null },
    ]);
    expect(describeCall('insert', { table: 'customers', values: [{ name: 'Ada' }, { name: 'Bob' }] })).toEqual([
      { field: 'public.customers new row 1 name', before: null, after: 'Ada' },
      { field: 'public.customers new row 2 name', before: null, after: 'Bob' },
    ]);
  });

  it('are unknown for a payload, or a snapshot, of another shape', () => {
    expect(describeCall('update', { sql: 'UPDATE' })).toBeNull();
    expect(postgres.describeChange?.({ apiName: 'postgres.rows.delete', payload: {} }, { rows: [] })).toBeNull();
  });
});
