import { execFile, execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.mjs';
import { pathOf } from './needs.mjs';
import { scratchDirectory } from './scratch.mjs';
import { removing } from './stopping.mjs';
import { startServer } from './throw-away.mjs';

const isRoot = () => process.getuid?.() === 0;

/**
 * A MariaDB of one's own on 127.0.0.1, with a superuser `root` and the password `secret`. It refuses to run as root, so
 * root has it run as the user of the Debian package.
 * @returns {Promise<import('./mariadb.mjs').MariaDB>}
 */
export async function startMariaDB() {
  const directory = scratchDirectory();
  const data = join(directory, 'data');
  // A server deletes all temporary tables that it finds in this folder at its start, also those of another server.
  const temporary = join(directory, 'tmp');
  await Promise.all([mkdir(data), mkdir(temporary)]);
  const user = isRoot() ? ['--user=mysql'] : [];
  if (isRoot()) {
    const uid = Number(execFileSync('id', ['-u', 'mysql']));
    await Promise.all([data, temporary, directory].map((path) => chown(path, uid, -1)));
  }
  await chmod(directory, 0o755);
  await promisify(execFile)(pathOf('mariadb-install-db'), [
    '--no-defaults',
    `--datadir=${data}`,
    `--tmpdir=${temporary}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    ...user,
  ]);
  const init = join(directory, 'init.sql');
  await writeFile(init, "GRANT ALL ON *.* TO 'root'@'127.0.0.1' IDENTIFIED BY 'secret' WITH GRANT OPTION;\n");
  const settingsOf = (from, port) => [
    '--no-defaults',
    `--datadir=${from}`,
    `--tmpdir=${temporary}`,
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    `--socket=${join(directory, `socket-${port}`)}`,
    `--pid-file=${join(directory, `pid-${port}`)}`,
    `--init-file=${init}`,
    '--skip-name-resolve',
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-buffer-pool-size=32M',
    ...user,
  ];
  const start = (from, port) => startServer(pathOf('mariadbd'), settingsOf(from, port), port);
  const urlOf = (port) => `mysql://root:secret@127.0.0.1:${port}`;
  const port = await freePort();
  let server = await start(data, port);
  const copies = [];
  const copy = async () => {
    await server.stop();
    const files = join(directory, `copy-${copies.length}`);
    await promisify(execFile)('cp', ['-a', data, files]);
    server = await start(data, port);
    const other = await freePort();
    copies.push(await start(files, other));
    return urlOf(other);
  };
  const stop = removing(directory, () => Promise.all([server, ...copies].map((one) => one.stop())));
  return { url: urlOf(port), port, copy, stop };
}
