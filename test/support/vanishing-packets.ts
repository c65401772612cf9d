import { connect, type Socket } from 'node:net';
import { listenTcp } from './tcp.js';

/**
 * Starts a relay to PostgreSQL that can lose packets, as when a firewall has forgotten the connections or a host is
 * dead: neither side notices, and data sent meanwhile never arrives. Earlier connections stay dead when new ones work.
 * @param socketPath of PostgreSQL
 */
export async function startVanishing(socketPath: string) {
  const pairs = new Set<readonly [Socket, Socket]>();
  const all = new Set<Socket>();
  let isFrozen = false;
  let swallowed = 0;
  let accepted = 0;
  const proxy = await listenTcp((socket) => {
    accepted += 1;
    const onwards = connect(socketPath).on('error', () => undefined);
    const pair = [socket, onwards] as const;
    all.add(onwards);
    pairs.add(pair);
    const isDead = () => !pairs.has(pair) || isFrozen;
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (chunk) => {
        if (!isDead()) to.write(chunk);
        else swallowed += 1;
      });
      from.on('close', () => {
        if (!isDead()) to.destroy();
      });
    };
    pass(socket, onwards);
    pass(onwards, socket);
  });
  return {
    port: proxy.port,
    /** Packets that have vanished, or connections that came, so far. */
    seen: () => ({ swallowed, accepted }),
    /** From now on no data arrives, on new connections too. */
    freeze: () => {
      isFrozen = true;
      pairs.clear();
    },
    /** New connections work again; those from before, or from meanwhile, never do. */
    thaw: () => {
      isFrozen = false;
      pairs.clear();
    },
    stop: () => {
      for (const onwards of all) onwards.destroy();
      return proxy.stop();
    },
  };
}
