import { Backstop, PolicyBlockedError, wrap } from '@backstop/sdk';
import pg from 'pg';

const backstop = new Backstop(); // reads BACKSTOP_URL and BACKSTOP_API_KEY
const session = await backstop.createSession({ agentId: 'support-agent', intent: 'Raise the credit of customer 1' });
const customers = new pg.Pool({ connectionString: process.env.CUSTOMERS_URL });
const pool = wrap(customers, session, { connector: 'postgres' });
const show = async (when) => console.log(when, (await pool.query('SELECT * FROM customers ORDER BY id')).rows);

await pool.query('UPDATE customers SET credit = $1 WHERE id = $2', [50, 1]); // captured, checked, run, recorded
await show('After the update:');

try {
  await pool.query('DELETE FROM customers WHERE id = $1', [2]);
} catch (error) {
  if (!(error instanceof PolicyBlockedError)) throw error;
  console.log('The delete did not run:', error.reason);
}

const { displayStatus } = await session.rollback(); // the last effect first
console.log('The session is', displayStatus);
await show('After the rollback:');
await pool.end();
