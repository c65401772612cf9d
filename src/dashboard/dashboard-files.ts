import { createHash } from 'node:crypto';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { SingleFlight } from '../platform/concurrency/single-flight.js';
import { installation } from '../platform/installation.js';
import { type Coding, compressedForm, type Packed } from './static-files.js';

interface Form {
  readonly body: Buffer;
  /** The tag of these bytes. */
  readonly etag: string;
}

/** A file in the forms in which it is kept; the plain one is always there. */
export type Forms = ReadonlyMap<Coding, Form>;

/** The files, by name below the folder. */
export type Files = ReadonlyMap<string, Forms>;

/** The folder of the dashboard's build. */
const FOLDER = join(installation.root, 'dashboard', 'dist');

/**
 * The files of the dashboard, read in advance, so that a request can name only a plain file below the folder. They are
 * read again when another build has replaced them.
 */
@Injectable()
export class DashboardFiles {
  private readonly reading = new SingleFlight<Files>();
  private known: { readonly build: string; readonly files: Files } | null = null;

  /** Null while there is no dashboard. */
  async all(): Promise<Files | null> {
    const build = await buildIn(FOLDER);
    if (build === null) return null;
    if (this.known?.build !== build) this.known = { build, files: await this.reading.run(build, () => read(FOLDER)) };
    return this.known.files;
  }

  async areThere(): Promise<boolean> {
    return (await buildIn(FOLDER)) !== null;
  }
}

const UNPACK = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

/** Tells one build from another; null when there is none. */
async function buildIn(folder: string): Promise<string | null> {
  try {
    const index = await lstat(join(folder, 'index.html'));
    const folders = await Promise.all([folder, join(folder, 'assets')].map((one) => lstat(one).catch(() => null)));
    return [index, ...folders].map((one) => `${one?.ctimeMs} ${one?.ino}`).join(' ');
  } catch {
    return null;
  }
}

async function read(folder: string): Promise<Files> {
  const files = new Map<string, Map<Coding, Form>>();
  // A name sorts before the names of its compressed forms.
  for (const name of (await namesIn(folder)).sort()) {
    const body = await readFile(join(folder, name));
    const compressed = compressedForm(name);
    const plain = compressed && files.get(compressed.of)?.get('identity');
    if (!compressed || !plain) files.set(name, new Map([['identity', formOf(body)]]));
    else if (await holds(body, compressed.coding, plain.body))
      files.get(compressed.of)?.set(compressed.coding, formOf(body));
  }
  return files;
}

const formOf = (body: Buffer): Form => ({ body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` });

/** True when a compressed form holds this file: one that an earlier build left holds another. */
async function holds(packed: Buffer, coding: Packed, plain: Buffer): Promise<boolean> {
  const unpacked = await UNPACK[coding](packed).catch(() => null);
  return unpacked?.equals(plain) ?? false;
}

/** Lists plain files only: no links, which could point elsewhere, and no hidden files. */
async function namesIn(folder: string, below = ''): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const names = entries
    .filter(({ name }) => !name.startsWith('.'))
    .map(async (entry) => {
      const name = below + entry.name;
      if (entry.isDirectory()) return namesIn(folder, `${name}/`);
      return entry.isFile() ? [name] : [];
    });
  return (await Promise.all(names)).flat();
}
