import { createPool } from 'mysql2';
import {
  calledBack,
  closing,
  newCustomers,
  newPool,
  rowsOf,
  setup,
  world,
} from '../../../../../sdk/test/needs-mariadb/customers.js';
import { eventually } from '../../../../support/patience.mjs';
import { rollBack } from '../../../../support/roll-back.js';

describe('a wrapped client of mysql2', () => {
  /** Another client changes the row after the capture, and lets it go when the agent's call waits for it. */
  async function overtaken(change: string, call: () => Promise<unknown>): Promise<void> {
    const other = await world.pool.getConnection();
    await other.query('BEGIN');
    await other.query(change);
    const called = call();
    // The server refreshes this view only if no query has read it for a tenth of a second.
    const waiting = async () => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      return world.sql("SELECT 1 FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'");
    };
    await eventually(waiting, (found) => (found as unknown[]).length > 0);
    await other.query('COMMIT');
    other.release();
    await called;
  }
  const outcomesOf = ({ results }: { results: readonly { outcome: string | null }[] }) =>
    results.map(({ outcome }) => outcome);

  describe.each([
    ['with an update', (table: string) => [`UPDATE ${table} SET credit = ? WHERE id = 1`, [1]] as const],
    ['with a deletion', (table: string) => [`DELETE FROM ${table} WHERE id = 1`, []] as const],
  ])('%s', (_, statement) => {
    it.each(['query', 'execute', 'callback', 'transaction'] as const)(
      'overwrites no change that came between the capture and the call (%s)',
      async (style) => {
        const table = await newCustomers();
        const { wrapped, wrap, session } = await setup(newPool());
        const old = wrap(closing(createPool({ uri: world.url })), { connector: 'mysql' });
        const [sql, values] = statement(table);
        await overtaken(`UPDATE ${table} SET credit = 15 WHERE id = 1`, async () => {
          if (style === 'callback') return calledBack((done) => old.query(sql, [...values], done));
          if (style === 'query') return wrapped.query(sql, [...values]);
          if (style === 'execute') return wrapped.execute(sql, [...values]);
          const connection = await wrapped.getConnection();
          await connection.beginTransaction();
          const prepared = await connection.prepare(sql);
          await prepared.execute([...values]);
          await connection.commit();
          connection.release();
        });
        const left = await rowsOf(table);
        expect(outcomesOf(await rollBack(session))).toEqual(['CONFLICT']);
        expect(await rowsOf(table)).toEqual(left);
      },
    );
  });
});
