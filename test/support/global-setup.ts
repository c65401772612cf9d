import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalDatabase } from '../../src/platform/database/local-database.js';

/** One real PostgreSQL for the whole run, thrown away afterwards. */
export default async function setUp(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'backstop-test-'));
  const database = await startLocalDatabase(directory, { durable: false });
  process.env.TEST_DATABASE_URL = database.serviceUrl;
  process.env.TEST_OWNER_URL = database.ownerUrl;
  process.env.TEST_SUPERUSER_URL = database.superuserUrl;
  (globalThis as { tearDownDatabase?: () => Promise<void> }).tearDownDatabase = async () => {
    await database.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}
