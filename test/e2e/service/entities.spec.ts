import { randomUUID } from 'node:crypto';
import { DataSource, In } from 'typeorm';
import { OrganizationEntity } from '../../../src/auth/organizations/organization.entity.js';
import { Shares } from '../../../src/platform/concurrency/shares.js';
import { entitySettings } from '../../../src/platform/database/connection.js';
import { Database } from '../../../src/platform/database/database.js';
import { BOOKKEEPING } from '../../../src/platform/database/schema/schema-version.js';
import { entityFiles } from '../../support/entity-files.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { schemaOf } from '../../support/schema.js';

const KEYLESS = '(metric_changes|metric_days|metric_totals|policy_days|remade_resources)';

/** Statements by which TypeORM would change the migrated tables, although the entities are right. */
const STATEMENTS: readonly [statement: RegExp, because: string][] = [
  [
    new RegExp(`^ALTER TABLE "${KEYLESS}" ADD CONSTRAINT "\\w+_pkey" PRIMARY KEY`),
    'the table has no primary key, and an entity must have one',
  ],
  [/^ALTER TABLE "actions" ALTER COLUMN "recorded_in" SET DEFAULT /, 'TypeORM reads a default without its casts'],
  [/^(DROP|CREATE) INDEX .*"actions_recorded"/, 'TypeORM makes the indexes of a column anew when it changes it'],
];

/**
 * The differences between the migrated tables and those that the entities alone would make. With `but`, the two are
 * equal if that part is left out on both sides.
 */
const DIFFERENCES: readonly { of: RegExp; but?: RegExp; because: string }[] = [
  { of: /^table /, because: 'TypeORM has no row-level security, rights or storage parameters' },
  { of: /^policy /, because: 'TypeORM has no row-level security' },
  { of: /^trigger /, because: 'TypeORM has no triggers' },
  { of: /^view /, because: 'views are sources of their own' },
  { of: /^routine /, because: 'functions are sources of their own' },
  { of: /^index /, but: / DESC/g, because: 'TypeORM has no order for the columns of an index' },
  {
    of: /^index /,
    but: / NULLS NOT DISTINCT$/,
    because: 'TypeORM has no unique constraint that takes nulls for equal',
  },
  {
    of: /^constraint /,
    but: / NULLS NOT DISTINCT(?= )/,
    because: 'TypeORM has no unique constraint that takes nulls for equal',
  },
  {
    of: /^index (users_email|mailed_links_invitation|actions_trace|remade_resources_(former|address))$/,
    because: 'TypeORM has no index over an expression',
  },
  { of: /^index snapshots_unbound$/, because: 'TypeORM has no index that carries further columns' },
  {
    of: new RegExp(`^constraint ${KEYLESS}\\.\\w+_pkey$`),
    because: 'the table has no primary key, and an entity must have one',
  },
  { of: new RegExp(`^index ${KEYLESS}_pkey$`), because: 'the table has no primary key, and an entity must have one' },
  { of: /^domain /, because: 'TypeORM has no domains; it compares the types on which they stand' },
  {
    of: /^column /,
    but: /^(integer|text|jsonb|counter|violation|settlement|tool_call_id|on_behalf_of|label_set|traceparent|rollback_state|operation_type|policy_decision|(action|session)_status)(?= )/,
    because: 'TypeORM has no domains; it compares the types on which they stand',
  },
  {
    of: /^index sessions_active$/,
    but: /[()]|::text(?= ?(?:=|<>))/g,
    because: 'TypeORM has no domains: the type on which one stands is not named again',
  },
  { of: /^column /, but: /'|::bigint/g, because: 'a default of zero is written as a text and means the same' },
];

const connected = (url: string) => new DataSource(entitySettings(url)).initialize();

/**
 * Returns the objects by name. Columns are sorted by name, as their order means nothing; those of views are part of
 * their views.
 */
async function objectsOf({ superuser }: OwnDatabase): Promise<ReadonlyMap<string, string>> {
  const client = await superuser.connect();
  const objects = await schemaOf(client).finally(() => client.release());
  const views = objects.filter(({ what }) => what.startsWith('view ')).map(({ what }) => what.slice(5));
  return new Map(
    objects.flatMap(({ what, definition }): [string, string][] => {
      const [, table] = /^column (\w+)\./.exec(what) ?? [];
      if (!table) return [[what, definition]];
      const [column, ...rest] = definition.split(' ');
      return views.includes(table) ? [] : [[`column ${table}.${column}`, rest.join(' ')]];
    }),
  );
}

/** Returns the statements with which TypeORM would change the tables of a database. */
async function statementsFor({ ownerUrl }: OwnDatabase): Promise<string[]> {
  const source = await connected(ownerUrl);
  const { upQueries } = await source.driver.createSchemaBuilder().log();
  await source.destroy();
  return upQueries.map(({ query }) => query);
}

let migrated: OwnDatabase;
let made: OwnDatabase;
beforeAll(async () => {
  for (const file of entityFiles()) await import(`../../../${file.replace(/ts$/, 'js')}`);
  [migrated, made] = [await newOwnDatabase(), await newOwnDatabase()];
  await made.superuser.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const source = await connected(made.ownerUrl);
  await source.synchronize();
  await source.destroy();
});
afterAll(async () => {
  await migrated.drop();
  await made.drop();
});

describe('the entities', () => {
  it('are one for each table, but for those in which migrate keeps its notes', async () => {
    const source = await connected(migrated.ownerUrl);
    const named = source.entityMetadatas.map(({ tableName }) => tableName);
    await source.destroy();
    const { rows } = await migrated.superuser.query(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    expect([...named, ...BOOKKEEPING].sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  it('say of the migrated tables what TypeORM can say: it would change nothing else', async () => {
    const statements = await statementsFor(migrated);
    expect(statements.filter((statement) => !STATEMENTS.some(([excused]) => excused.test(statement)))).toEqual([]);
    expect(STATEMENTS.filter(([excused]) => !statements.some((statement) => excused.test(statement)))).toEqual([]);
  });

  it('alone would make the same tables, constraints and indexes, but for what TypeORM cannot express', async () => {
    const [is, would] = [await objectsOf(migrated), await objectsOf(made)];
    const different = [...new Set([...is.keys(), ...would.keys()])].filter((what) => is.get(what) !== would.get(what));
    const used = new Set<object>();
    const unexcused = different.filter((what) => {
      const excuses = DIFFERENCES.filter(
        ({ of, but }) =>
          of.test(what) && (!but || is.get(what)?.replace(but, '') === would.get(what)?.replace(but, '')),
      );
      for (const excuse of excuses) used.add(excuse);
      return excuses.length === 0;
    });
    expect(unexcused.map((what) => [what, is.get(what), would.get(what)])).toEqual([]);
    expect(DIFFERENCES.filter((excuse) => !used.has(excuse))).toEqual([]);
  });
});

describe('an entity', () => {
  it('shows and changes the rows of the organizations of its transaction alone', async () => {
    const [own, other] = [randomUUID(), randomUUID()];
    await migrated.superuser.query(
      `INSERT INTO organizations (id, name, plan) VALUES ($1, 'own', 'FREE'), ($2, 'other', 'FREE')`,
      [own, other],
    );
    const source = await connected(migrated.serviceUrl);
    const database = new Database(source, migrated.superuser, new Shares(1));
    const seen = await database.transaction(own, async (em) => ({
      found: (await em.find(OrganizationEntity)).map(({ id }) => id),
      renamed: (await em.update(OrganizationEntity, { id: In([own, other]) }, { name: 'changed' })).affected,
      deleted: (await em.delete(OrganizationEntity, { id: other })).affected,
      built: await em.createQueryBuilder(OrganizationEntity, 'o').getCount(),
    }));
    const unspoken = await source.manager.count(OrganizationEntity);
    await source.destroy();
    expect({ ...seen, unspoken }).toEqual({ found: [own], renamed: 1, deleted: 0, built: 1, unspoken: 0 });
    const { rows } = await migrated.superuser.query('SELECT name FROM organizations WHERE id = $1', [other]);
    expect(rows).toEqual([{ name: 'other' }]);
  });
});

describe('the comparison with a changed table', () => {
  it.each([
    ['a column', 'ALTER TABLE policies ADD note text', 'DROP COLUMN "note"'],
    ['a type', 'ALTER TABLE policies ALTER reason TYPE varchar(9)', 'ADD "reason" text'],
    ['what may be null', 'ALTER TABLE policies ALTER reason SET NOT NULL', 'ALTER COLUMN "reason" DROP NOT NULL'],
    ['a default', 'ALTER TABLE agents ALTER sessions DROP DEFAULT', `ALTER COLUMN "sessions" SET DEFAULT '0'`],
    ['a check', 'ALTER TABLE policies DROP CONSTRAINT policies_mode_check', 'ADD CONSTRAINT "policies_mode_check"'],
    ['an index', 'DROP INDEX sessions_agent', 'CREATE INDEX "sessions_agent"'],
    ['a unique index', 'CREATE UNIQUE INDEX one_plan ON organizations (plan)', 'DROP INDEX "public"."one_plan"'],
    ['a reference', 'ALTER TABLE users DROP CONSTRAINT users_organization_id_fkey', 'FOREIGN KEY ("organization_id")'],
  ])('shows the difference: %s', async (_, change, statement) => {
    const changed = await newOwnDatabase();
    await changed.superuser.query(change);
    const statements = await statementsFor(changed);
    await changed.drop();
    expect(statements).toContainEqual(expect.stringContaining(statement));
  });
});
