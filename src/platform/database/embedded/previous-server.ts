import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { outputOf } from './server-command.js';

/** The time that a server whose parent was killed may take to stop, in milliseconds. */
export const SHUTDOWN_GRACE = 10_000;

/** The watchdog stops an orphan within milliseconds, so a server that stays ready for this long is in use. */
const ORPHAN_GRACE = 1_000;

/**
 * Makes way for a new server in `data`: waits for one that is going down, removes a `postmaster.pid` that names
 * a process which is no server of this directory.
 *
 * @throws EmbeddedPostgresError when the directory is in use, or its old server does not go away.
 */
export async function awaitPreviousServer(data: string): Promise<void> {
  const begin = Date.now();
  for (;;) {
    const found = await readPostmasterPid(data);
    if (found === undefined) return;
    const waited = Date.now() - begin;
    if (found === null) {
      if (waited > ORPHAN_GRACE) return rm(join(data, 'postmaster.pid'), { force: true });
    } else {
      const liveness = await livenessOf(found.pid, data);
      if (liveness === 'gone') return;
      // PostgreSQL itself would take any live process of its user for the old server, and a zombie too. A reused pid,
      // which is common after a restart of a container, would block the start for ever.
      if (liveness === 'unrelated') return rm(join(data, 'postmaster.pid'), { force: true });
      if (found.status === 'ready' && waited > ORPHAN_GRACE) throw inUse(data, found.pid);
      if (waited > SHUTDOWN_GRACE) {
        throw new EmbeddedPostgresError(
          `The previous PostgreSQL server of ${data} (process ${found.pid}, "${found.status}") is still there after ` +
            `${SHUTDOWN_GRACE / 1000} s. Wait for it to finish, or stop it, and start again.`,
        );
      }
    }
    await sleep(50);
  }
}

/** The current content of `postmaster.pid`: undefined when there is none, null when it names no process. */
export async function readPostmasterPid(data: string): Promise<PostmasterPid | null | undefined> {
  try {
    return parsePostmasterPid(await readFile(join(data, 'postmaster.pid'), 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new EmbeddedPostgresError(`The database directory ${data} cannot be read: ${outputOf(error)}`);
  }
}

/** The refusal of a second start in one directory. */
export function inUse(data: string, pid?: number): EmbeddedPostgresError {
  const server = pid === undefined ? '' : ` (PostgreSQL process ${pid})`;
  return new EmbeddedPostgresError(
    `Another Backstop is using the database directory ${data}${server}. Stop it first, or choose another directory.`,
  );
}

async function livenessOf(pid: number, data: string): Promise<'gone' | 'unrelated' | 'server'> {
  try {
    process.kill(pid, 0);
  } catch {
    return 'gone';
  }
  if (process.platform !== 'linux') return 'server';
  try {
    // The pid belongs to another program, or to a zombie whose parent has not reaped it.
    if (!/^\d+ \(postgres\) [^ZX]/.test(await readFile(`/proc/${pid}/stat`, 'utf8'))) return 'unrelated';
    // A PostgreSQL process always works in its data directory.
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(data)) ? 'server' : 'unrelated';
  } catch (error) {
    // A container's root may not look into the processes of other users, the server among them.
    return codeOf(error) === 'EACCES' ? 'server' : 'unrelated';
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** The contents of `postmaster.pid`, in which PostgreSQL describes the server of a data directory. */
interface PostmasterPid {
  readonly pid: number;
  /** `starting`, `ready`, `standby` or `stopping`; empty until the server has written it. */
  readonly status: string;
  /** The directory of the Unix socket; empty until the server has written it. */
  readonly socketDirectory: string;
  readonly port: number;
}

/** Returns null for a text that names no process, such as a file left empty by a power failure. */
function parsePostmasterPid(text: string): PostmasterPid | null {
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return {
    pid,
    status: lines[7]?.trim() ?? '',
    socketDirectory: lines[4]?.trim() ?? '',
    port: Number(lines[3]),
  };
}
