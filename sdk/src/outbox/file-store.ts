import { builtin } from '../wire/runtime.js';
import { type OutboxEntry, parseEntry } from './entry.js';
import type { OutboxStore } from './store.js';

type Files = typeof import('node:fs/promises');
type Paths = typeof import('node:path');

const HALF_FILE_AGE_MS = 60_000;
const UNREADABLE = 'It is not an entry of an outbox.';

/**
 * Stores a file for each entry, written whole or not at all: synced, then renamed, then the directory synced. Processes
 * share it without a lock. Each delivers in the order of the names, and delivering twice changes nothing, so that none
 * of them delivers an entry before the ones ahead of it have arrived.
 */
export class FileStore implements OutboxStore {
  readonly #fs: Files;
  readonly #join: Paths['join'];
  readonly #directory: string;
  #opened: Promise<void> | undefined;

  /** @param directory belongs to this store alone; made when it is first written to */
  constructor(fs: Files, path: Paths, directory: string) {
    this.#fs = fs;
    this.#join = path.join;
    this.#directory = directory;
  }

  async ids(): Promise<readonly string[]> {
    const names = await unlessAbsent(this.#fs.readdir(this.#directory), []);
    return names
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
      .sort();
  }

  async read(id: string): Promise<OutboxEntry | null> {
    const text = await unlessAbsent(this.#fs.readFile(this.#file(id), 'utf8'), null);
    if (text === null) return null;
    const entry = parseEntry(text);
    if (entry === null) await this.setAside(id, UNREADABLE);
    return entry;
  }

  async append(id: string, entry: OutboxEntry): Promise<void> {
    this.#opened ??= this.#open().catch((error) => {
      this.#opened = undefined;
      throw error;
    });
    await this.#opened;
    await this.#write(this.#file(id), JSON.stringify(entry));
  }

  async remove(id: string): Promise<void> {
    await unlessAbsent(this.#fs.unlink(this.#file(id)), undefined);
  }

  async setAside(id: string, reason: string): Promise<void> {
    const refused = this.#join(this.#directory, 'refused');
    await this.#fs.mkdir(refused, { recursive: true, mode: 0o700 });
    await unlessAbsent(this.#fs.rename(this.#file(id), this.#join(refused, `${id}.json`)), undefined);
    await this.#fs.writeFile(this.#join(refused, `${id}.reason`), `${reason}\n`, { mode: 0o600 });
  }

  async #open(): Promise<void> {
    await this.#fs.mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const found = await this.#fs.lstat(this.#directory);
    const uid = typeof process.getuid === 'function' ? process.getuid() : found.uid;
    if (!found.isDirectory() || found.uid !== uid) throw new Error(`${this.#directory} belongs to another user`);
    // The contents of the directory are sent under our key, so no other user may put anything there.
    await this.#fs.chmod(this.#directory, 0o700);
    for (const name of await this.#fs.readdir(this.#directory)) {
      if (name.endsWith('.tmp')) await this.#cleanUp(this.#join(this.#directory, name));
    }
  }

  /** Removes the half-written file of a process that died. A living process finishes long before. */
  async #cleanUp(halfFile: string): Promise<void> {
    const stats = await unlessAbsent(this.#fs.stat(halfFile), null);
    if (stats && Date.now() - stats.mtimeMs > HALF_FILE_AGE_MS) {
      await unlessAbsent(this.#fs.unlink(halfFile), undefined);
    }
  }

  async #write(file: string, text: string): Promise<void> {
    const halfFile = `${file}.tmp`;
    const handle = await this.#fs.open(halfFile, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await this.#fs.rename(halfFile, file);
    await this.#syncDirectory();
  }

  async #syncDirectory(): Promise<void> {
    // Windows cannot sync a directory, and makes a rename durable by itself.
    if (process.platform === 'win32') return;
    const handle = await this.#fs.open(this.#directory, 'r');
    await handle.sync().finally(() => handle.close());
  }

  #file(id: string): string {
    return this.#join(this.#directory, `${id}.json`);
  }
}

async function unlessAbsent<T, E>(attempt: Promise<T>, absent: E): Promise<T | E> {
  try {
    return await attempt;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return absent;
    throw error;
  }
}

/** The store below `directory` that is `scope`'s alone; undefined where there are no files. */
export function fileStore(directory: string, scope: string): FileStore | undefined {
  const fs = builtin<Files>('node:fs/promises');
  const path = builtin<Paths>('node:path');
  return fs && path ? new FileStore(fs, path, path.join(path.resolve(directory), scope)) : undefined;
}
