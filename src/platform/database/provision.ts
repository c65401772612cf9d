import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** An owner that may change the schema and a service role that may not, on a server of our own. */
export interface ProvisionedDatabase {
  readonly ownerUrl: string;
  readonly serviceUrl: string;
}

/** The role that the service works as. */
export const SERVICE_ROLE = 'backstop_service';

export const DATABASE = 'backstop';

interface OwnServer {
  readonly superuserUrl: string;
  url(user: string, password: string, database: string): string;
}

/** Makes, or renews the passwords of, both roles and the database; safe to repeat at every start. */
export async function provision(server: OwnServer, database = DATABASE): Promise<ProvisionedDatabase> {
  const owner = { role: 'backstop_owner', password: randomBytes(24).toString('hex') };
  const service = { role: SERVICE_ROLE, password: randomBytes(24).toString('hex') };
  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  try {
    for (const { role, password } of [owner, service]) {
      const exists = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
      const rights = 'LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE';
      await client.query(`${exists.rowCount ? 'ALTER' : 'CREATE'} ROLE ${role} WITH ${rights} PASSWORD '${password}'`);
    }
    const exists = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (!exists.rowCount) await client.query(`CREATE DATABASE "${database}" OWNER ${owner.role}`);
  } finally {
    await client.end();
  }
  const asOwner = new pg.Client({ connectionString: server.superuserUrl.replace(/\/[^/]*$/, `/${database}`) });
  await asOwner.connect();
  try {
    await asOwner.query(`ALTER SCHEMA public OWNER TO ${owner.role}`);
  } finally {
    await asOwner.end();
  }
  return {
    ownerUrl: server.url(owner.role, owner.password, database),
    serviceUrl: server.url(service.role, service.password, database),
  };
}
