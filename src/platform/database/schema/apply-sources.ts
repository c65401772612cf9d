import type { QueryRunner } from 'typeorm';
import { sqlState } from '../database.js';
import type { AppliedSources } from './sql-plan.js';
import type { SqlSource, SqlSourceName } from './sql-source.js';

/** PostgreSQL replaces no function whose result type or parameter names differ. */
const INVALID_FUNCTION_DEFINITION = '42P13';

/** Reads the sources that the database records as applied. */
export async function appliedSources(runner: QueryRunner): Promise<AppliedSources> {
  const rows: { path: string; hash: string }[] = await runner.query('SELECT path, hash FROM sql_sources ORDER BY path');
  return new Map(rows.map(({ path, hash }) => [path, hash]));
}

/** Functions among the sources stay. */
export async function dropTriggersAndViews(runner: QueryRunner, sources: readonly SqlSourceName[]): Promise<void> {
  const triggers = sources.filter(({ kind }) => kind === 'trigger');
  for (const { name, table } of triggers) await runner.query(`DROP TRIGGER IF EXISTS ${name} ON ${table}`);
  const views = sources.filter(({ kind }) => kind === 'view');
  await dropInOneStatement(runner, 'VIEW', views);
  await forget(runner, [...triggers, ...views]);
}

/** Triggers and views among the sources stay. */
export async function dropFunctions(runner: QueryRunner, sources: readonly SqlSourceName[]): Promise<void> {
  const functions = sources.filter(({ kind }) => kind === 'function');
  await dropInOneStatement(runner, 'ROUTINE', functions);
  await forget(runner, functions);
}

/** Drops the objects in one statement, so that objects which use each other can be dropped in any order. */
async function dropInOneStatement(runner: QueryRunner, kind: string, objects: readonly SqlSourceName[]): Promise<void> {
  if (objects.length > 0) await runner.query(`DROP ${kind} IF EXISTS ${objects.map(({ name }) => name).join(', ')}`);
}

/** Deletes the records of sources that no longer exist or are recorded under another path. */
export async function forget(runner: QueryRunner, sources: readonly SqlSourceName[]): Promise<void> {
  if (sources.length > 0)
    await runner.query('DELETE FROM sql_sources WHERE path = ANY ($1)', [sources.map(({ path }) => path)]);
}

/** Records the version; null means that no process may start on this database. */
export async function noteVersion(runner: QueryRunner, version: number | null): Promise<void> {
  await runner.query('DELETE FROM schema_version WHERE version IS DISTINCT FROM $1', [version]);
  if (version !== null) {
    await runner.query('INSERT INTO schema_version SELECT $1::integer WHERE NOT EXISTS (SELECT FROM schema_version)', [
      version,
    ]);
  }
}

/** @throws Error naming the file that PostgreSQL does not accept */
export async function applySources(runner: QueryRunner, sources: readonly SqlSource[]): Promise<void> {
  for (const source of sources) {
    try {
      await (source.kind === 'function' ? applyFunction(runner, source) : runner.query(source.text));
    } catch (error) {
      throw new Error(`migrations/${source.path}: ${(error as Error).message}`, { cause: error });
    }
    await runner.query(
      'INSERT INTO sql_sources (path, hash) VALUES ($1, $2) ON CONFLICT (path) DO UPDATE SET hash = excluded.hash',
      [source.path, source.hash],
    );
  }
}

/** A function with other parameters is another function for PostgreSQL; the earlier one must not stay beside it. */
async function applyFunction(runner: QueryRunner, { name, text }: SqlSource): Promise<void> {
  const earlier = await routines(runner, name);
  await runner.query('SAVEPOINT replacing');
  try {
    await runner.query(text);
  } catch (error) {
    if (sqlState(error) !== INVALID_FUNCTION_DEFINITION) throw error;
    await runner.query('ROLLBACK TO SAVEPOINT replacing');
    await runner.query(`DROP ROUTINE ${earlier.join(', ')}`);
    await runner.query(text);
    return;
  }
  const now = await routines(runner, name);
  if (now.length > 1) await runner.query(`DROP ROUTINE ${earlier.join(', ')}`);
}

async function routines(runner: QueryRunner, name: string): Promise<string[]> {
  const found: { signature: string }[] = await runner.query(
    `SELECT oid::regprocedure::text AS signature FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND proname = $1`,
    [name],
  );
  return found.map(({ signature }) => signature);
}
