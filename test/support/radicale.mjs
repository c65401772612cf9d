import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { pathOf } from './needs.mjs';
import { removing } from './stopping.mjs';
import { startServer } from './throw-away.mjs';

/**
 * A Radicale of one's own on 127.0.0.1, with the user `ada` and the password `secret`.
 * @returns {Promise<import('./radicale.mjs').Radicale>}
 */
export async function startRadicale() {
  const directory = await mkdtemp(join(tmpdir(), 'radicale-'));
  const users = join(directory, 'users');
  await writeFile(users, 'ada:secret\n');
  const port = await freePort();
  const settings = [
    ['--config', ''],
    ['--server-hosts', `127.0.0.1:${port}`],
    ['--storage-filesystem-folder', join(directory, 'collections')],
    ['--auth-type', 'htpasswd'],
    ['--auth-htpasswd-filename', users],
    ['--auth-htpasswd-encryption', 'plain'],
    // The server answers a wrong password without a delay.
    ['--auth-delay', '0'],
  ];
  const server = await startServer(pathOf('radicale'), settings.flat(), port);
  const stop = removing(directory, server.stop);
  return { url: `http://127.0.0.1:${port}`, port, stop };
}
