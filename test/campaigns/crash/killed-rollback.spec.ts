import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Session } from '@backstop/sdk';
import { playStory } from '../../../examples/support-agent/story.mjs';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';

/** The embedded default, so that SIGKILL takes the service's own database down with it. */
const onItsOwnDatabase = (dataDir: string, port = '0') =>
  startService({ DATABASE_URL: '', DATA_DIR: dataDir, PORT: port });

/** Counts each time a row was really written, so that a second undo of the same thing would show. */
const COUNT_WRITES = `
  CREATE TABLE IF NOT EXISTS writes (id integer, operation text);
  CREATE OR REPLACE FUNCTION count_write() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO writes VALUES (coalesce(NEW.id, OLD.id), TG_OP); RETURN NULL; END $$;
  CREATE TRIGGER count_writes AFTER INSERT OR UPDATE OR DELETE ON customers FOR EACH ROW EXECUTE FUNCTION count_write();`;

const UNDONE_ONCE = [
  'DELETE 1201',
  'INSERT 11',
  'INSERT 12',
  'INSERT 13',
  'UPDATE 20',
  'UPDATE 21',
  'UPDATE 42',
  'UPDATE 7',
];

const until = async (holds: () => Promise<boolean>) => expect(await eventually(holds)).toBe(true);

/** The moment of the kill: a lock keeps the rollback from finishing, and a row shows that it has come that far. */
interface Moment {
  readonly lock: string;
  readonly reached: string;
}

/**
 * Plays the story, kills the service while it rolls back, starts it again and waits for the end of the rollback.
 * @param fromFirst orders the rollback from the first call on, so that it undoes all and the session continues
 */
async function playWithCrash({ lock, reached }: Moment, fromFirst = false) {
  const dataDir = mkdtempSync(join(tmpdir(), 'backstop-crash-'));
  const database = await newCustomerDatabase();
  const service = await onItsOwnDatabase(dataDir);
  let second: ServiceProcess | null = null;
  try {
    const rollBack = async (session: Session) => {
      await database.pool.query(COUNT_WRITES);
      const blocker = await database.pool.connect();
      await blocker.query(`BEGIN; ${lock}`);
      const [first] = fromFirst ? ((await session.read()).actions ?? []) : [];
      const answer = session.rollback(first && { fromActionId: first.id }).catch(() => null);
      try {
        await until(async () => (await database.pool.query(reached)).rowCount === 1);
        await service.kill('SIGKILL');
      } finally {
        await blocker.query('ROLLBACK');
        blocker.release();
      }
      second = await onItsOwnDatabase(dataDir, new URL(service.url).port);
      await until(async () => (await session.readRollback<{ state: string }>()).state === 'finished');
      await answer;
    };
    const story = await playStory({ baseUrl: service.url, customerDatabaseUrl: database.url, rollBack });
    const { rows } = await database.pool.query<{ write: string }>(
      `SELECT operation || ' ' || id AS write FROM writes ORDER BY 1`,
    );
    return { story, writes: rows.map(({ write }) => write) };
  } finally {
    await (second as ServiceProcess | null)?.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

describe('a rollback whose service is killed', () => {
  it('in the middle of an attempt finishes by itself, and undoes nothing twice', async () => {
    const { story, writes } = await playWithCrash({
      lock: 'LOCK TABLE customers IN SHARE MODE',
      reached: `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    });
    expect(story.left).toEqual(['customer 7 note is "called back by Bob", was null']);
    expect(story.report.displayStatus).toBe('PARTIALLY_REVERTED');
    expect(writes).toEqual(UNDONE_ONCE);
  });

  it('right after a change reached the database finishes by itself, and undoes nothing twice', async () => {
    const { story, writes } = await playWithCrash({
      lock: 'SELECT 1 FROM customers WHERE id = 7 FOR UPDATE',
      reached: 'SELECT 1 FROM writes WHERE id = 20',
    });
    expect(story.left).toEqual(['customer 7 note is "called back by Bob", was null']);
    expect(story.report.results.map(({ outcome }) => outcome)).toEqual([...Array(5).fill('ROLLED_BACK'), 'CONFLICT']);
    expect(writes).toEqual(UNDONE_ONCE);
  });

  it('from a point on finishes by itself too, and undoes nothing twice', async () => {
    const { story, writes } = await playWithCrash(
      { lock: 'SELECT 1 FROM customers WHERE id = 7 FOR UPDATE', reached: 'SELECT 1 FROM writes WHERE id = 20' },
      true,
    );
    expect(story.left).toEqual(['customer 7 note is "called back by Bob", was null']);
    expect(writes).toEqual(UNDONE_ONCE);
  });
});
