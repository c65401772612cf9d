import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { clusterData, SUPERUSER, superuserPassword } from './embedded/cluster.js';
import { EmbeddedPostgresError } from './embedded/embedded-postgres.error.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.js';
import { readPostmasterPid } from './embedded/previous-server.js';
import { migrate } from './migrations.js';
import { DATABASE, type ProvisionedDatabase, provision } from './provision.js';

export { SERVICE_ROLE } from './provision.js';

const serverDirectory = (dataDir: string) => join(dataDir, 'postgres');

/** True when an earlier start created the embedded database in `dataDir`. */
export const hasLocalDatabase = (dataDir: string): boolean => existsSync(clusterData(serverDirectory(dataDir)));

/** The embedded default: a real PostgreSQL below `dataDir`, with its roles and an up-to-date schema. */
export async function startLocalDatabase(
  dataDir: string,
  options: { durable: boolean; settings?: Record<string, string> } = { durable: true },
): Promise<ProvisionedDatabase & Pick<EmbeddedPostgres, 'superuserUrl' | 'pid' | 'gone' | 'stop'>> {
  const server = await startEmbeddedPostgres({ dataDir: serverDirectory(dataDir), ...options });
  try {
    const database = await provision(server);
    await migrate(database.ownerUrl, database.serviceUrl);
    const { superuserUrl, pid, gone } = server;
    return { ...database, superuserUrl, pid, gone, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * The superuser's URL of the embedded database of the Backstop that runs on `dataDir`.
 * @throws EmbeddedPostgresError while none runs
 */
export async function localDatabaseUrl(dataDir: string): Promise<string> {
  const directory = serverDirectory(resolve(dataDir));
  const server = hasLocalDatabase(dataDir) ? await readPostmasterPid(clusterData(directory)) : undefined;
  if (server?.status !== 'ready')
    throw new EmbeddedPostgresError(`No Backstop runs on ${dataDir}. Start it, or set DATABASE_URL or DATA_DIR.`);
  const password = encodeURIComponent(await superuserPassword(directory));
  return `postgres://${SUPERUSER}:${password}@${encodeURIComponent(server.socketDirectory)}:${server.port}/${DATABASE}`;
}
