import type { Socket } from 'node:net';
import type { Connection } from 'mysql2/promise';
import { within } from '../../rows/table/within.js';

const RESETS_WITHIN_MS = 500;
/** A connection that has received more is not used again, because the bytes of a connection are bounded. */
const MOST_RECEIVED_BEFORE_REUSE = 8_000_000;

/**
 * Removes every trace of the last work: its transaction, settings, tables and locks. The chosen database stays, so an
 * agent's statement must not have run. Answers false when that failed.
 * @param collation of the texts that the client sends
 */
export async function reset(connection: Connection, socket: Socket, collation: string | null): Promise<boolean> {
  if (collation === null || socket.destroyed || socket.bytesRead > MOST_RECEIVED_BEFORE_REUSE) return false;
  try {
    await within(
      RESETS_WITHIN_MS,
      // The server falls back to the character set of its own settings.
      connection.reset().then(() => connection.query(`SET NAMES utf8mb4 COLLATE ${collation}`)),
    );
    return true;
  } catch {
    return false;
  }
}
