import { closing, newCustomers, newPool, rowsOf } from '../../../../../sdk/test/needs-mariadb/customers.js';
import { wrapRecorded } from '../../../../../sdk/test/support/every-method.js';
import { RecordingGate } from '../../../../../sdk/test/support/recording-gate.js';

const CONCURRENT_CALLS = 200;

describe('many concurrent statements of MySQL, with an empty cache,', () => {
  it('ask the catalogue as often as one does', async () => {
    const table = await newCustomers();
    const questionsOf = async (atOnce: number) => {
      const pool = closing(newPool());
      let asked = 0;
      pool.pool.on('connection', (connection) => {
        const own = connection as unknown as { query(...args: unknown[]): unknown };
        const query = own.query.bind(connection);
        own.query = (...args) => {
          if (JSON.stringify(args[0]).includes('information_schema')) asked += 1;
          return query(...args);
        };
      });
      const wrapped = wrapRecorded(pool, new RecordingGate(), { connector: 'mysql' });
      const insert = () => wrapped.query(`INSERT INTO ${table} (name, credit) VALUES (?, ?)`, ['x', 1]);
      await Promise.all(Array.from({ length: atOnce }, insert));
      return asked;
    };
    const byOne = await questionsOf(1);
    expect([byOne > 0, await questionsOf(CONCURRENT_CALLS)]).toEqual([true, byOne]);
    expect(await rowsOf(table)).toHaveLength(3 + 1 + CONCURRENT_CALLS);
  });
});
