import 'reflect-metadata';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { readConfig } from './config/config.js';
import { KeyRing } from './credentials/key-ring.js';
import { rotateKeys } from './credentials/rotate-keys.js';
import { Shares } from './platform/concurrency/shares.js';
import { connectionSettings, entitySettings } from './platform/database/connection.js';
import { Database } from './platform/database/database.js';

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
