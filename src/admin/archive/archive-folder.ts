import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isOurs, isUnfinished } from './part.js';

/** A file, as an audit entry records it. */
export interface RecordedPart {
  readonly file: string;
  readonly sha256: string;
}

/** The files of one organization. */
export class ArchiveFolder {
  private readonly path: string;

  constructor(root: string, organizationId: string) {
    this.path = join(root, organizationId);
  }

  pathOf = (file: string): string => join(this.path, file);

  /** The names of the files that this command wrote; empty when the folder does not exist. */
  async names(): Promise<string[]> {
    return (await readdir(this.path).catch(unlessMissing([]))).filter(isOurs).sort();
  }

  /** The faults of the files that the audit names. */
  async faultsOf(recorded: readonly RecordedPart[]): Promise<string[]> {
    const faults: string[] = [];
    for (const { file, sha256 } of recorded) {
      const path = join(this.path, file);
      const found = await hashOf(path).catch(unlessMissing(null));
      if (found === null) faults.push(`${path} is missing, and the audit says that it was written.`);
      else if (found !== sha256) faults.push(`${path} is not the file that was written: its SHA-256 is ${found}.`);
    }
    return faults;
  }

  /** Removes the unfinished files of a run. A complete file is never removed, whatever the audit records about it. */
  async removeUnfinished(): Promise<string[]> {
    const paths = (await this.names()).filter(isUnfinished).map((name) => join(this.path, name));
    for (const path of paths) await rm(path);
    return paths;
  }

  /**
   * Complete files that the audit does not name. The run that wrote one did not commit, or the database was restored from a
   * backup that is older: then it can be the only copy.
   */
  async unrecorded(recorded: readonly RecordedPart[]): Promise<string[]> {
    const files = new Set(recorded.map(({ file }) => file));
    const names = (await this.names()).filter((name) => !isUnfinished(name) && !files.has(name));
    return names.map((name) => join(this.path, name));
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

const unlessMissing =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead;
    throw error;
  };
