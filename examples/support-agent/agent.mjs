import { PolicyBlockedError, wrap } from '@backstop/sdk';

/**
 * A support agent. It talks to the customers' database through a wrapped `pg` pool, and knows nothing else of Backstop
 * but what a refusal looks like.
 *
 * @param {import('@backstop/sdk').Session} session
 * @param {import('pg').Pool} rawPool the agent's own connection
 * @param {(line: string) => void} say
 */
export async function lookAfterCustomers(session, rawPool, say) {
  const pool = wrap(rawPool, session, { connector: 'postgres', pollIntervalMs: 1_000 });

  await pool.query('UPDATE customers SET plan = $1, note = $2 WHERE id = $3', ['pro', 'upgraded by phone', 7]);
  say('customer 7 was moved to the plan pro');

  const added = await pool.query('INSERT INTO customers (name, email, plan) VALUES ($1, $2, $3) RETURNING id', [
    'Grace Hopper',
    'grace@example.com',
    'free',
  ]);
  say(`customer ${added.rows[0].id}, Grace Hopper, was added`);

  await pool.query('DELETE FROM customers WHERE id IN (11, 12, 13)');
  say('customers 11, 12 and 13 asked to be forgotten and were deleted');

  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('UPDATE customers SET credit = 0 WHERE id = 20');
    await client.query('UPDATE customers SET credit = 75 WHERE id = 21');
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  say('the credit of customer 20 was moved to customer 21, in one transaction');

  let blocked = null;
  try {
    await pool.query("DELETE FROM customers WHERE plan = 'trial'");
  } catch (error) {
    if (!(error instanceof PolicyBlockedError)) throw error;
    blocked = error;
    say(`deleting every trial customer was refused: ${error.reason}`);
  }

  say('a credit of 500 for customer 42 has to wait for a person …');
  await pool.query('UPDATE customers SET credit = $1 WHERE id = $2', [500, 42]);
  say('… and ran as it was approved');

  return { blocked, addedId: added.rows[0].id };
}
