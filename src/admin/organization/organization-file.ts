import type { Hmac } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unfinished } from '../archive/part.js';
import { linesOf } from '../archive/part-reader.js';
import { PartWriter } from '../archive/part-writer.js';
import type { TransferKey } from './transfer-key.js';

export const FILE = 'organization.ndjson.gz';
const FORMAT = 1;

/** The first line. Keys are sealed with the transfer key. */
export interface FileHead {
  readonly format: number;
  /** The version of the schema that the rows have. */
  readonly schema: number;
  readonly organization: string;
  readonly exportedAt: string;
  /** The key of its secrets; null when it has none. */
  readonly key: string | null;
  /** The keys by which secrets of API keys were hashed. */
  readonly hashes: readonly { readonly hashKey: number; readonly hashSecret: string | null; readonly key: string }[];
  /** The newest entry of its audit log. */
  readonly audit: { readonly sequence: number; readonly hash: string };
}

/** The last line. */
export interface FileEnd {
  /** The number of rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  /** The signature of all lines before, in hex. */
  readonly signature: string;
}

/** The file is not one that an export with this transfer key wrote. Nothing was changed. */
export class FileRefusedError extends Error {}

/** Writes the file of an organization. It has its name only when all of it is on the disk. */
export class OrganizationFileWriter {
  private readonly rows: Record<string, number> = {};

  private constructor(
    private readonly part: PartWriter,
    private readonly signature: Hmac,
  ) {}

  static async create(root: string, head: Omit<FileHead, 'format'>, key: TransferKey): Promise<OrganizationFileWriter> {
    await rm(join(root, head.organization, unfinished(FILE)), { force: true });
    const part = await PartWriter.create(root, head.organization, FILE);
    const writer = new OrganizationFileWriter(part, key.signature());
    await writer.line(JSON.stringify({ format: FORMAT, ...head }));
    return writer;
  }

  async row(table: string, line: string): Promise<void> {
    this.rows[table] = (this.rows[table] ?? 0) + 1;
    await this.line(line);
  }

  async finish(): Promise<FileEnd> {
    const end = { rows: this.rows, signature: this.signature.digest('hex') };
    await this.part.write(JSON.stringify(end));
    await this.part.finish();
    return end;
  }

  discard = () => this.part.discard();

  private async line(line: string): Promise<void> {
    this.signature.update(`${line}\n`);
    await this.part.write(line);
  }
}

export interface VerifiedFile {
  readonly head: FileHead;
  readonly end: FileEnd;
  /** The lines of the rows with their tables, read again. @throws FileRefusedError when the file has changed meanwhile */
  rows(): AsyncGenerator<{ readonly table: string; readonly line: string }>;
}

const TABLE = /^\{"table" : "([a-z_]+)", "row" : \{/;

/**
 * Reads the whole file before anything is made of it.
 * @throws FileRefusedError
 */
export async function verifiedFile(path: string, key: TransferKey): Promise<VerifiedFile> {
  const read = signedLines(path, key);
  let step = await read.next();
  const first = step.done ? '' : step.value;
  while (!step.done) step = await read.next();
  const end = step.value;
  const head = headOf(first);

  async function* rows() {
    const again = signedLines(path, key);
    await again.next();
    for (let line = await again.next(); ; line = await again.next()) {
      if (line.done) {
        if (line.value.signature === end.signature) return;
        throw new FileRefusedError(`${path} was replaced while it was read.`);
      }
      yield { table: tableOf(line.value), line: line.value };
    }
  }
  return { head, end, rows };
}

/** Yields the lines but for the last one, which it returns when the signature holds. */
async function* signedLines(path: string, key: TransferKey): AsyncGenerator<string, FileEnd> {
  const signature = key.signature();
  let last: string | null = null;
  try {
    for await (const line of linesOf(path)) {
      if (last !== null) {
        signature.update(`${last}\n`);
        yield last;
      }
      last = line;
    }
  } catch (error) {
    throw new FileRefusedError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  const end = endOf(last);
  if (end?.signature === signature.digest('hex')) return end;
  throw new FileRefusedError(`${path} was changed or cut off, or exported with another TRANSFER_KEY.`);
}

function headOf(line: string): FileHead {
  const head = JSON.parse(line);
  if (head.format === FORMAT) return head;
  throw new FileRefusedError(`The file has format ${head.format}, and this release reads ${FORMAT}.`);
}

function endOf(line: string | null): FileEnd | null {
  try {
    return JSON.parse(line ?? 'null');
  } catch {
    return null;
  }
}

function tableOf(line: string): string {
  const table = TABLE.exec(line)?.[1];
  if (!table) throw new FileRefusedError('A line of the file is no row of a table.');
  return table;
}
