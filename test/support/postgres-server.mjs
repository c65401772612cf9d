import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.mjs';
import { pathOf } from './needs.mjs';
import { eventually } from './patience.mjs';
import { startServer } from './throw-away.mjs';

const idOf = (which) => Number(execFileSync('id', [which, 'postgres']));

/** Returns the account under which root starts programs that refuse to run as root; null for another user. */
export const accountOfPostgres = () => (process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : null);

export const postgresPrograms = () => dirname(realpathSync(pathOf('initdb') ?? 'initdb'));

/**
 * The PostgreSQL of an operator, on 127.0.0.1, from the programs of the system. It refuses to run as root, so root has
 * it run as the user of the Debian package.
 * @returns {Promise<import('./postgres-server.mjs').PostgresServer>}
 */
export async function startPostgres() {
  const programs = postgresPrograms();
  const directory = mkdtempSync(join(tmpdir(), 'postgres-'));
  const [data, password] = [join(directory, 'data'), join(directory, 'password')];
  writeFileSync(password, 'secret\n');
  const account = accountOfPostgres();
  const options = { ...account, cwd: directory, stdio: 'ignore' };
  if (account) for (const path of [directory, password]) chownSync(path, account.uid, account.gid);
  const cluster = ['--username=postgres', `--pwfile=${password}`, '--auth=scram-sha-256', '--encoding=UTF8'];
  execFileSync(join(programs, 'initdb'), ['-D', data, ...cluster, '--locale=C', '--no-sync'], options);
  const server = await runCluster(programs, directory, data, options);
  const { port } = new URL(server.adminUrl);
  /** @param {boolean} isStandby it follows this one, and takes no writes */
  const copy = async (isStandby) => {
    const copied = join(directory, `copy-${await freePort()}`);
    const from = ['--host=127.0.0.1', `--port=${port}`, '--username=postgres', '--checkpoint=fast', '--no-sync'];
    const env = { ...process.env, PGPASSWORD: 'secret' };
    const more = isStandby ? ['--write-recovery-conf'] : [];
    execFileSync(join(programs, 'pg_basebackup'), [...from, `--pgdata=${copied}`, ...more], { ...options, env });
    return runCluster(programs, directory, copied, options);
  };
  const stop = async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  return { ...server, copy, stop };
}

async function runCluster(programs, directory, data, options) {
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${directory}`, 'fsync=off'];
  const flags = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const server = await startServer(join(programs, 'postgres'), flags, port, options);
  const stop = async () => {
    // Killed, it would leave its shared memory behind.
    if (server.isRunning())
      execFileSync(join(programs, 'pg_ctl'), ['stop', '-D', data, '--mode=immediate', '--silent'], options);
    await server.stop();
  };
  const host = `127.0.0.1:${port}`;
  const adminUrl = `postgres://postgres:secret@${host}/postgres`;
  await untilReady(adminUrl);
  return { adminUrl, host, pid: server.pid, stop };
}

const CANNOT_CONNECT_NOW = '57P03';

/** The port is open before the server has started up. */
async function untilReady(adminUrl) {
  const tried = async () => {
    const client = new pg.Client({ connectionString: adminUrl });
    return client
      .connect()
      .then(
        () => null,
        (error) => error,
      )
      .finally(() => client.end());
  };
  const error = await eventually(tried, (failed) => failed?.code !== CANNOT_CONNECT_NOW);
  if (error) throw error;
}
