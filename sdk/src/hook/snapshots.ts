import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, lstat, open, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Bytes of a file above which its content is not kept. */
export const LARGEST_FILE_BYTES = 10 * 1024 * 1024;

/** A file at one moment. `unkept`: it cannot be put back, and `reason` says why. */
export type Snapshot =
  | { readonly kind: 'absent' }
  | { readonly kind: 'file'; readonly sha256: string; readonly bytes: number; readonly mode: number }
  | { readonly kind: 'unkept'; readonly reason: string };

/** Takes the content of a file, for example into a store; answers why it did not. */
export type Keep = (sha256: string, content: Buffer) => Promise<string | null>;

/** Looks at a file whose path leads through no symbolic link. Never throws. */
export async function snapshotOf(path: string, keep: Keep): Promise<Snapshot> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const { size, mode } = await file.stat();
      if (!(await file.stat()).isFile()) return { kind: 'unkept', reason: 'it is no regular file' };
      if (size > LARGEST_FILE_BYTES) return { kind: 'unkept', reason: `it is larger than ${LARGEST_FILE_BYTES} bytes` };
      const content = await file.readFile();
      const sha256 = createHash('sha256').update(content).digest('hex');
      const reason = await keep(sha256, content);
      return reason === null
        ? { kind: 'file', sha256, bytes: content.byteLength, mode: mode & 0o777 }
        : { kind: 'unkept', reason };
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { kind: 'absent' };
    if (code === 'ELOOP') return { kind: 'unkept', reason: 'it is a symbolic link' };
    return { kind: 'unkept', reason: `it could not be read (${code ?? error})` };
  }
}

/** The file is as it was. What has no known content is like nothing. */
export function isSame(a: Snapshot, b: Snapshot): boolean {
  if (a.kind === 'file' && b.kind === 'file') return a.sha256 === b.sha256 && a.mode === b.mode;
  return a.kind === 'absent' && b.kind === 'absent';
}

/** Nothing on the way to the file is a symbolic link now, so that the path means what it meant. */
export async function hasNoSymlink(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  if (found?.isSymbolicLink()) return false;
  return (await realpath(dirname(path)).catch(() => null)) === dirname(path);
}

/**
 * Puts a file back in one step, so that it is never half written.
 * @param isAsLeft asked again right before that step @returns false when it was not, and nothing was changed
 */
export async function restore(
  path: string,
  before: Snapshot,
  content: Buffer | null,
  isAsLeft: () => Promise<boolean>,
): Promise<boolean> {
  if (before.kind === 'absent') {
    if (!(await isAsLeft())) return false;
    await rm(path);
    return true;
  }
  if (before.kind !== 'file' || content === null) throw new Error('its former content was not kept');
  const beside = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomUUID()}`);
  try {
    await writeFile(beside, content, { flag: 'wx', mode: before.mode, flush: true });
    await chmod(beside, before.mode);
    if (!(await isAsLeft())) return false;
    await rename(beside, path);
    return true;
  } finally {
    await rm(beside, { force: true });
  }
}
