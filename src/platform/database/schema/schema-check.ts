import type { DataSource } from 'typeorm';
import { StartRefusedError } from '../../../config/start-refused.error.js';
import { sqlState } from '../database.js';
import { refusalOf, SCHEMA_VERSION } from './schema-version.js';
import { numberedFiles, sqlSources } from './sql-files.js';
import { pathOfMigration } from './typeorm-migrations.js';

const UNDEFINED_TABLE = '42P01';
const INSUFFICIENT_PRIVILEGE = '42501';

interface Found {
  version: number | null;
  numbered: string[];
  sources: Record<string, string>;
}

const FOUND = `
  SELECT (SELECT version FROM schema_version) AS version,
    (SELECT coalesce(json_agg(name), '[]') FROM migrations) AS numbered,
    (SELECT coalesce(json_object_agg(path, hash), '{}') FROM sql_sources) AS sources`;

/**
 * Boot stops unless the database has the schema that this process was written for, or the one after it.
 * @throws StartRefusedError naming the file that differs and what to run
 */
export async function refuseOtherSchema(dataSource: DataSource): Promise<void> {
  const { version, numbered, sources } = await readSchema(dataSource);
  const refusal = refusalOf(
    {
      version: SCHEMA_VERSION,
      numbered: numberedFiles().map(({ path }) => path),
      sources: new Map(sqlSources().map(({ path, hash }) => [path, hash])),
    },
    { version, numbered: numbered.map(pathOfMigration), sources: new Map(Object.entries(sources)) },
  );
  if (refusal) throw new StartRefusedError(refusal);
}

async function readSchema(dataSource: DataSource): Promise<Found> {
  try {
    const [found]: [Found] = await dataSource.query(FOUND);
    return found;
  } catch (error) {
    if (![UNDEFINED_TABLE, INSUFFICIENT_PRIVILEGE].includes(sqlState(error))) throw error;
    throw new StartRefusedError(
      'The schema of this database is not up to date, or the role of DATABASE_URL lacks its rights. ' +
        'Run "npm run migrate", then start again.',
    );
  }
}
