import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** The files of a run of the whole suite take less. */
const ENOUGH_BYTES = 6 * 2 ** 30;
/** The name of a directory in memory says which process made it. */
const MADE_BY = /^backstop-scratch-(\d+)-/;

/**
 * Makes a directory for the files of a database that is thrown away. Where Linux has much room in memory, the directory
 * is there: each database is some hundred files, whose making and removal costs a disk more than all statements. What a
 * process left that was killed goes with the next call.
 */
export function scratchDirectory() {
  if (!hasRoomInMemory()) return mkdtempSync(join(tmpdir(), 'backstop-scratch-'));
  for (const name of readdirSync(IN_MEMORY)) {
    const [, pid] = MADE_BY.exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) rmSync(join(IN_MEMORY, name), { recursive: true, force: true });
  }
  return mkdtempSync(join(IN_MEMORY, `backstop-scratch-${process.pid}-`));
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

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
