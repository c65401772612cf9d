import pg from 'pg';
import { migrate } from '../../src/platform/database/migrations.js';
import { unique } from './client.js';

const withDatabase = (url = '', database = '') => url.replace(/\/[^/]*$/, `/${database}`);

export interface OwnDatabase {
  /** For the service. */
  readonly url: string;
  /** The rows behind it, past row-level security. */
  readonly rows: pg.Pool;
  drop(): Promise<void>;
}

/** A database for services that must share their jobs with no other suite. */
export async function newOwnDatabase(): Promise<OwnDatabase> {
  const name = unique('own').replaceAll('-', '_');
  const superuserUrl = process.env.TEST_SUPERUSER_URL ?? '';
  const server = new pg.Client({ connectionString: withDatabase(superuserUrl, 'postgres') });
  await server.connect();
  await server.query(`CREATE DATABASE ${name} OWNER backstop_owner`);
  const rows = new pg.Pool({ connectionString: withDatabase(superuserUrl, name), max: 4 });
  rows.on('error', () => undefined);
  await rows.query('ALTER SCHEMA public OWNER TO backstop_owner');
  const url = withDatabase(process.env.TEST_DATABASE_URL, name);
  await migrate(withDatabase(process.env.TEST_OWNER_URL, name), url);
  const drop = async () => {
    await rows.end();
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.end();
  };
  return { url, rows, drop };
}
