import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packagedBinaries, runnableBinaries } from './binaries.js';
import { clusterData, openCluster, SUPERUSER } from './cluster.js';
import { awaitPreviousServer, inUse, SHUTDOWN_GRACE } from './previous-server.js';
import { type Account, serverAccount } from './server-account.js';
import { ServerLog } from './server-log.js';
import { type ServerOptions, ServerProcess } from './server-process.js';

export interface EmbeddedPostgresOptions {
  /** The directory is created when absent. It holds the data, the superuser's password and the log. */
  readonly dataDir: string;
  /** True when committed data must survive a crash of the machine. Tests use false, which is faster. */
  readonly durable: boolean;
  /** Listen on a free port of 127.0.0.1 too; otherwise on a Unix socket only. */
  readonly tcp?: boolean;
  /** PostgreSQL settings by name, which override those of `durable`. */
  readonly settings?: Record<string, string>;
}

/** A PostgreSQL server of our own, which never outlives this process. */
export interface EmbeddedPostgres {
  /** The postmaster. */
  readonly pid: number;
  readonly superuser: string;
  readonly tcpPort: number | null;
  /** A connection URL for `pg`: its host is 127.0.0.1 with TCP, else the percent-encoded socket directory. */
  url(user: string, password: string, database: string): string;
  /** {@link url} of the superuser, to the database `postgres`. */
  readonly superuserUrl: string;
  /** Resolves when the server is gone, whatever ended it. */
  readonly gone: Promise<unknown>;
  /** Ends all sessions and the server, and returns when it is gone. May be called again. */
  stop(): Promise<void>;
}

/** The port only names the socket file: the directory it is in is never shared. */
const SOCKET_PORT = 5432;

/**
 * Starts PostgreSQL in `dataDir`, with a new cluster on first use.
 *
 * @throws EmbeddedPostgresError when another Backstop is using the directory, or PostgreSQL does not start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const data = clusterData(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await awaitPreviousServer(data);

  const account = await serverAccount(data);
  const binaries = await runnableBinaries(packagedBinaries(), account, account ? '/var/cache/backstop' : dataDir);
  const runtimeDir = await makeRuntimeDir(account);
  try {
    const password = await openCluster({ dataDir, durable: options.durable, binaries, account, runtimeDir });
    const tcpPort = options.tcp ? await freePort() : null;
    const server = await startServer({
      postgres: binaries.postgres,
      data,
      runtimeDir,
      account,
      log: await ServerLog.open(join(dataDir, 'postgres.log')),
      settings: {
        port: String(tcpPort ?? SOCKET_PORT),
        listen_addresses: tcpPort === null ? '' : '127.0.0.1',
        unix_socket_directories: runtimeDir,
        unix_socket_permissions: '0700',
        ...durability(options.durable),
        ...options.settings,
      },
    });
    const host = tcpPort === null ? `${encodeURIComponent(runtimeDir)}:${SOCKET_PORT}` : `127.0.0.1:${tcpPort}`;
    const url = (user: string, secret: string, database: string) =>
      `postgres://${encode(user)}:${encode(secret)}@${host}/${encode(database)}`;
    let stopped: Promise<void> | undefined;
    return {
      pid: server.pid,
      superuser: SUPERUSER,
      tcpPort,
      url,
      superuserUrl: url(SUPERUSER, password, 'postgres'),
      gone: server.gone,
      stop: () => {
        stopped ??= server.stop().then(() => rm(runtimeDir, { recursive: true, force: true }));
        return stopped;
      },
    };
  } catch (error) {
    await rm(runtimeDir, { recursive: true, force: true });
    throw error;
  }
}

/** Sessions of a postmaster that was killed may outlive it for a moment and hold its shared memory. */
async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const deadline = Date.now() + SHUTDOWN_GRACE;
  try {
    for (;;) {
      try {
        return await ServerProcess.start(options);
      } catch (error) {
        const output = await options.log.tail();
        if (/"postmaster\.pid" already exists/.test(output)) throw inUse(options.data);
        if (!/pre-existing shared memory block/.test(output) || Date.now() > deadline) throw error;
        await sleep(200);
      }
    }
  } finally {
    options.log.close();
  }
}

function durability(durable: boolean): Record<string, string> {
  const value = durable ? 'on' : 'off';
  return { fsync: value, synchronous_commit: value, full_page_writes: value };
}

/** Private and short, as the path of a Unix socket is limited to about 100 bytes. */
async function makeRuntimeDir(account: Account | undefined): Promise<string> {
  const parent = account || tmpdir().length > 60 ? '/tmp' : tmpdir();
  const path = await mkdtemp(join(parent, 'backstop-'));
  if (account) await chown(path, account.uid, account.gid);
  return path;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done, fail) => probe.once('error', fail).listen(0, '127.0.0.1', done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (typeof address !== 'object' || address === null) throw new Error('No free port');
  return address.port;
}

const encode = encodeURIComponent;
