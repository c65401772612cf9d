import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../dist/platform/database/embedded/embedded-postgres.js';
import { startLocalDatabase } from '../../dist/platform/database/local-database.js';
import { mustRunAll, whatWasLeftOut } from './needs.mjs';
import { QUIET_START_MS } from './patience.mjs';
import { scratchDirectory } from './scratch.mjs';
import { startService } from './service.mjs';
import { noteSharedProcess } from './suite-costs.mjs';

/** Many suites start services of their own, and have databases of their own. */
const MANY = { max_connections: '300' };

/**
 * Starts what the whole run shares, and discards it afterwards: the service's PostgreSQL with two processes of the
 * built service on it, and the PostgreSQL of an operator.
 */
export default async function setUp() {
  const leftOut = whatWasLeftOut();
  if (leftOut && mustRunAll) throw new Error(leftOut);
  const directory = scratchDirectory();
  const [database, customers] = await Promise.all([
    startLocalDatabase(join(directory, 'service'), { durable: false, settings: MANY }),
    startEmbeddedPostgres({ dataDir: join(directory, 'customers'), durable: false, tcp: true, settings: MANY }),
  ]);
  process.env.TEST_UNDECLARED_ANSWERS = join(directory, 'undeclared-answers');
  writeFileSync(process.env.TEST_UNDECLARED_ANSWERS, '');
  process.env.TEST_DATABASE_URL = database.serviceUrl;
  process.env.TEST_OWNER_URL = database.ownerUrl;
  process.env.TEST_SUPERUSER_URL = database.superuserUrl;
  process.env.TEST_CUSTOMERS_URL = customers.superuserUrl;
  process.env.TEST_TEMPLATE = await copyForSuites(database.superuserUrl);
  const begun = performance.now();
  const services = await Promise.all([startService(), startService()]);
  process.env.TEST_SLOWNESS = String((performance.now() - begun) / QUIET_START_MS);
  process.env.TEST_SERVICE_URLS = services.map(({ url }) => url).join(' ');
  globalThis.tearDownTests = async () => {
    for (const { pid } of services) noteSharedProcess('one of the two services of the run', pid);
    noteSharedProcess('the PostgreSQL of the services', database.pid);
    noteSharedProcess('the PostgreSQL of the customers', customers.pid);
    await Promise.all(services.map((service) => service.stop()));
    await Promise.all([database.stop(), customers.stop()]);
    rmSync(directory, { recursive: true, force: true });
    // Errors that a service logged in a green run are printed, because they are worth reading.
    const isComplaint = (line) => line.includes('"level":50') || line.includes('the service could not answer');
    for (const { output } of services) for (const line of output.filter(isComplaint)) console.error(line);
  };
}

/** The migrated database, which no process uses yet: PostgreSQL copies it in milliseconds. Answers the name of the copy. */
async function copyForSuites(superuserUrl) {
  const superuser = new pg.Client({ connectionString: superuserUrl });
  await superuser.connect();
  await superuser.query('CREATE DATABASE backstop_template TEMPLATE backstop');
  await superuser.end();
  return 'backstop_template';
}
