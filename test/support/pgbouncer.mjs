import { chownSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { pathOf } from './needs.mjs';
import { accountOfPostgres } from './postgres-server.mjs';
import { removing } from './stopping.mjs';
import { startServer } from './throw-away.mjs';

/**
 * PgBouncer in transaction mode on 127.0.0.1, before the server that `urls` lead to, for the roles that they name.
 * @returns {Promise<import('./pgbouncer.mjs').PgBouncer>}
 */
export async function startPgBouncer(urls, settings = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const [file, users] = [join(directory, 'pgbouncer.ini'), join(directory, 'users.txt')];
  const [{ hostname, port: serverPort }] = urls.map((url) => new URL(url));
  const port = await freePort();
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: 'transaction',
    ...settings,
  }).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(file, `[databases]\n* = host=${hostname} port=${serverPort}\n[pgbouncer]\n${lines.join('\n')}\n`);
  const known = urls.map((url) => new URL(url)).map(({ username, password }) => `"${username}" "${password}"\n`);
  writeFileSync(users, known.join(''), { mode: 0o600 });
  // It refuses to run as root.
  const account = accountOfPostgres();
  if (account) for (const path of [directory, file, users]) chownSync(path, account.uid, account.gid);
  const server = await startServer(pathOf('pgbouncer'), [file], port, { ...account, cwd: directory });
  const stop = removing(directory, server.stop);
  return {
    through: (url) => url.replace(/@[^/]*/, `@127.0.0.1:${port}`),
    pid: server.pid,
    output: server.output,
    stop,
  };
}
