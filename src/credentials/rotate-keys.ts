import type { Database } from '../platform/database/database.js';
import { SealError } from '../platform/envelope.js';
import type { KeyRing } from './key-ring.js';

const ORGANIZATIONS_PER_LOOKUP = 100;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export interface Rotated {
  readonly wrapped: number;
  /** Organizations whose key cannot be opened with any available root key. */
  readonly unreadable: readonly string[];
}

/**
 * Wraps every organization's key anew by the newest root key, one short transaction each: services that know both go on
 * reading meanwhile. After a stop at any point, the next run continues there (docs/contract.md, "Credentials and
 * registry").
 * @param progress is called at intervals with the number of finished organizations
 */
export async function rotateKeys(
  database: Database,
  keys: KeyRing,
  progress: (wrapped: number) => void,
): Promise<Rotated> {
  const unreadable: string[] = [];
  let wrapped = 0;
  for (let after = BEFORE_ALL; ; ) {
    const behind = await database.lookup<{ id: string }>('SELECT id FROM organizations_behind($1, $2, $3) AS id', [
      keys.newestRoot,
      after,
      ORGANIZATIONS_PER_LOOKUP,
    ]);
    for (const { id } of behind) {
      try {
        if (await database.transaction(id, (em) => keys.rewrap(em, id))) wrapped++;
      } catch (error) {
        if (!(error instanceof SealError)) throw error;
        unreadable.push(id);
      }
    }
    const last = behind.at(-1);
    if (!last) return { wrapped, unreadable };
    after = last.id;
    progress(wrapped);
  }
}
