import 'reflect-metadata';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { Archive, type Summary } from './admin/archive/archive.js';
import { REASONS, type Reason } from './admin/archive/archive-rules.js';
import {
  type ArchiveOptions,
  parseArchiveOptions,
  parseRestoreOptions,
  UsageError,
} from './admin/archive/arguments.js';
import { Restore, type Restored } from './admin/archive/restore.js';
import { Shares } from './platform/concurrency/shares.js';
import { connectionSettings, entitySettings } from './platform/database/connection.js';
import { Database } from './platform/database/database.js';
import { refuseOtherSchema } from './platform/database/schema/schema-check.js';
import { refuseUnsafeRole } from './platform/database/service-role.js';

/** `npm run archive`: with the service's DATABASE_URL, while it runs. Safe to stop and to repeat. */
async function main(): Promise<void> {
  const [first, ...more] = process.argv.slice(2);
  const restoring = first === 'restore' ? parseRestoreOptions(more) : null;
  const options = restoring ? null : parseArchiveOptions(process.argv.slice(2));
  const { DATABASE_URL: databaseUrl } = process.env;
  if (!databaseUrl) throw new Error('Set DATABASE_URL as the service has it.');
  const settings = { ...entitySettings(databaseUrl), applicationName: 'backstop archive' };
  const dataSource = await new DataSource(settings).initialize();
  const database = new Database(dataSource, new pg.Pool({ ...connectionSettings(databaseUrl), max: 1 }), new Shares(1));
  try {
    await refuseUnsafeRole(dataSource);
    await refuseOtherSchema(dataSource);
    const say = (line: string) => console.log(line);
    if (restoring) printRestored(await new Restore(restoring, database, say).run());
    if (options) tell(await new Archive(options, database, say).run(), options);
  } finally {
    await database.onApplicationShutdown();
  }
}

function tell({ sessions, actions, files, kept }: Summary, { isDryRun }: ArchiveOptions): void {
  const counts = `${sessions} sessions with ${actions} actions in ${files} files`;
  console.log(isDryRun ? `${sessions} sessions would leave. Nothing was changed.` : `Archived ${counts}.`);
  for (const [reason, words] of Object.entries(REASONS)) {
    const count = kept.get(reason as Reason);
    if (count !== undefined) console.log(`Kept ${count}: ${words}.`);
  }
}

function printRestored({ sessions, present }: Restored): void {
  console.log(`Restored ${sessions} sessions; ${present} were there already.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
