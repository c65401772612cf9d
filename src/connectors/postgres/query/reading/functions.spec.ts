import { classOf, namesOf, RETURNING_SETS } from '#sql/postgres/functions';
import { startWorld, type World } from '../../specs/postgres.testkit.js';

const CALLABLE_IN_A_READ = namesOf('harmless', 'moment', 'asker');

describe('the functions that a read may call in any session', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  it('are all built in, and none of them is volatile', async () => {
    const names = (rows: Record<string, string | null>[]) => rows.map(({ proname }) => proname);
    const volatile = await world.sql(
      `SELECT DISTINCT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND provolatile = 'v'
          AND proname = ANY ($1) ORDER BY 1`,
      [CALLABLE_IN_A_READ],
    );
    expect(names(volatile)).toEqual([]);
    const unknown = await world.sql(
      `SELECT n AS proname FROM unnest($1::text[]) n
        WHERE NOT EXISTS (SELECT 1 FROM pg_proc WHERE proname = n AND pronamespace = 'pg_catalog'::regnamespace)`,
      [CALLABLE_IN_A_READ],
    );
    expect(names(unknown)).toEqual([]);
  });

  it('are none of the volatile ones there are', async () => {
    const volatile = await world.sql(
      `SELECT DISTINCT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND provolatile = 'v'`,
    );
    expect(volatile.length).toBeGreaterThan(200);
    const callable = volatile.filter(({ proname }) => CALLABLE_IN_A_READ.includes(proname ?? ''));
    expect(callable).toEqual([]);
  });

  it('and all others that are known, those of extensions aside, are built in', async () => {
    const unknown = await world.sql(
      `SELECT n FROM unnest($1::text[]) n
        WHERE NOT EXISTS (SELECT FROM pg_proc WHERE proname = n AND pronamespace = 'pg_catalog'::regnamespace)`,
      [namesOf('fresh', 'number', 'state', 'keeps rows')],
    );
    expect(unknown.map(({ n }) => n)).toEqual(['uuid_generate_v1', 'uuid_generate_v1mc']);
  });

  it('are each of one class alone', () => {
    const all = namesOf('harmless', 'moment', 'asker', 'fresh', 'number', 'state', 'extension', 'keeps rows');
    expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
    expect([classOf(['lower']), classOf(['pg_catalog', 'now']), classOf(['app', 'now'])]).toEqual([
      'harmless',
      'moment',
      'unknown',
    ]);
  });

  it('are known for returning sets, as far as they do', async () => {
    const sets = await world.sql(
      `SELECT DISTINCT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND proretset
          AND proname = ANY ($1) ORDER BY 1`,
      [CALLABLE_IN_A_READ],
    );
    expect(sets.map(({ proname }) => proname)).toEqual([...RETURNING_SETS].sort());
  });

  it('have no volatile relatives among the built-in operators and casts', async () => {
    const found = await world.sql(`
      SELECT oprname AS name FROM pg_operator o JOIN pg_proc p ON p.oid = o.oprcode WHERE p.provolatile = 'v'
      UNION ALL
      SELECT proname FROM pg_cast c JOIN pg_proc p ON p.oid = c.castfunc WHERE p.provolatile = 'v'
      ORDER BY 1`);
    expect(found).toEqual([]);
  });
});
