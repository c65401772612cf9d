import { Backstop, wrap } from '@backstop/sdk';
import pg from 'pg';

const backstop = new Backstop(); // reads BACKSTOP_URL and BACKSTOP_API_KEY
const session = await backstop.createSession({ agentId: 'support-agent', intent: 'Raise the credit of customer 1' });
const customers = new pg.Pool({ connectionString: process.env.CUSTOMERS_URL });
const pool = wrap(customers, session, { connector: 'postgres' });

console.log('Waiting for your approval');
await pool.query('UPDATE customers SET credit = $1 WHERE id = $2', [50, 1]); // captured, approved, run, recorded
console.log('After the update:', (await pool.query('SELECT * FROM customers ORDER BY id')).rows);
await pool.end();
