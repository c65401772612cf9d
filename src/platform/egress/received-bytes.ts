import type { Socket } from 'node:net';
import { TooLongError } from './egress-fetch.js';

const LOOKED_AT_EVERY_MS = 20;
/** After so many looks without a byte, the answers of a connection count as processed. */
const QUIET_LOOKS = 50;
/** The most that all these connections of a process may hold together. */
const MOST_TOGETHER_BYTES = 64_000_000;

/** A connection with the bytes that it had received when it was quiet last, and at the last look. */
interface Received {
  readonly most: number;
  since: number;
  before: number;
  quietLooks: number;
}

const connections = new Map<Socket, Received>();
let looking: NodeJS.Timeout | null = null;

/**
 * Ends a connection over which a server sends more than the limit, for clients that buffer an answer until it is
 * complete; and the one that received most while all of them together hold too much. It counts the bytes on the wire,
 * also below TLS.
 */
export function limitReceived(socket: Socket, maxBytes: number): void {
  connections.set(socket, { most: maxBytes, since: 0, before: 0, quietLooks: 0 });
  looking ??= setInterval(look, LOOKED_AT_EVERY_MS).unref();
  socket.once('close', () => {
    connections.delete(socket);
    if (connections.size > 0 || looking === null) return;
    clearInterval(looking);
    looking = null;
  });
}

function look(): void {
  for (const [socket, received] of connections) {
    const { bytesRead } = socket;
    if (bytesRead > received.most) end(socket, `the server sent more than ${received.most} bytes`);
    received.quietLooks = bytesRead === received.before ? received.quietLooks + 1 : 0;
    received.before = bytesRead;
    if (received.quietLooks >= QUIET_LOOKS) received.since = bytesRead;
  }
  for (;;) {
    const held = [...connections].map(([socket, { since, before }]) => ({ socket, bytes: before - since }));
    const largest = held.toSorted((one, other) => other.bytes - one.bytes)[0];
    if (!largest || held.reduce((sum, { bytes }) => sum + bytes, 0) <= MOST_TOGETHER_BYTES) return;
    end(largest.socket, 'the answers of all providers together are longer than memory allows');
  }
}

function end(socket: Socket, why: string): void {
  connections.delete(socket);
  socket.destroy(new TooLongError(why));
}
