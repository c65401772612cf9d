import { connect, type PerformingConnection } from '../server/connection.js';
import { parseTarget } from '../server/target.js';
import { startWorld, type World } from './postgres.testkit.js';

describe('a question that is sent again and again', () => {
  let world: World;
  let connection: PerformingConnection;
  const plans = () =>
    connection.rows(`SELECT generic_plans::text, custom_plans::text, pg_catalog.current_setting('plan_cache_mode')
      FROM pg_catalog.pg_prepared_statements`);
  const ask = async (frequency: 'usual' | 'usual, same plan') => {
    for (let times = 0; times < 4; times += 1)
      await connection.rows(
        'SELECT relname::text FROM pg_catalog.pg_class WHERE relname = $1',
        ['pg_class'],
        frequency,
      );
  };

  beforeAll(async () => {
    world = await startWorld();
  });
  beforeEach(async () => {
    connection = await connect(parseTarget(world.url), world.context);
    await connection.begin('read');
    // A statement is kept only after a reset that has met the same server process.
    expect(await connection.reset()).toBe(true);
    await connection.begin('read');
  });
  afterEach(() => connection.close());
  afterAll(() => world.stop());

  it('is planned once where its plan is the best for all values, and the setting is taken back', async () => {
    await ask('usual, same plan');
    expect(await plans()).toEqual([['4', '0', 'auto']]);
  });

  it('is planned for its values where PostgreSQL finds that better', async () => {
    await ask('usual');
    expect(await plans()).toEqual([['0', '4', 'auto']]);
  });

  it('that fails tells its own error', async () => {
    const asked = connection.rows('SELECT 1 / $1::int', ['0'], 'usual, same plan');
    await expect(asked).rejects.toMatchObject({ code: '22012' });
  });
});
