import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { defaultOutboxDirectory, outboxScope } from '../../outbox/location.js';
import type { State } from '../known/known-server.js';

/** The states before and after a call, which show its changes. */
export interface JournalEntry {
  readonly server: string;
  readonly tool: string;
  /** When it was about to run, in milliseconds: calls that are looked at run one after the other. */
  readonly at: number;
  /** Null if it could not be read; `reason` says why. */
  readonly before: State | null;
  /** Null if the end of the call was not seen. */
  readonly after: State | null;
  readonly reason: string | null;
  /** A rollback has been here. */
  readonly isUndone?: true;
}

/** The directory of one service and key. @param given null: in the user's state */
export function stateDirectory(given: string | null, baseUrl: string, apiKey: string): string {
  const state = dirname(defaultOutboxDirectory(process.env, homedir()));
  return join(given ?? join(state, 'mcp'), outboxScope(baseUrl, apiKey));
}

/**
 * Stores states before and after calls, beside the outbox: a file for each action, readable by its owner alone. They
 * stay on this machine: the contents of a file concern its owner alone, and the service could not use them.
 */
export class Journal {
  readonly #directory: string;

  /** @param directory see {@link stateDirectory} */
  constructor(directory: string) {
    this.#directory = directory;
  }

  async put(sessionId: string, actionId: string, entry: JournalEntry): Promise<void> {
    const directory = this.#of(sessionId);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const file = join(directory, `${actionId}.json`);
    await writeFile(`${file}.tmp`, JSON.stringify(entry), { mode: 0o600, flush: true });
    await rename(`${file}.tmp`, file);
  }

  /** Returns the entries by their actions' ids. */
  async entries(sessionId: string): Promise<ReadonlyMap<string, JournalEntry>> {
    const directory = this.#of(sessionId);
    const names = await readdir(directory).catch(() => []);
    const entries = new Map<string, JournalEntry>();
    for (const name of names.filter((one) => one.endsWith('.json'))) {
      entries.set(name.slice(0, -'.json'.length), JSON.parse(await readFile(join(directory, name), 'utf8')));
    }
    return entries;
  }

  #of(sessionId: string): string {
    if (!/^[\w-]+$/.test(sessionId)) throw new TypeError('not the id of a session');
    return join(this.#directory, sessionId);
  }
}
