import pg from 'pg';
import { unique } from './client.js';
import { newPool } from './pool.js';

/** A database of its own on the operator's server: the world an agent works on. */
export async function newCustomerDatabase(): Promise<{ url: string; pool: pg.Pool; drop(): Promise<void> }> {
  const server = process.env.TEST_CUSTOMERS_URL ?? '';
  const name = unique('customers').replaceAll('-', '_');
  await asSuperuser(server, `CREATE DATABASE ${name} STRATEGY file_copy`);
  const url = server.replace(/\/[^/]*$/, `/${name}`);
  const pool = newPool({ connectionString: url, max: 4 });
  const drop = async () => {
    await pool.end();
    await asSuperuser(server, `DROP DATABASE ${name} WITH (FORCE)`);
  };
  return { url, pool, drop };
}

async function asSuperuser(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
