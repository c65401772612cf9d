import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** The files of a run of the whole suite take less. */
const ENOUGH_BYTES = 6 * 2 ** 30;

/**
 * Makes a directory for the files of a database that is thrown away. Where Linux has much room in memory, the directory
 * is there: each database is some hundred files, whose making and removal costs a disk more than all statements.
 */
export function scratchDirectory(name) {
  return mkdtempSync(join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), `${name}-`));
}

function hasRoomInMemory() {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
