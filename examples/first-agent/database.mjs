import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../dist/platform/database/embedded/embedded-postgres.js';

/** A PostgreSQL with two customers, for README's first agent. It is gone when the program stops. */
const directory = mkdtempSync(join(tmpdir(), 'backstop-customers-'));
const database = await startEmbeddedPostgres({ dataDir: directory, durable: false, tcp: true });
const client = new pg.Client({ connectionString: database.superuserUrl });
await client.connect();
await client.query('CREATE TABLE customers (id int PRIMARY KEY, name text NOT NULL, credit int NOT NULL)');
await client.query("INSERT INTO customers VALUES (1, 'Ada', 0), (2, 'Grace', 20)");
await client.end();
console.log(`export CUSTOMERS_URL='${database.superuserUrl}'`);

const running = setInterval(() => {}, 3_600_000); // the server alone does not keep this program alive
const stop = async () => {
  clearInterval(running);
  await database.stop();
  rmSync(directory, { recursive: true, force: true });
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
