import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startService } from './service.mjs';

const COUNTER = fileURLToPath(new URL('./hash-counter.mjs', import.meta.url));

/** A service that tells which password hashes it compares with, by their costs. */
export async function startCountingHashes(overrides: Record<string, string> = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'backstop-hashes-'));
  const HASHES_FILE = join(directory, 'hashes');
  const service = await startService({ NODE_OPTIONS: `--import ${COUNTER}`, HASHES_FILE, ...overrides });
  /** The comparisons that one thing takes, which is the only one under way. */
  const comparisonsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    writeFileSync(HASHES_FILE, '');
    await work();
    return readFileSync(HASHES_FILE, 'utf8').split('\n').filter(Boolean);
  };
  const stop = async () => {
    await service.stop();
    rmSync(directory, { recursive: true });
  };
  return { service, comparisonsOf, stop };
}
