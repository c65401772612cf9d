import pg from 'pg';
import { newCustomerDatabase } from '../../../test/support/customer-database.js';
import { newPool } from '../../../test/support/pool.js';
import { postgres } from '../../src/clients/pg/connector.js';
import type { WrapContext } from '../../src/wrapping/wrappable-connector.js';
import { RecordingGate } from './recording-gate.js';

export interface Setup {
  readonly gate: RecordingGate;
  /** Wrapped. */
  readonly pool: pg.Pool;
  readonly rawPool: pg.Pool;
  connect(): Promise<pg.PoolClient>;
  rows(): Promise<unknown[]>;
}

/** Starts one database for a file; each test gets a fresh table `customers`, a fresh gate and a fresh pool. */
export function realPostgres() {
  let server: Awaited<ReturnType<typeof newCustomerDatabase>>;
  let admin: pg.Pool;
  const opened: pg.Pool[] = [];

  beforeAll(async () => {
    server = await newCustomerDatabase();
    admin = newPool({ connectionString: server.url, max: 2 });
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((pool) => (pool.ended ? undefined : pool.end())));
  });

  afterAll(async () => {
    await admin.end();
    await server.drop();
  });

  return {
    async setup(config: pg.PoolConfig = {}): Promise<Setup> {
      await admin.query(`
        DROP TABLE IF EXISTS customers;
        CREATE TABLE customers (
          id int PRIMARY KEY, name text, credit numeric DEFAULT 0, tags text[], info jsonb, seen timestamp, raw bytea
        );
        INSERT INTO customers (id, name, credit) VALUES (1, 'Ada', 10), (2, 'Bob', 20), (3, 'Cy', 30);`);
      const gate = new RecordingGate();
      const rawPool = newPool({ connectionString: server.url, max: 4, ...config });
      opened.push(rawPool);
      const pool = postgres.wrap(rawPool, gate);
      return {
        gate,
        pool,
        rawPool,
        connect: () => pool.connect(),
        rows: async () => (await admin.query('SELECT id, name, credit::int FROM customers ORDER BY id')).rows,
      };
    },
    client(gate: RecordingGate, config: pg.ClientConfig = {}) {
      const raw = new pg.Client({ connectionString: server.url, ...config });
      return { raw, client: postgres.wrap(raw, gate) };
    },
    wrap: <T extends object>(client: T, gate: RecordingGate, context?: WrapContext): T =>
      postgres.wrap(client, gate, context),
    admin: () => admin,
    /** A pool of another role, wrapped. */
    poolOf(gate: RecordingGate, role: string, password: string): pg.Pool {
      const url = new URL(server.url);
      Object.assign(url, { username: role, password });
      const raw = newPool({ connectionString: url.href });
      opened.push(raw);
      return postgres.wrap(raw, gate);
    },
  };
}
