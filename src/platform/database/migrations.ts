import pg from 'pg';
import { DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { type ConnectionSettings, connectionSettings, typeormSettings } from './connection.js';
import {
  appliedSources,
  applySources,
  dropFunctions,
  dropTriggersAndViews,
  forget,
  noteVersion,
} from './schema/apply-sources.js';
import { BOOKKEEPING, READINESS, SCHEMA_VERSION } from './schema/schema-version.js';
import { numberedFiles, sqlSources } from './schema/sql-files.js';
import { isForTables, planSources } from './schema/sql-plan.js';
import { nameOfSource } from './schema/sql-source.js';
import { pathOfMigration, typeormMigrations } from './schema/typeorm-migrations.js';

/** Runs `work` in one transaction as the owner; a lock admits one process at a time. */
async function asOwner<T>(
  ownerUrl: string,
  work: (runner: QueryRunner, numbered: MigrationExecutor) => Promise<T>,
): Promise<T> {
  const owner = await new DataSource({
    ...typeormSettings(ownerUrl),
    migrations: typeormMigrations(numberedFiles()),
  }).initialize();
  try {
    const runner = owner.createQueryRunner();
    await runner.startTransaction();
    await runner.query("SELECT pg_advisory_xact_lock(hashtext('backstop migrations'))");
    await runner.query(`
      CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL);
      CREATE TABLE IF NOT EXISTS sql_sources (path text PRIMARY KEY, hash text NOT NULL)`);
    const numbered = new MigrationExecutor(owner, runner);
    numbered.transaction = 'none';
    const result = await work(runner, numbered);
    await runner.commitTransaction();
    return result;
  } finally {
    // Ends the connection, and with it a transaction that failed.
    await owner.destroy();
  }
}

/**
 * Brings the schema up to date as its owner and gives the service's role, made when it is missing, its rights: on rows,
 * never on the schema. Returns the files that ran: the numbered ones, then the sources that changed.
 * @throws Error naming the file, and changes nothing, if one of them fails
 */
export async function migrate(ownerUrl: string, serviceUrl: string): Promise<string[]> {
  return asOwner(ownerUrl, async (runner, numbered) => {
    await refuseUnknownMigrations(numbered);
    const tablesChange = (await numbered.getPendingMigrations()).length > 0;
    const plan = planSources(sqlSources(), await appliedSources(runner), { tablesChange });
    await dropTriggersAndViews(runner, plan.dropFirst);
    await applySources(runner, plan.applyBeforeTables);
    const ran = await numbered.executePendingMigrations();
    await applySources(runner, plan.applyAfterTables);
    await dropFunctions(runner, plan.dropLast);
    await forget(runner, plan.forget);
    await noteVersion(runner, SCHEMA_VERSION);
    await grantRows(runner, connectionSettings(serviceUrl));
    await runner.query('SELECT renumber_restored()');
    const applied = [...plan.applyBeforeTables, ...plan.applyAfterTables];
    return [...ran.map(({ name }) => pathOfMigration(name)), ...applied.map(({ path }) => path)];
  });
}

/**
 * Undoes the newest numbered file. The functions, views and triggers go as well, because they may name objects that it
 * made: run `migrate` of the version that is to use the database next.
 */
export async function revertLast(ownerUrl: string): Promise<void> {
  await asOwner(ownerUrl, async (runner, numbered) => {
    const sources = [...(await appliedSources(runner)).keys()].map(nameOfSource);
    await dropTriggersAndViews(runner, sources);
    await dropFunctions(
      runner,
      sources.filter((source) => !isForTables(source)),
    );
    await numbered.undoLastMigration();
    const remaining = await numbered.getExecutedMigrations();
    if (remaining.length === 0) await dropFunctions(runner, sources);
    await noteVersion(runner, null);
  });
}

/** An older version must not take the functions from under tables that it does not know. */
async function refuseUnknownMigrations(numbered: MigrationExecutor): Promise<void> {
  const known = new Set(numberedFiles().map(({ path }) => path));
  const unknown = (await numbered.getExecutedMigrations()).map(({ name }) => pathOfMigration(name));
  const newer = unknown.filter((path) => !known.has(path));
  if (newer.length === 0) return;
  throw new Error(
    `This database was migrated with a newer version: migrations/${newer.join(', migrations/')} is not here. ` +
      'Run "npm run migrate -- --revert" of that version first, once for each of these files.',
  );
}

/** Makes the service's role when it is missing, and lets it read and write rows, but not change the schema. */
async function grantRows(
  runner: QueryRunner,
  { user, password }: ConnectionSettings & { user: string },
): Promise<void> {
  const role = pg.escapeIdentifier(user);
  const [exists] = await runner.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [user]);
  if (!exists) {
    const literal = pg.escapeLiteral(String(password));
    await runner.query(`CREATE ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE PASSWORD ${literal}`);
  }
  await runner.query(`
    GRANT USAGE ON SCHEMA public TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
    REVOKE ALL ON TABLE ${BOOKKEEPING.join(', ')} FROM ${role};
    GRANT SELECT ON TABLE ${BOOKKEEPING.join(', ')} TO ${role};
    GRANT UPDATE ON TABLE ${READINESS} TO ${role};
    REVOKE EXECUTE ON ALL ROUTINES IN SCHEMA public FROM PUBLIC;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${role};
  `);
}
