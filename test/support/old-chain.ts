import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';

/** The last database of the migrations before 0001-identity, as pg_dump wrote it, in an empty database. */
export async function restoreOldChain(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(gunzipSync(readFileSync('test/support/old-chain.sql.gz')).toString());
  } finally {
    await owner.end();
  }
}
