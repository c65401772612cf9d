import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import type { Account } from './server-account.js';
import { dataDirectoryArgument, outputOf, runAs } from './server-command.js';

/** The superuser of every embedded cluster. */
export const SUPERUSER = 'postgres';

/** The data directory of PostgreSQL within the directory the caller gave. */
export function clusterData(dataDir: string): string {
  return join(dataDir, 'cluster', 'data');
}

export interface ClusterOptions {
  readonly dataDir: string;
  readonly durable: boolean;
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  /** A directory of the account, for files that only live as long as this call. */
  readonly runtimeDir: string;
}

/**
 * Opens the cluster in `dataDir`, made on first use, and returns the superuser's password.
 *
 * @throws EmbeddedPostgresError when initdb fails, or the cluster belongs to another user.
 */
export async function openCluster(options: ClusterOptions): Promise<string> {
  const data = clusterData(options.dataDir);
  const existing = await stat(data).catch(() => null);
  if (!existing) await createCluster(options);
  // A copy or a restored backup made by root.
  if (existing?.uid === 0 && options.account) {
    await runAs(undefined, '/', 'chown', ['-R', `${options.account.uid}:${options.account.gid}`, data]);
  }
  return superuserPassword(options.dataDir);
}

/** @throws EmbeddedPostgresError when its file cannot be read */
export async function superuserPassword(dataDir: string): Promise<string> {
  try {
    return (await readFile(join(dataDir, 'cluster', 'superuser-password'), 'utf8')).trim();
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The database in ${dataDir} cannot be opened without its password file: ${outputOf(error)}`,
    );
  }
}

/** Data and password are made aside and moved into place together, so that no half-made cluster is ever opened. */
async function createCluster(options: ClusterOptions): Promise<void> {
  const { dataDir, durable, binaries, account, runtimeDir } = options;
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('cluster.new-')) await rm(join(dataDir, name), { recursive: true, force: true });
  }
  const fresh = await mkdtemp(join(dataDir, 'cluster.new-'));
  const data = join(fresh, 'data');
  await mkdir(data, { mode: 0o700 });
  const password = randomBytes(32).toString('base64url');
  const passwordFile = join(runtimeDir, 'superuser-password');
  await writeFile(join(fresh, 'superuser-password'), `${password}\n`, { mode: 0o600, flush: true });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) {
    await chown(data, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  try {
    await runAs(account, data, binaries.initdb, [
      `--pgdata=${dataDirectoryArgument(data, account)}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ]);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw new EmbeddedPostgresError(`PostgreSQL could not create a database in ${dataDir}:\n${outputOf(error)}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(fresh, join(dataDir, 'cluster')).catch((error: Error) => {
    throw new EmbeddedPostgresError(`The new database in ${dataDir} could not be put in place: ${error.message}`);
  });
  if (durable) await syncDirectory(dataDir);
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path);
  await directory.sync().finally(() => directory.close());
}
