import pg from 'pg';
import { unique } from './client.js';
import { newPool } from './pool.js';
import { type ServiceProcess, startService } from './service.mjs';
import { count } from './suite-costs.mjs';

export interface OwnDatabase {
  /** The address for a superuser, who also owns the schema. */
  readonly ownerUrl: string;
  readonly superuser: pg.Pool;
  readonly name: string;
  /** The role of the services, here and on every other database of the run. */
  readonly role: string;
  readonly serviceUrl: string;
  readonly services: readonly ServiceProcess[];
  drop(): Promise<void>;
}

const inDatabase = (url: string, name: string) => url.replace(/\/[^/]*$/, `/${name}`);

/** Turns autovacuum off: the suite says when tables are analyzed, and so when statements are planned anew. */
export async function withoutAutovacuum(superuser: pg.Pool): Promise<void> {
  const { rows } = await superuser.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  for (const { tablename } of rows) await superuser.query(`ALTER TABLE ${tablename} SET (autovacuum_enabled = off)`);
}

/** A copy of the migrated template for one suite, which may change what other suites rely on, and processes on it. */
export async function newOwnDatabase(processes = 0): Promise<OwnDatabase> {
  const { TEST_SUPERUSER_URL: superuserUrl = '', TEST_DATABASE_URL = '', TEST_TEMPLATE: template } = process.env;
  count('databases');
  const name = unique('own').replaceAll('-', '_');
  const serviceUrl = inDatabase(TEST_DATABASE_URL, name);
  const server = new pg.Client({ connectionString: superuserUrl });
  await server.connect();
  await server.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const superuser = newPool({ connectionString: inDatabase(superuserUrl, name), max: 4 });
  const services = await Promise.all(
    Array.from({ length: processes }, () => startService({ DATABASE_URL: serviceUrl })),
  );
  const drop = async () => {
    await Promise.all(services.map((service) => service.stop()));
    await superuser.end();
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.end();
  };
  return {
    ownerUrl: inDatabase(superuserUrl, name),
    superuser,
    name,
    role: new URL(serviceUrl).username,
    serviceUrl,
    services,
    drop,
  };
}
