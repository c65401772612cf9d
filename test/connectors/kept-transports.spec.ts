import { postgres } from '../../src/connectors/postgres/postgres.connector.js';
import type { PerformingConnection } from '../../src/connectors/postgres/server/connection.js';
import { KeptTransports } from '../../src/connectors/transport/kept-transports.js';
import { unique } from '../support/client.js';
import { newCustomerDatabase } from '../support/customer-database.js';
import { contextWith } from '../support/google.js';
import { eventually, patience } from '../support/patience.mjs';

describe('a connection to a database that was in use a moment ago', () => {
  let database: Awaited<ReturnType<typeof newCustomerDatabase>>;
  let kept: KeptTransports;
  beforeAll(async () => {
    database = await newCustomerDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    kept = new KeptTransports(patience(60_000));
  });
  afterEach(() => kept.close());

  const reachable = (connectionString: string) => {
    const context = contextWith({ connectionString });
    return { ...context, openTransport: () => postgres.transport(context) };
  };
  const open = async (organization = 'one', url = database.url, transports = kept) =>
    (await transports.open(organization, 'postgres', reachable(url))) as PerformingConnection;
  const pidOf = async (transport: PerformingConnection) => {
    await transport.begin('perform');
    return (await transport.rows('SELECT pg_backend_pid()'))[0]?.[0];
  };
  const isOpen = async (pid: unknown) =>
    (await database.pool.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid])).rowCount === 1;

  it('is used again by the same organization with the same credential, and by no other', async () => {
    const first = await open();
    const pid = await pidOf(first);
    // A connection in use is not given to other work.
    const beside = await open();
    expect(await pidOf(beside)).not.toBe(pid);
    await beside.close();
    await first.close();
    const again = await open();
    expect(await pidOf(again)).toBe(pid);
    await again.close();
    const other = await open('other');
    expect(await pidOf(other)).not.toBe(pid);
    await other.close();
    const changed = await open('one', `${database.url}?sslmode=disable`);
    expect(await pidOf(changed)).not.toBe(pid);
    await changed.close();
  });

  it('holds nothing of its last work: no transaction, table, setting or lock', async () => {
    const first = await open();
    const pid = await pidOf(first);
    await first.run('CREATE TEMP TABLE left_over (id int)');
    await first.run("SELECT set_config('statement_timeout', '54321', false), pg_advisory_lock(7)");
    await first.end('COMMIT');
    await first.begin('perform');
    await first.run(`CREATE TABLE ${unique('never').replaceAll('-', '_')} (id int)`);
    await first.close();
    const again = await open();
    expect(await pidOf(again)).toBe(pid);
    const found = await again.rows(`SELECT to_regclass('left_over'), count(*) FILTER (WHERE locktype = 'advisory'),
      (SELECT count(*) FROM pg_class WHERE relname LIKE 'never%') FROM pg_locks WHERE pid = pg_backend_pid()`);
    expect(found).toEqual([[null, '0', '0']]);
    await again.end('ROLLBACK');
    expect(await again.rows('SHOW statement_timeout')).toEqual([['0']]);
    await again.close();
  });

  it('is no longer used by work that has given it back', async () => {
    const first = await open();
    const pid = await pidOf(first);
    await first.close();
    const next = await open();
    expect(await pidOf(next)).toBe(pid);
    await expect(first.rows('SELECT 1')).rejects.toThrow('the transport is closed');
    await first.close();
    expect(await next.rows('SELECT 1')).toEqual([['1']]);
    await next.close();
  });

  it('that the server has ended is opened anew', async () => {
    const first = await open();
    const pid = await pidOf(first);
    await first.close();
    await database.pool.query('SELECT pg_terminate_backend($1)', [pid]);
    await eventually(
      () => isOpen(pid),
      (there) => !there,
    );
    const again = await open();
    expect(await pidOf(again)).not.toBe(pid);
    await again.close();
  });

  it('is closed once it was idle for its time', async () => {
    const soon = new KeptTransports(50);
    const first = await open('one', database.url, soon);
    const pid = await pidOf(first);
    await first.close();
    expect(
      await eventually(
        () => isOpen(pid),
        (there) => !there,
      ),
    ).toBe(false);
  });
});
