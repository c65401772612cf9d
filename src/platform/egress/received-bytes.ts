import type { Socket } from 'node:net';
import { TooLongError } from './egress-fetch.js';

const LOOKED_AT_EVERY_MS = 20;

/**
 * Ends a connection over which a server sends more than the limit, for clients that buffer an answer until it is
 * complete. It counts the bytes on the wire, also below TLS.
 */
export function limitReceived(socket: Socket, maxBytes: number): void {
  const looking = setInterval(() => {
    if (socket.bytesRead > maxBytes) socket.destroy(new TooLongError(`the server sent more than ${maxBytes} bytes`));
  }, LOOKED_AT_EVERY_MS);
  looking.unref();
  socket.once('close', () => clearInterval(looking));
}
