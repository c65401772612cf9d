import { MySQL2Instrumentation } from '@opentelemetry/instrumentation-mysql2';
import mysql, { type Pool, type ResultSetHeader } from 'mysql2';
import {
  calledBack,
  closing,
  newCustomers,
  rowsOf,
  setup,
  world,
} from '../../../../../sdk/test/needs-mariadb/customers.js';
import { tracing } from '../../../../../sdk/test/support/tracing.js';

const newTracing = () =>
  tracing(
    new MySQL2Instrumentation({ enabled: false }),
    new Map<string, unknown>([
      ['mysql2', mysql],
      ['mysql2/lib/connection.js', mysql.Connection],
    ]),
  );

/** Sends a statement in every way, and returns the answers. */
async function answers(pool: Pool, table: string): Promise<unknown[]> {
  const promised = pool.promise();
  const [updated] = await promised.query<ResultSetHeader>(`UPDATE ${table} SET credit = ? WHERE id = ?`, [1, 1]);
  const [deleted] = await promised.execute<ResultSetHeader>(`DELETE FROM ${table} WHERE id = ?`, [2]);
  const [error, renamed] = await calledBack((callback) =>
    pool.query(`UPDATE ${table} SET name = 'x' WHERE id = 3`, callback),
  );
  const connection = await promised.getConnection();
  await connection.beginTransaction();
  const [inserted] = await connection.query<ResultSetHeader>(`INSERT INTO ${table} (name, credit) VALUES (?, ?)`, [
    'Di',
    4,
  ]);
  await connection.commit();
  connection.release();
  const [rows] = await promised.query(`SELECT id, name, credit FROM ${table} ORDER BY id`);
  const streamed: unknown[] = [];
  for await (const row of pool.query(`SELECT id FROM ${table} ORDER BY id`).stream()) streamed.push(row);
  const counts = [updated.affectedRows, deleted.affectedRows, (renamed as ResultSetHeader).affectedRows];
  return [counts, error, inserted.insertId, rows, streamed];
}

it.each(['before', 'after'])('the instrumentation of OpenTelemetry works when it is enabled %s', async (when) => {
  const { patch, unpatch, ended } = newTracing();
  const newPool = () => mysql.createPool({ uri: world.url, connectionLimit: 1 });
  const [theirs, ours] = [await newCustomers(), await newCustomers()];
  const expected = await answers(closing(newPool()), theirs);
  if (when === 'before') patch();
  try {
    const { wrapped, actions, policy } = await setup(newPool());
    await wrapped.promise().query('SELECT 1');
    if (when === 'after') patch();
    expect(await answers(wrapped, ours)).toEqual(expected);
    const recorded = (await actions()).map(({ apiName, status }) => [apiName, status]);
    expect(recorded).toEqual(['update', 'delete', 'update', 'insert'].map((name) => [`mysql.rows.${name}`, 'SUCCESS']));
    for (const name of ['UPDATE', 'DELETE', 'INSERT', 'SELECT']) expect(ended).toContain(name);
    await policy('*', 'BLOCK');
    const left = await rowsOf(ours);
    const [error] = await calledBack((callback) => wrapped.query(`DELETE FROM ${ours}`, callback));
    expect(error).toMatchObject({ code: 'policy-blocked' });
    expect(await rowsOf(ours)).toEqual(left);
  } finally {
    unpatch();
  }
});
