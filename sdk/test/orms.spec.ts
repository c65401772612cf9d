import { sql as drizzleSql, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import knexOf from 'knex';
import { type Generated, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { DataSource, EntitySchema } from 'typeorm';
import { newCustomerDatabase } from '../../test/support/customer-database.js';
import { newPool } from '../../test/support/pool.js';
import type { Session } from '../src/session.js';
import { SHIPPED_REGISTRY } from '../src/wire/shipped-registry.js';
import { wrap } from '../src/wrap.js';
import { newGovernance } from './support/governance.js';

const PEOPLE = `
  CREATE TABLE people (
    id serial PRIMARY KEY, email text UNIQUE NOT NULL, name text, visits int NOT NULL DEFAULT 0,
    tags jsonb, seen timestamptz NOT NULL DEFAULT now()
  );
  INSERT INTO people (email, name, tags) VALUES
    ('ada@example.com', 'Ada', '["a"]'), ('bob@example.com', 'Bob', NULL), ('cy@example.com', 'Cy', '{"k": 1}');`;

/** Work of an agent with its ORM, on a wrapped pool or on a raw one. */
type Work = (pool: pg.Pool) => Promise<void>;

const people = pgTable('people', {
  id: serial('id').primaryKey(),
  email: text('email').notNull(),
  name: text('name'),
  visits: integer('visits').notNull().default(0),
  tags: jsonb('tags'),
  seen: timestamp('seen', { withTimezone: true }).notNull().defaultNow(),
});

const withDrizzle: Work = async (pool) => {
  const db = drizzle(pool);
  await db.transaction(async (tx) => {
    const [made] = await tx.insert(people).values({ email: 'di@example.com', name: 'Di' }).returning();
    await tx
      .update(people)
      .set({ name: 'Diana', tags: ['new'] })
      .where(eq(people.id, made?.id ?? 0));
    await tx.update(people).set({ name: 'Adele' }).where(eq(people.email, 'ada@example.com'));
    await tx
      .update(people)
      .set({ visits: drizzleSql`${people.visits} + 2` })
      .where(eq(people.email, 'ada@example.com'));
  });
  await db.delete(people).where(eq(people.name, 'Bob'));
  await db
    .insert(people)
    .values({ email: 'cy@example.com', name: 'Cyd' })
    .onConflictDoUpdate({ target: people.email, set: { name: 'Cyd' } });
};

interface Person {
  readonly id: number;
  readonly email: string;
  readonly name: string | null;
  readonly visits: number;
  readonly tags: unknown;
}

interface PeopleColumns extends Pick<Person, 'email' | 'name'> {
  readonly id: Generated<number>;
  readonly visits: Generated<number>;
  readonly tags: Generated<string | null>;
}

const withKysely: Work = async (pool) => {
  const db = new Kysely<{ people: PeopleColumns }>({ dialect: new PostgresDialect({ pool }) });
  await db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('people')
      .values({ email: 'di@example.com', name: 'Di' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('people')
      .set({ name: 'Diana', tags: JSON.stringify(['new']) })
      .where('id', '=', made.id)
      .execute();
    await tx.updateTable('people').set({ name: 'Adele' }).where('email', '=', 'ada@example.com').execute();
    await tx.updateTable('people').set({ visits: sql`visits + 2` }).where('email', '=', 'ada@example.com').execute();
  });
  await db.deleteFrom('people').where('name', '=', 'Bob').execute();
  await db
    .insertInto('people')
    .values({ email: 'cy@example.com', name: 'Cyd' })
    .onConflict((on) => on.column('email').doUpdateSet({ name: 'Cyd' }))
    .execute();
};

const withKnex: Work = async (pool) => {
  const db = knexOf({ client: 'pg' });
  // knex opens connections of its own; here it gets those of the pool.
  db.client.acquireRawConnection = () => pool.connect();
  db.client.destroyRawConnection = async (connection: pg.PoolClient) => connection.release();
  db.client.initializePool({ pool: { min: 0, max: 1 } });
  await db.transaction(async (tx) => {
    const [made] = await tx('people').insert({ email: 'di@example.com', name: 'Di' }).returning('id');
    await tx('people')
      .where('id', made.id)
      .update({ name: 'Diana', tags: JSON.stringify(['new']) });
    await tx('people').where({ email: 'ada@example.com' }).update({ name: 'Adele' });
    await tx('people').where({ email: 'ada@example.com' }).increment('visits', 2);
  });
  await db('people').where({ name: 'Bob' }).del();
  await db('people').insert({ email: 'cy@example.com', name: 'Cyd' }).onConflict('email').merge(['name']);
  await db.destroy();
};

const Person = new EntitySchema<Person>({
  name: 'people',
  columns: {
    id: { type: 'int', primary: true, generated: true },
    email: { type: 'text' },
    name: { type: 'text', nullable: true },
    visits: { type: 'int', default: 0 },
    tags: { type: 'jsonb', nullable: true },
  },
});

const withTypeOrm: Work = async (pool) => {
  // TypeORM makes its pool itself: here it is given one.
  const Pool = new Proxy(pg.Pool, { construct: () => pool });
  const source = new DataSource({ type: 'postgres', driver: { ...pg, Pool }, entities: [Person] });
  await source.initialize();
  await source.transaction(async (em) => {
    const made = await em.save(Person, { email: 'di@example.com', name: 'Di' });
    await em.save(Person, { ...made, name: 'Diana', tags: ['new'] });
    await em.update(Person, { email: 'ada@example.com' }, { name: 'Adele' });
    await em.increment(Person, { email: 'ada@example.com' }, 'visits', 2);
  });
  await source.manager.delete(Person, { name: 'Bob' });
  await source.manager.upsert(Person, { email: 'cy@example.com', name: 'Cyd' }, ['email']);
};

describe('wrap() that is given an ORM', () => {
  const pool = new pg.Pool();
  const session = { registry: SHIPPED_REGISTRY, gate: () => ({}) } as unknown as Session;
  const source = new DataSource({ type: 'postgres', entities: [] });
  const given: [string, object][] = [
    ['Knex instance', knexOf({ client: 'pg' })],
    ['database of drizzle', drizzle(pool)],
    ['Kysely', new Kysely({ dialect: new PostgresDialect({ pool }) })],
    ['object of TypeORM', source],
    ['object of TypeORM', source.manager],
  ];

  it.each(given)('says what to wrap instead of a %s, under each name', (name, orm) => {
    for (const connector of ['postgres', 'db']) {
      expect(() => wrap(orm, session, { connector })).toThrow(`The client is a ${name}. Wrap what is below it`);
    }
  });

  it('governs its methods as they are where the options name some', () => {
    const db = wrap(knexOf({ client: 'pg' }), session, { connector: 'db', through: ['transaction'] });
    expect(typeof db.transaction).toBe('function');
  });
});

describe.each<[string, Work]>([
  ['drizzle', withDrizzle],
  ['kysely', withKysely],
  ['knex', withKnex],
  ['TypeORM', withTypeOrm],
])('%s on a wrapped pool', (_, work) => {
  it('does what it does on a raw one, and all of it is undone', async () => {
    const databases = [await newCustomerDatabase(), await newCustomerDatabase()] as const;
    const [bare, governed] = databases;
    const rowsOf = async ({ pool }: { pool: pg.Pool }) =>
      (await pool.query('SELECT id, email, name, visits, tags FROM people ORDER BY id')).rows as Person[];
    for (const { pool } of databases) await pool.query(PEOPLE);
    const before = await rowsOf(governed);
    await work(bare.pool);

    const governance = await newGovernance({
      credentials: { connector: 'postgres', values: { connectionString: governed.url } },
    });
    const pool = governance.wrap(newPool({ connectionString: governed.url, max: 2 }), { connector: 'postgres' });
    await work(pool);
    expect(await rowsOf(governed)).toEqual(await rowsOf(bare));
    const report = (await governance.operator.post(`/sessions/${governance.session.id}/rollback`)).body.data;
    expect(report.displayStatus).toBe('REVERTED');
    expect(await rowsOf(governed)).toEqual(before);
    await pool.end().catch(() => undefined);
    for (const { drop } of databases) await drop();
  });
});
