import { readFile, stat } from 'node:fs/promises';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';

/** A user and group of the operating system. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Best first: the account made for PostgreSQL, then the one every system has. */
const UNPRIVILEGED = ['postgres', 'nobody'];

/**
 * The account to run PostgreSQL as, which refuses to run as root: undefined means our own. An existing data
 * directory keeps its owner.
 *
 * @throws EmbeddedPostgresError as root on a system without an unprivileged account.
 */
export async function serverAccount(data: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(data).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };

  const entries = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of UNPRIVILEGED) {
    const [, , uid, gid] = entries.find((entry) => entry[0] === name) ?? [];
    if (uid && gid && Number(uid) !== 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and this system has no user ${UNPRIVILEGED.join(' or ')}. ` +
      'Start Backstop as an ordinary user, or connect it to a PostgreSQL server of your own.',
  );
}
