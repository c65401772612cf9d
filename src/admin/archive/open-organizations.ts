import type { Database } from '../../platform/database/database.js';

const ORGANIZATIONS_PER_LOOKUP = 100;

/** The ids of all organizations that are not deleted, a page at a time. */
export async function* openOrganizations(database: Database): AsyncGenerator<readonly string[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await database.lookup<{ id: string }>('SELECT id FROM open_organizations($1, $2) AS id', [
      after,
      ORGANIZATIONS_PER_LOOKUP,
    ]);
    const last = page.at(-1);
    if (!last) return;
    yield page.map(({ id }) => id);
    after = last.id;
  }
}
