import { readFileSync } from 'node:fs';
import { BOOKKEEPING } from '../../../../src/platform/database/schema/schema-version.js';
import { entityFiles } from '../../../support/entity-files.js';
import type { Owners } from './breaches.js';

/** The tables that have an entity, each with the module in whose folder its entity is. */
function ownersOfEntities(): [table: string, module: string][] {
  return entityFiles().flatMap((path) => {
    const tables = readFileSync(path, 'utf8').matchAll(/^@Entity\('(\w+)'/gm);
    const [, module = ''] = path.split('/');
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
