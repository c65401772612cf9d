import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartRefusedError } from './start-refused.error.js';

type LocalSecrets = { JWT_SECRET: string; ENCRYPTION_KEYS: string };

/**
 * The secrets of an embedded installation. They are made before its database, and stored in `dataDir` with mode 0600.
 * Nothing is written when the operator supplies both.
 * @throws StartRefusedError when the database exists without its secrets, because new ones could not decrypt its
 * contents
 */
export function localSecrets(
  dataDir: string,
  given: Readonly<Partial<Record<keyof LocalSecrets, string>>>,
  hasDatabase: boolean,
): Partial<LocalSecrets> {
  if (given.JWT_SECRET && given.ENCRYPTION_KEYS) return {};
  const path = resolve(dataDir, 'secrets.json');
  if (!existsSync(path)) {
    if (hasDatabase) throw new StartRefusedError(`${path} is missing, but DATA_DIR holds a database. ${WHAT_TO_DO}`);
    make(dataDir, path);
  }
  return read(path);
}

const WHAT_TO_DO =
  'New secrets would not open what is stored in it. Restore the file from a backup, or set JWT_SECRET and ' +
  'ENCRYPTION_KEYS to the values that belong to this database.';

function make(dataDir: string, path: string): void {
  mkdirSync(dataDir, { recursive: true });
  const fresh: LocalSecrets = {
    JWT_SECRET: randomBytes(48).toString('base64url'),
    ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`,
  };
  // A start that was killed, or found the disk full, leaves its draft.
  const draft = join(dataDir, `secrets.json.${randomUUID()}`);
  try {
    // Credentials sealed with a key that never reached the disk would be lost with the power.
    writeFileSync(draft, JSON.stringify(fresh), { flag: 'wx', mode: 0o600, flush: true });
    linkSync(draft, path);
  } catch (error) {
    // Two processes may start at once: both use the secrets of the first, and a rename would replace these.
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function read(path: string): LocalSecrets {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LocalSecrets;
  } catch (error) {
    throw new StartRefusedError(`${path} cannot be read (${(error as Error).message}). ${WHAT_TO_DO}`);
  }
}
