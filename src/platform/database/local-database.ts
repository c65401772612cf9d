import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { clusterData } from './embedded/cluster.js';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.js';
import { migrate } from './migrations.js';
import { type ProvisionedDatabase, provision } from './provision.js';

const serverDirectory = (dataDir: string) => join(dataDir, 'postgres');

/** Whether an earlier start has made the embedded database in `dataDir`. */
export const hasLocalDatabase = (dataDir: string): boolean => existsSync(clusterData(serverDirectory(dataDir)));

/** The embedded default: a real PostgreSQL below `dataDir`, with its roles and an up-to-date schema. */
export async function startLocalDatabase(
  dataDir: string,
  options: { durable: boolean; settings?: Record<string, string> } = { durable: true },
): Promise<ProvisionedDatabase & { superuserUrl: string; pid: number; stop(): Promise<void> }> {
  const server = await startEmbeddedPostgres({ dataDir: serverDirectory(dataDir), ...options });
  try {
    const database = await provision(server);
    await migrate(database.ownerUrl, database.serviceUrl);
    return { ...database, superuserUrl: server.superuserUrl, pid: server.pid, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
