import type { QueryRunner } from 'typeorm';

/** The migrations before 0001 were named by a clock; all of those names sort below this number. */
export const FIRST_NUMBER = 1_763_800_000_000;

/** The last numbered file with the same contents as the old chain. */
const LAST_ADOPTED = 11;

const OLD_CHAIN_LENGTH = 23;
const OLD_CHAIN_LAST = 'intent-of-actions1763700000025';

interface MigrationRow {
  readonly timestamp: string | number;
  readonly name: string;
}

/**
 * A database at the end of the old chain has the tables of the numbered files already: it is only noted that they ran.
 * @throws Error on a database in the middle of the old chain
 */
export async function adoptOldChain(runner: QueryRunner, numbered: readonly MigrationRow[]): Promise<void> {
  if (!(await runner.hasTable('migrations'))) return;
  const old: MigrationRow[] = await runner.query('SELECT name FROM migrations WHERE timestamp < $1', [FIRST_NUMBER]);
  if (old.length === 0) return;
  if (old.length !== OLD_CHAIN_LENGTH || !old.some(({ name }) => name === OLD_CHAIN_LAST)) {
    throw new Error(
      `This database has ${old.length} of the ${OLD_CHAIN_LENGTH} migrations before 0001-identity. ` +
        'Run "npm run migrate" of the version that made it, with all of them, then run this one again.',
    );
  }
  await runner.query('DELETE FROM migrations WHERE timestamp < $1', [FIRST_NUMBER]);
  for (const { timestamp, name } of numbered.slice(0, LAST_ADOPTED)) {
    await runner.query('INSERT INTO migrations (timestamp, name) VALUES ($1, $2)', [timestamp, name]);
  }
}
