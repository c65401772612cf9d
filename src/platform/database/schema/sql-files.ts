import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installation } from '../../installation.js';
import { nameOfSource, type SqlSource } from './sql-source.js';

const FOLDER = join(installation.root, 'migrations');

/** A numbered file of tables, indexes, constraints and data, with the one that undoes it. */
export interface NumberedFile {
  /** Below `migrations/`: `0001-identity.up.sql`. */
  readonly path: string;
  readonly number: number;
  readonly name: string;
  readonly up: () => string;
  readonly down: () => string;
}

const read = (path: string) => readFileSync(join(FOLDER, path), 'utf8').replaceAll('\r\n', '\n');

/** The numbered files, in the order of their numbers. */
export function numberedFiles(): NumberedFile[] {
  const paths = readdirSync(FOLDER).filter((file) => file.endsWith('.up.sql'));
  return paths.sort().map((path) => {
    const [, number, name = ''] = /^(\d{4})-([a-z-]+)\.up\.sql$/.exec(path) ?? [];
    if (!number) throw new Error(`migrations/${path} must be <four digits>-<name>.up.sql.`);
    const down = path.replace('.up.sql', '.down.sql');
    return { path, number: Number(number), name, up: () => read(path), down: () => read(down) };
  });
}

/** Every function, procedure, view and trigger, by path. */
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
