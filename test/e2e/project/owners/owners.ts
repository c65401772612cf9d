import { readFileSync } from 'node:fs';
import { BOOKKEEPING } from '../../../../src/platform/database/schema/schema-version.js';
import type { Owners } from './breaches.js';

/** The tables whose entities `src/entities.ts` lists, each with the module in whose folder its entity is. */
function ownersOfEntities(): [table: string, module: string][] {
  const imports = readFileSync('src/entities.ts', 'utf8').matchAll(/^import \{ \w+ \} from '\.\/(.+)\.js';$/gm);
  return [...imports].flatMap(([, path = '']) => {
    const tables = readFileSync(`src/${path}.ts`, 'utf8').matchAll(/^@Entity\('(\w+)'/gm);
    const [module = ''] = path.split('/');
    return [...tables].map(([, table = '']): [string, string] => [table, module]);
  });
}

/**
 * The module that writes each table. Another module reads a table through a view of its owner (`migrations/views/<owner>`)
 * or through its owner's service, and changes it through that service or a function of its owner.
 */
export const TABLE_OWNERS: Owners = Object.fromEntries([
  ...ownersOfEntities(),
  ...BOOKKEEPING.map((table) => [table, 'platform']),
]);
