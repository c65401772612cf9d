import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { unfinished } from './part.js';

/** A part that is on the disk whole. */
export interface WrittenPart {
  readonly file: string;
  /** The hash of the file, in hex. */
  readonly sha256: string;
  readonly bytes: number;
}

/** Writes one file of compressed lines. It has its name only when all of it is on the disk. */
export class PartWriter {
  /** The size before compression. */
  size = 0;
  private readonly gzip = createGzip();
  private readonly hash = createHash('sha256');
  private readonly written: Promise<void>;
  private bytes = 0;

  private constructor(
    private readonly folder: string,
    private readonly name: string,
    private readonly handle: FileHandle,
  ) {
    this.written = this.store();
    // Seen by the next call that waits for it.
    this.written.catch(() => undefined);
  }

  static async create(root: string, organizationId: string, name: string): Promise<PartWriter> {
    const folder = join(root, organizationId);
    if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await flushDirectory(root);
    return new PartWriter(folder, name, await open(join(folder, unfinished(name)), 'wx', 0o600));
  }

  async write(line: string): Promise<void> {
    this.size += Buffer.byteLength(line) + 1;
    if (!this.gzip.write(`${line}\n`)) await Promise.race([once(this.gzip, 'drain'), this.written]);
  }

  /** Completes the file on disk, so that a power failure after it loses nothing of the file. */
  async finish(): Promise<WrittenPart> {
    this.gzip.end();
    await this.written;
    await this.handle.sync();
    await this.handle.close();
    await rename(join(this.folder, unfinished(this.name)), join(this.folder, this.name));
    await flushDirectory(this.folder);
    return { file: this.name, sha256: this.hash.digest('hex'), bytes: this.bytes };
  }

  /** Removes the file, finished or not, because the transaction that it belongs to is rolled back. */
  async discard(): Promise<void> {
    this.gzip.destroy();
    await this.handle.close().catch(() => undefined);
    for (const name of [unfinished(this.name), this.name]) await rm(join(this.folder, name), { force: true });
  }

  private async store(): Promise<void> {
    for await (const chunk of this.gzip) {
      this.hash.update(chunk);
      this.bytes += chunk.length;
      await this.handle.appendFile(chunk);
    }
  }
}

async function flushDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
