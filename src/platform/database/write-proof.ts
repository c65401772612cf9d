// SQL: the locks and the commit of a write are what is proved, in one round trip.

import type { Database } from './database.js';
import { sqlState } from './database.js';
import { isSupported, READINESS } from './schema/schema-version.js';

/** The most that a proof takes, the wait for a connection, for locks and for the commit together. */
const PROVED_WITHIN_MS = 2_000;

const INSUFFICIENT_PRIVILEGE = '42501';
const UNDEFINED_COLUMN = '42703';
const UNDEFINED_TABLE = '42P01';
const OTHER_SCHEMA = new Set([INSUFFICIENT_PRIVILEGE, UNDEFINED_COLUMN, UNDEFINED_TABLE]);

/** The part that is missing for a write, with its cause for the log; null when the write was committed. */
type MissingForWrite = { readonly part: 'database' | 'schema'; readonly cause: unknown } | null;

/** Every table that the service may write, whichever of them this process knows. */
const LOCK_EVERY_TABLE = `
  DO $$
  BEGIN
    EXECUTE (SELECT 'LOCK TABLE ' || string_agg(quote_ident(relname), ', ' ORDER BY relname) || ' IN ROW EXCLUSIVE MODE'
             FROM pg_catalog.pg_class
             WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND has_table_privilege(oid, 'INSERT, UPDATE, DELETE'));
  END $$`;

/**
 * Writes a temporary file of about 150 KB to the disk of the database. The change of one row needs no new page, so
 * it succeeds on a full disk.
 */
const TAKE_SPACE = `SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 10000)`;

/**
 * Writes as the ledger does: it locks every table of the service in the mode of a write, changes a row and commits. So it
 * fails when a table is locked, the server is read-only or its disk full, or the commit waits for a standby that is lost.
 */
export async function missingForWrite(database: Database): Promise<MissingForWrite> {
  const write = `
    SET LOCAL lock_timeout = ${PROVED_WITHIN_MS};
    ${LOCK_EVERY_TABLE};
    ${TAKE_SPACE};
    UPDATE ${READINESS} SET proved_at = clock_timestamp();
    SELECT version FROM schema_version`;
  try {
    const results = await database.script<{ version?: number }>(write, PROVED_WITHIN_MS);
    const version = results.at(-1)?.[0]?.version ?? null;
    return isSupported(version) ? null : { part: 'schema', cause: `version ${version}` };
  } catch (error) {
    return { part: OTHER_SCHEMA.has(sqlState(error)) ? 'schema' : 'database', cause: error };
  }
}
