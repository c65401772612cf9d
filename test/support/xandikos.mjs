import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { pathOf } from './needs.mjs';
import { removing } from './stopping.mjs';
import { startServer } from './throw-away.mjs';

/**
 * A Xandikos of one's own on 127.0.0.1, with calendars of `ada`; it asks for no password.
 * @returns {Promise<import('./xandikos.mjs').Xandikos>}
 */
export async function startXandikos() {
  const directory = await mkdtemp(join(tmpdir(), 'xandikos-'));
  const port = await freePort();
  const settings = [
    ['-d', directory],
    ['--defaults', '--current-user-principal', '/ada/'],
    ['-l', '127.0.0.1', '-p', String(port)],
  ];
  const server = await startServer(pathOf('xandikos'), settings.flat(), port);
  const stop = removing(directory, server.stop);
  return { url: `http://127.0.0.1:${port}`, port, stop };
}
