import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalDatabase } from '../../dist/platform/database/local-database.js';
import { startService } from './service.mjs';

/** One real PostgreSQL and two processes of the built service for the whole run, thrown away afterwards. */
export default async function setUp() {
  const directory = mkdtempSync(join(tmpdir(), 'backstop-test-'));
  const database = await startLocalDatabase(directory, { durable: false });
  process.env.TEST_DATABASE_URL = database.serviceUrl;
  process.env.TEST_OWNER_URL = database.ownerUrl;
  process.env.TEST_SUPERUSER_URL = database.superuserUrl;
  const services = await Promise.all([startService(), startService()]);
  process.env.TEST_SERVICE_URLS = services.map(({ url }) => url).join(' ');
  globalThis.tearDownTests = async () => {
    await Promise.all(services.map((service) => service.stop()));
    await database.stop();
    rmSync(directory, { recursive: true, force: true });
    // Whatever a service complained about in a green run is worth reading.
    for (const { output } of services)
      for (const line of output.filter((text) => text.includes('"level":50'))) console.error(line);
  };
}
