import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PIECE = Buffer.alloc(64 * 1024);

export type SmallDisk = ReturnType<typeof newSmallDisk>;

/** A file system of its own, in memory, that can be filled; unmount it at the end. Only root may mount one. */
export function newSmallDisk(megabytes: number) {
  const path = mkdtempSync(join(tmpdir(), 'backstop-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'backstop-test', path]);
  const filler = join(path, 'filler');
  return {
    path,
    freeBytes: () => {
      const { bavail, bsize } = statfsSync(path);
      return bavail * bsize;
    },
    /** Takes the last byte of it, also of what became free since. */
    fill: () => {
      const file = openSync(filler, 'a');
      try {
        for (;;) writeSync(file, PIECE);
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    /** Gives back what `fill` took. */
    clear: () => rmSync(filler, { force: true }),
    unmount: () => {
      execFileSync('umount', ['--lazy', path]);
      rmdirSync(path);
    },
  };
}
