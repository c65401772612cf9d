import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenTcp } from '../../../support/tcp.js';
import type { Fault } from './faults.js';
import type { FaultyNetwork } from './faulty-network.js';
import type { Detour } from './proxy.js';

/** A delay below the time-out of the services, in milliseconds. */
const SLOW_MS = 700;
/** The number of connections that a restarting server refuses. */
const REFUSALS = 2;

/** Passes bytes on to a database, whose protocol it does not know: a message is one chunk from its client. */
export async function startRelay(upstream: number, network: FaultyNetwork): Promise<Detour> {
  let refusals = 0;
  return listenTcp((client) => {
    if (refusals > 0) {
      refusals--;
      client.destroy();
      return;
    }
    const server = connect(upstream, '127.0.0.1').on('error', () => client.destroy());
    let fault: Fault | null = null;
    client.on('close', () => fault?.kind === 'arrives late' || server.destroy());
    server.on('close', () => client.destroy());
    client.on('data', (message) => {
      // A fault of a connection lasts until the connection ends.
      fault ??= network.next(`a message of ${message.length} bytes`).fault;
      if (fault?.kind === 'refused connections') refusals = REFUSALS;
      if (fault?.kind === 'arrives late') arriveLate(message, server, client, network);
      else if (fault?.when === 'before') client.destroy();
      else server.write(message);
    });
    server.on('data', (answer) => pass(answer, client, fault));
  });
}

/** The server gets the message, and then sees that its client is gone. */
function arriveLate(message: Buffer, server: Socket, client: Socket, network: FaultyNetwork): void {
  if (client.destroyed) return;
  client.destroy();
  network.later(async () => {
    if (server.destroyed) return;
    server.end(message);
    await Promise.race([once(server, 'close'), sleep(SLOW_MS)]);
    server.destroy();
  });
}

function pass(answer: Buffer, client: Socket, fault: Fault | null): void {
  switch (fault?.kind) {
    case 'arrives late':
    case 'no answer':
      return;
    case 'cut connection':
      client.destroy();
      return;
    case 'cut in the middle of the answer':
      client.write(answer.subarray(0, Math.floor(answer.length / 2)), () => client.destroy());
      return;
    case 'slow bytes':
      setTimeout(() => client.destroyed || client.write(answer), SLOW_MS);
      return;
    default:
      client.write(answer);
  }
}
