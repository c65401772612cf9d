import { createHash, randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonObject } from '../json.js';
import { defaultOutboxDirectory } from '../outbox/location.js';
import type { SessionRecord } from '../wire/wire.js';
import type { HarnessId } from './event.js';
import type { Snapshot } from './snapshots.js';

/** Bytes of former contents that are kept for one session of a harness. */
export const MOST_KEPT_BYTES = 200 * 1024 * 1024;
/** Days after its last call for which a session can be undone. */
const KEPT_DAYS = 30;

/** A file that a call may change, before and after it. */
export interface TouchedFile {
  /** Without symbolic links, `.` and `..`. */
  readonly path: string;
  readonly before: Snapshot;
  /** Null until the end of the call was seen. */
  readonly after: Snapshot | null;
}

/** A call that the hook let through, or left to the person. */
export interface CallRecord {
  readonly tool: string;
  readonly apiName: string;
  readonly operationType: string;
  /** Null when the service was away: the call is reported once it is back. */
  readonly actionId: string | null;
  readonly sessionId: string | null;
  /** The arguments as the service knows them. */
  readonly payload: JsonObject;
  /** Hashes of the arguments as the harness gave them, by name: what ran is compared with them. */
  readonly given: Readonly<Record<string, string>>;
  readonly toolCallId: string | null;
  /** When it was about to run, in milliseconds. */
  readonly at: number;
  readonly files: readonly TouchedFile[];
  readonly state: 'begun' | 'ended' | 'undone';
  /** The report that the service is still to get. */
  readonly report: JsonObject | null;
}

/** A call that waits for an operator, found again by its arguments. */
export interface WaitingCall {
  readonly actionId: string;
  readonly approvalId: string;
  readonly sessionId: string;
}

/** The session of Backstop that belongs to one of the harness, and for whom it was opened. */
export interface KnownSession {
  readonly record: Pick<SessionRecord, 'id' | 'agentId' | 'intent' | 'simulated'>;
  readonly scope: string;
}

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The name of the directory of a harness's session, whatever characters its id has. */
export const nameOf = (harness: HarnessId, session: string): string => `${harness}-${endOf(session)}`;

/** The end of such a name, whatever the harness is. */
export const endOf = (session: string): string => digest(session).slice(0, 32);

/** The folder of the hook's state lies below the user's state, beside the outbox. */
export function stateDirectory(given: string | null): string {
  return given ?? join(dirname(defaultOutboxDirectory(process.env, homedir())), 'hook');
}

/** The local state of one session of a harness: its calls, and files before and after them. Only its owner reads it. */
export class HookStore {
  readonly #directory: string;

  /** @param name see {@link nameOf} */
  constructor(
    private readonly root: string,
    name: string,
  ) {
    this.#directory = join(root, name);
  }

  /** Makes the directories, and forgets sessions whose time is over. */
  async open(): Promise<void> {
    const isNew = await mkdir(join(this.#directory, 'calls'), { recursive: true, mode: 0o700 });
    for (const name of ['blobs', 'reports', 'waiting'])
      await mkdir(join(this.#directory, name), { recursive: true, mode: 0o700 });
    if (isNew === undefined) return;
    await chmod(this.root, 0o700);
    await this.#forgetOld();
  }

  async session(): Promise<KnownSession | null> {
    return readJson(join(this.#directory, 'session.json'));
  }

  /** Several hooks may open one at once: the first one counts. @returns the one that counts */
  async keepSession(session: KnownSession, instead: KnownSession | null): Promise<KnownSession> {
    const path = join(this.#directory, 'session.json');
    if (instead !== null) {
      await writeJson(path, session);
      return session;
    }
    const own = `${path}.${randomUUID()}`;
    await writeFile(own, JSON.stringify(session), { mode: 0o600, flush: true });
    await link(own, path).catch(() => undefined);
    await rm(own, { force: true });
    return (await this.session()) ?? session;
  }

  putCall(key: string, call: CallRecord): Promise<void> {
    return writeJson(join(this.#directory, 'calls', `${digest(key)}.json`), call);
  }

  call(key: string): Promise<CallRecord | null> {
    return readJson(join(this.#directory, 'calls', `${digest(key)}.json`));
  }

  /** The calls with the names of their files, the last one first. */
  async calls(): Promise<readonly (readonly [name: string, call: CallRecord])[]> {
    const names = await readdir(join(this.#directory, 'calls')).catch(() => []);
    const found: [string, CallRecord][] = [];
    for (const name of names.filter((one) => one.endsWith('.json'))) {
      const call = await readJson<CallRecord>(join(this.#directory, 'calls', name));
      if (call) found.push([name, call]);
    }
    return found.sort(([, a], [, b]) => b.at - a.at);
  }

  /** Calls whose report the service is still to get. */
  async unreported(): Promise<readonly (readonly [name: string, call: CallRecord])[]> {
    const names = await readdir(join(this.#directory, 'reports')).catch(() => []);
    const found: [string, CallRecord][] = [];
    for (const name of names) {
      const call = await readJson<CallRecord>(join(this.#directory, 'calls', name));
      if (call?.report) found.push([name, call]);
    }
    return found.sort(([, a], [, b]) => a.at - b.at);
  }

  /** The call and its report; without one, the service has it. */
  async putReport(key: string, call: CallRecord): Promise<void> {
    await this.putCall(key, call);
    await writeFile(join(this.#directory, 'reports', `${digest(key)}.json`), '', { mode: 0o600 });
  }

  async reported(name: string, call: CallRecord): Promise<void> {
    await this.putNamed(name, { ...call, report: null });
    await rm(join(this.#directory, 'reports', name), { force: true });
  }

  putNamed(name: string, call: CallRecord): Promise<void> {
    return writeJson(join(this.#directory, 'calls', name), call);
  }

  putWaiting(key: string, waiting: WaitingCall): Promise<void> {
    return writeJson(join(this.#directory, 'waiting', `${digest(key)}.json`), waiting);
  }

  /** If several hooks ask for the same call at once, one takes it, and it runs once. */
  async takeWaiting(key: string): Promise<WaitingCall | null> {
    const path = join(this.#directory, 'waiting', `${digest(key)}.json`);
    const taken = `${path}.${randomUUID()}`;
    try {
      await rename(path, taken);
    } catch {
      return null;
    }
    const waiting = await readJson<WaitingCall>(taken);
    await rm(taken, { force: true });
    return waiting;
  }

  /** @returns why the content was not kept; null when it was */
  readonly keep = async (sha256: string, content: Buffer): Promise<string | null> => {
    const path = join(this.#directory, 'blobs', sha256);
    if (await stat(path).catch(() => null)) return null;
    if ((await this.#keptBytes()) + content.byteLength > MOST_KEPT_BYTES)
      return `${MOST_KEPT_BYTES} bytes are kept of this session already`;
    const own = `${path}.${randomUUID()}`;
    await writeFile(own, content, { mode: 0o600, flush: true });
    await rename(own, path);
    return null;
  };

  content(sha256: string): Promise<Buffer | null> {
    return readFile(join(this.#directory, 'blobs', sha256)).catch(() => null);
  }

  async #keptBytes(): Promise<number> {
    const names = await readdir(join(this.#directory, 'blobs'));
    const sizes = await Promise.all(names.map((name) => stat(join(this.#directory, 'blobs', name)).catch(() => null)));
    return sizes.reduce((sum, one) => sum + (one?.size ?? 0), 0);
  }

  async #forgetOld(): Promise<void> {
    const oldest = Date.now() - KEPT_DAYS * 24 * 3_600_000;
    for (const name of await readdir(this.root)) {
      const path = join(this.root, name);
      const last = await stat(join(path, 'calls')).catch(() => null);
      if (last && last.mtimeMs < oldest) await rm(path, { recursive: true, force: true });
    }
  }
}

/** The directories of all sessions. */
export const sessionNames = (root: string): Promise<readonly string[]> => readdir(root).catch(() => []);

/** The session of any harness that made a call last; null when there is none. */
export async function latestSession(root: string): Promise<string | null> {
  const names = await sessionNames(root);
  const found = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(root, name, 'calls')).catch(() => null))?.mtimeMs ?? 0 })),
  );
  return found.filter(({ at }) => at > 0).sort((a, b) => b.at - a.at)[0]?.name ?? null;
}

async function readJson<T>(path: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch {
    return null;
  }
}

async function writeJson(path: string, value: unknown): Promise<void> {
  const own = `${path}.${randomUUID()}`;
  await writeFile(own, JSON.stringify(value), { mode: 0o600, flush: true });
  await rename(own, path);
}
