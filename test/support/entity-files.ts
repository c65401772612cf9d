import { readdirSync } from 'node:fs';

/** The paths of all entities, from the root of the repository. */
export const entityFiles = (): string[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.entity.ts'))
    .map((file) => `src/${file}`)
    .sort();
