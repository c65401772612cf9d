import pg from 'pg';
import { migrate } from '../../src/platform/database/migrations.js';
import { unique } from './client.js';
import { type ServiceProcess, startService } from './service.mjs';

export interface OwnDatabase {
  readonly ownerUrl: string;
  readonly superuser: pg.Pool;
  readonly name: string;
  /** The role the services use, and how they come in with it. */
  readonly role: string;
  readonly serviceUrl: string;
  readonly services: readonly ServiceProcess[];
  drop(): Promise<void>;
}

/** A migrated database for one suite, which may then change what all the others rely on, and processes on it. */
export async function newOwnDatabase(processes = 0): Promise<OwnDatabase> {
  const superuserUrl = process.env.TEST_SUPERUSER_URL ?? '';
  const [name, role] = [unique('own').replaceAll('-', '_'), unique('service').replaceAll('-', '_')];
  const ownerUrl = superuserUrl.replace(/\/[^/]*$/, `/${name}`);
  const serviceUrl = ownerUrl.replace(/\/\/[^@]*@/, `//${role}:a-password@`);
  const server = new pg.Client({ connectionString: superuserUrl });
  await server.connect();
  await server.query(`CREATE DATABASE ${name}`);
  await migrate(ownerUrl, serviceUrl);
  const superuser = new pg.Pool({ connectionString: ownerUrl, max: 4 });
  superuser.on('error', () => undefined);
  const services = await Promise.all(
    Array.from({ length: processes }, () => startService({ DATABASE_URL: serviceUrl })),
  );
  const drop = async () => {
    await Promise.all(services.map((service) => service.stop()));
    await superuser.end();
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.query(`DROP ROLE ${role}`);
    await server.end();
  };
  return { ownerUrl, superuser, name, role, serviceUrl, services, drop };
}
