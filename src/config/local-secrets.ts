import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

type LocalSecrets = { JWT_SECRET: string; ENCRYPTION_KEYS: string };

/**
 * The secrets of an installation that brought none: made once, kept in `dataDir` with mode 0600. Only for the
 * embedded default; with a database of one's own the secrets must outlive this directory (contract, "Configuration").
 */
export function localSecrets(dataDir: string): LocalSecrets {
  const path = join(dataDir, 'secrets.json');
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true });
    const fresh: LocalSecrets = {
      JWT_SECRET: randomBytes(48).toString('base64url'),
      ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`,
    };
    const draft = `${path}.${process.pid}`;
    const file = openSync(draft, 'wx', 0o600);
    writeSync(file, JSON.stringify(fresh));
    // Credentials sealed with a key that never reached the disk would be lost with the power.
    fsyncSync(file);
    closeSync(file);
    renameSync(draft, path);
  }
  return JSON.parse(readFileSync(path, 'utf8')) as LocalSecrets;
}
