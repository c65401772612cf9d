import { closeSync, openSync } from 'node:fs';
import { readFile, stat, truncate } from 'node:fs/promises';
import { lastLines } from './server-command.js';

const MAX_BYTES = 10 * 1024 * 1024;

/** The log file of one run of the server; earlier runs stay in it until it has grown past 10 MB. */
export class ServerLog {
  private constructor(
    readonly path: string,
    /** The file to which the server writes. */
    readonly fd: number,
    private readonly begin: number,
  ) {}

  static async open(path: string): Promise<ServerLog> {
    let { size } = await stat(path).catch(() => ({ size: 0 }));
    if (size > MAX_BYTES) {
      await truncate(path);
      size = 0;
    }
    return new ServerLog(path, openSync(path, 'a', 0o600), size);
  }

  /** The last lines of this run. */
  async tail(): Promise<string> {
    return lastLines((await readFile(this.path)).subarray(this.begin).toString('utf8'));
  }

  /** Closes our end; the server keeps its own. */
  close(): void {
    closeSync(this.fd);
  }
}
