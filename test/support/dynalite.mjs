import { freePort } from './free-port.mjs';
import { startListening } from './listening.mjs';

/**
 * A DynamoDB of one's own, on 127.0.0.1 and in memory; it takes any keys.
 * @returns {Promise<import('./dynalite.mjs').StandIn>}
 */
export async function startDynamo() {
  const port = await freePort();
  const quick = ['--createTableMs', '0', '--deleteTableMs', '0', '--updateTableMs', '0'];
  const stop = await startListening('dynalite/cli.js', ['--host', '127.0.0.1', '--port', String(port), ...quick]);
  return { url: `http://127.0.0.1:${port}`, stop };
}
