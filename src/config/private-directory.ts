import { chmodSync, mkdirSync } from 'node:fs';

const OWNER_ONLY = 0o700;

/** Makes a directory that only its owner can enter, or takes the rights of others from one that is there. */
export function privateDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: OWNER_ONLY });
  try {
    chmodSync(path, OWNER_ONLY);
  } catch (error) {
    // A volume that another account owns: its rights are for that account to set.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
