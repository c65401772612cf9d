import 'reflect-metadata';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { readConfig } from './config/config.js';
import { KeyRing } from './credentials/key-ring.js';
import { Shares } from './platform/concurrency/shares.js';
import { connectionSettings, entitySettings } from './platform/database/connection.js';
import { Database } from './platform/database/database.js';
import { SealError } from './platform/envelope.js';

/** `npm run keys:rotate`: with the service's own environment, while it runs. Safe to stop and to repeat. */
async function main(): Promise<number> {
  const config = readConfig(process.env);
  const { databaseUrl } = config;
  if (!databaseUrl) throw new Error('Set DATABASE_URL and ENCRYPTION_KEYS as the service has them.');
  const dataSource = await new DataSource(entitySettings(databaseUrl)).initialize();
  const database = new Database(dataSource, new pg.Pool({ ...connectionSettings(databaseUrl), max: 1 }), new Shares(1));
  try {
    const keys = new KeyRing(config);
    const { wrapped, unreadable } = await rotateKeys(database, keys, (done) => console.log(`${done} done`));
    console.log(`Wrapped by root key ${keys.newestRoot}: ${wrapped} more; all others were already.`);
    for (const id of unreadable)
      console.error(`The key of organization ${id} opens with none of the root keys at hand.`);
    return unreadable.length === 0 ? 0 : 1;
  } finally {
    await database.onApplicationShutdown();
  }
}

main()
  .then((code) => {
    process.exitCode = code;
  })
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });

const ORGANIZATIONS_PER_LOOKUP = 100;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

interface Rotated {
  readonly wrapped: number;
  /** Organizations whose key cannot be opened with any available root key. */
  readonly unreadable: readonly string[];
}

/**
 * Wraps every organization's key anew by the newest root key, one short transaction each: services that know both go on
 * reading meanwhile. After a stop at any point, the next run continues there (docs/contract.md, "Credentials and
 * registry").
 * @param progress is called at intervals with the number of finished organizations
 */
async function rotateKeys(database: Database, keys: KeyRing, progress: (wrapped: number) => void): Promise<Rotated> {
  const unreadable: string[] = [];
  let wrapped = 0;
  for (let after = BEFORE_ALL; ; ) {
    const behind = await database.lookup<{ id: string }>('SELECT id FROM organizations_behind($1, $2, $3) AS id', [
      keys.newestRoot,
      after,
      ORGANIZATIONS_PER_LOOKUP,
    ]);
    for (const { id } of behind) {
      try {
        if (await database.transaction(id, (em) => keys.rewrap(em, id))) wrapped++;
      } catch (error) {
        if (!(error instanceof SealError)) throw error;
        unreadable.push(id);
      }
    }
    const last = behind.at(-1);
    if (!last) return { wrapped, unreadable };
    after = last.id;
    progress(wrapped);
  }
}
