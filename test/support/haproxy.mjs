import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { pathOf } from './needs.mjs';
import { removing } from './stopping.mjs';
import { startServer } from './throw-away.mjs';

/**
 * HAProxy with the lines of docs/how-to/several-processes.md, before the processes at these ports.
 * @returns {Promise<import('./haproxy.mjs').Haproxy>}
 */
export async function startHaproxy(lines, ports) {
  const directory = mkdtempSync(join(tmpdir(), 'haproxy-'));
  const file = join(directory, 'haproxy.cfg');
  const port = await freePort();
  const [first, second] = ports;
  const config = lines
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    .replace('10.0.0.1:3000', `127.0.0.1:${first}`)
    .replace('10.0.0.2:3000', `127.0.0.1:${second}`);
  writeFileSync(file, config);
  const server = await startServer(pathOf('haproxy'), ['-db', '-f', file], port, { cwd: directory });
  const stop = removing(directory, server.stop);
  return { url: `http://127.0.0.1:${port}`, stop };
}
