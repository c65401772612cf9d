import pg from 'pg';
import { migrate } from '../../src/platform/database/migrations.js';
import { unique } from './client.js';

export interface OwnDatabase {
  readonly ownerUrl: string;
  /** As the service’s role. */
  readonly serviceUrl: string;
  readonly superuser: pg.Pool;
  drop(): Promise<void>;
}

/** A migrated database for one suite, which may then change what all the others rely on. */
export async function newOwnDatabase(): Promise<OwnDatabase> {
  const serverUrl = process.env.TEST_SUPERUSER_URL ?? '';
  const name = unique('own').replaceAll('-', '_');
  const url = serverUrl.replace(/\/[^/]*$/, `/${name}`);
  const serviceUrl = url.replace(/\/\/[^@]*@/, `//${name}:a-password@`);
  const server = new pg.Pool({ connectionString: serverUrl, max: 1 });
  await server.query(`CREATE DATABASE ${name}`);
  await migrate(url, serviceUrl);
  const superuser = new pg.Pool({ connectionString: url, max: 3 });
  superuser.on('error', () => undefined);
  const drop = async () => {
    await superuser.end();
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.query(`DROP ROLE ${name}`);
    await server.end();
  };
  return { ownerUrl: url, serviceUrl, superuser, drop };
}
