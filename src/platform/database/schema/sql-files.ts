import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installation } from '../../installation.js';
import { nameOfSource, type SqlSource } from './sql-source.js';

const FOLDER = join(installation.root, 'migrations');

/** A numbered file of tables, indexes, constraints and data, and of the way back. */
export interface NumberedFile {
  /** Below `migrations/`: `0001-identity.sql`. */
  readonly path: string;
  readonly number: number;
  readonly name: string;
  readonly up: () => string;
  readonly down: () => string;
}

const read = (path: string) => readFileSync(join(FOLDER, path), 'utf8').replaceAll('\r\n', '\n');

/** The numbered files, in the order of their numbers. */
export function numberedFiles(): NumberedFile[] {
  const paths = readdirSync(FOLDER).filter((file) => /^\d.*\.sql$/.test(file));
  return paths.sort().map((path) => {
    const [, number, name = ''] = /^(\d{4})-([a-z-]+)\.sql$/.exec(path) ?? [];
    if (!number) throw new Error(`migrations/${path} must be <four digits>-<name>.sql.`);
    return { path, number: Number(number), name, up: () => partsOf(path).up, down: () => partsOf(path).down };
  });
}

function partsOf(path: string): { up: string; down: string } {
  const [, up, down] = /^-- migrate:up\n(.+)^-- migrate:down\n(.+)$/ms.exec(read(path)) ?? [];
  if (!up || !down)
    throw new Error(`migrations/${path} must have a part "-- migrate:up", then a part "-- migrate:down".`);
  return { up, down };
}

/** Lists every function, procedure, view and trigger, by path. */
export function sqlSources(): SqlSource[] {
  return ['functions', 'triggers', 'views'].flatMap((folder) =>
    readdirSync(join(FOLDER, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.sql'))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .sort()
      .map((path) => {
        const text = read(path);
        return { ...nameOfSource(path), text, hash: createHash('sha256').update(text).digest('hex') };
      }),
  );
}
