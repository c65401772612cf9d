import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { startListening } from './listening.mjs';
import { eventually } from './patience.mjs';

/**
 * A REST API over these lists, on 127.0.0.1: GET, POST, PUT, PATCH and DELETE of `/<list>` and `/<list>/<id>`.
 * @param {Record<string, object[]>} lists
 * @returns {Promise<import('./json-server.mjs').StandIn>}
 */
export async function startJsonServer(lists) {
  const port = await freePort();
  const file = join(mkdtempSync(join(tmpdir(), 'json-server-')), 'lists.json');
  writeFileSync(file, JSON.stringify(lists));
  const parameters = ['--host', '127.0.0.1', '--port', String(port), file];
  const stop = await startListening('json-server/lib/cli/bin.js', parameters, [], 'Home');
  const url = `http://127.0.0.1:${port}`;
  // It says so a moment before it listens.
  await eventually(() => fetch(url).catch(() => null));
  return { url, stop };
}
