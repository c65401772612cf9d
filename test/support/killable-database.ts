import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.js';
import { migrate } from '../../src/platform/database/migrations.js';
import { provision } from '../../src/platform/database/provision.js';
import { freePort } from './free-port.mjs';
import { childrenOf } from './process-tree.js';

export type KillableDatabase = Awaited<ReturnType<typeof newKillableDatabase>>;

/**
 * A service's PostgreSQL of its own, always at the same address, that can be killed and started again.
 * @param parent the folder of its data
 */
export async function newKillableDatabase(settings: Record<string, string> = {}, parent = tmpdir()) {
  const dataDir = mkdtempSync(join(parent, 'backstop-killable-'));
  const port = String(await freePort());
  const start = async () => {
    // Committed rows must survive the server's death: without that, no test here would mean anything.
    const server = await startEmbeddedPostgres({ dataDir, durable: true, tcp: true, settings: { ...settings, port } });
    const at = (url: string) => url.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`);
    const url = (user: string, password: string, database: string) => at(server.url(user, password, database));
    return { ...server, superuserUrl: at(server.superuserUrl), url };
  };
  let server = await start();
  const { ownerUrl, serviceUrl } = await provision(server);
  await migrate(ownerUrl, serviceUrl);
  return {
    serviceUrl,
    ownerUrl,
    superuserUrl: server.superuserUrl,
    /** Sends the signal to the server and all its sessions. */
    signal: (signal: NodeJS.Signals) => {
      for (const pid of [server.pid, ...childrenOf(server.pid)]) {
        try {
          process.kill(pid, signal);
        } catch {
          // A session may have ended meanwhile.
        }
      }
    },
    kill: async () => {
      process.kill(server.pid, 'SIGKILL');
      await server.stop();
    },
    startAgain: async () => {
      server = await start();
    },
    /** The postmaster of now. */
    pid: () => server.pid,
    drop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
