import type { Socket } from 'node:net';
import { TooLongError } from './egress-fetch.js';

const LOOKED_AT_EVERY_MS = 20;

/**
 * Ends a connection over which a server sends more than it may: for clients that keep what has come until an answer is
 * whole. Counts what is on the wire, also beneath TLS. Returns a function that begins the count anew.
 */
export function limitReceived(socket: Socket, maxBytes: number): () => void {
  let counted = 0;
  const looking = setInterval(() => {
    if (socket.bytesRead - counted > maxBytes)
      socket.destroy(new TooLongError(`the server sent more than ${maxBytes} bytes`));
  }, LOOKED_AT_EVERY_MS);
  looking.unref();
  socket.once('close', () => clearInterval(looking));
  return () => {
    counted = socket.bytesRead;
  };
}
