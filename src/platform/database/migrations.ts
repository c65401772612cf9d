import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { installation } from '../installation.js';
import { connectionSettings, typeormSettings } from './connection.js';

const FOLDER = join(installation.root, 'migrations');

/** One TypeORM migration for each `<timestamp>-<name>.up.sql` in `migrations/`, with the `.down.sql` beside it. */
function migrations(): (new () => MigrationInterface)[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.up.sql'));
  return files.sort().map((file) => {
    const [timestamp = '', name = ''] = file.replace('.up.sql', '').split(/-(.*)/s);
    const sql = (direction: string) => readFileSync(join(FOLDER, `${timestamp}-${name}.${direction}.sql`), 'utf8');
    return class implements MigrationInterface {
      readonly name = `${name}${timestamp}`;
      async up(runner: QueryRunner) {
        await runner.query(sql('up'));
      }
      async down(runner: QueryRunner) {
        await runner.query(sql('down'));
      }
    };
  });
}

async function asOwner<T>(ownerUrl: string, work: (owner: DataSource) => Promise<T>): Promise<T> {
  const owner = new DataSource({
    type: 'postgres',
    ...typeormSettings(ownerUrl),
    migrations: migrations(),
    migrationsTransactionMode: 'each',
  });
  await owner.initialize();
  try {
    return await work(owner);
  } finally {
    await owner.destroy();
  }
}

/**
 * Brings the schema up to date as its owner and gives the service's role, made when it is missing, what it may do: rows,
 * never the schema. Returns the names of the migrations that ran.
 */
export async function migrate(ownerUrl: string, serviceUrl: string): Promise<string[]> {
  const service = connectionSettings(serviceUrl);
  return asOwner(ownerUrl, async (owner) => {
    // One at a time, however many start at once; the lock ends with the connection.
    await owner.createQueryRunner().query("SELECT pg_advisory_lock(hashtext('backstop migrations'))");
    const role = pg.escapeIdentifier(service.user);
    const [exists] = await owner.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [service.user]);
    if (!exists) {
      const password = pg.escapeLiteral(String(service.password));
      await owner.query(
        `CREATE ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE PASSWORD ${password}`,
      );
    }
    const ran = await owner.runMigrations();
    await owner.query(`
      GRANT USAGE ON SCHEMA public TO ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
      REVOKE ALL ON TABLE migrations FROM ${role};
      GRANT SELECT ON TABLE migrations TO ${role};
      REVOKE EXECUTE ON ALL ROUTINES IN SCHEMA public FROM PUBLIC;
      GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${role};
    `);
    return ran.map((migration) => migration.name);
  });
}

/** Undoes the newest migration. */
export async function revertLast(ownerUrl: string): Promise<void> {
  await asOwner(ownerUrl, (owner) => owner.undoLastMigration());
}
