import type { Socket } from 'node:net';
import { endLargest, type Holder, hold, release } from './held-answers.js';
import { TooLongError } from './too-long.error.js';

const LOOKED_AT_EVERY_MS = 20;
/** After so many looks without a byte, the answers of a connection count as processed. */
const QUIET_LOOKS = 50;

/** A connection with the bytes that it had received when it was quiet last, and at the last look. */
class Received implements Holder {
  private since = 0;
  private before = 0;
  private quietLooks = 0;

  constructor(
    private readonly socket: Socket,
    private readonly most: number,
  ) {}

  get bytes(): number {
    return this.before - this.since;
  }

  look(): void {
    const { bytesRead } = this.socket;
    if (bytesRead > this.most) this.end(new TooLongError(`the server sent more than ${this.most} bytes`));
    this.quietLooks = bytesRead === this.before ? this.quietLooks + 1 : 0;
    this.before = bytesRead;
    if (this.quietLooks >= QUIET_LOOKS) this.since = bytesRead;
  }

  end(error: TooLongError): void {
    this.socket.destroy(error);
  }
}

const connections = new Set<Received>();
let looking: NodeJS.Timeout | null = null;

/**
 * Ends a connection over which a server sends more than the limit, for clients that buffer an answer until it is
 * complete; and the one that received most while all answers of the process together are too long. It counts the bytes
 * on the wire, also below TLS.
 */
export function limitReceived(socket: Socket, maxBytes: number): void {
  const received = new Received(socket, maxBytes);
  connections.add(received);
  hold(received);
  looking ??= setInterval(look, LOOKED_AT_EVERY_MS).unref();
  socket.once('close', () => {
    release(received);
    connections.delete(received);
    if (connections.size > 0 || looking === null) return;
    clearInterval(looking);
    looking = null;
  });
}

function look(): void {
  for (const received of connections) received.look();
  endLargest();
}
