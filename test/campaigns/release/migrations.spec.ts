import pg from 'pg';
import { migrate, revertLast } from '../../../src/platform/database/migrations.js';
import { BOOKKEEPING } from '../../../src/platform/database/schema/schema-version.js';
import { numberedFiles, sqlSources } from '../../../src/platform/database/schema/sql-files.js';
import { inDependencyOrder } from '../../../src/platform/database/schema/sql-source.js';
import { newOrganization, newSession, unique } from '../../support/client.js';
import { logged } from '../../support/ledger.js';
import { newOwnDatabase } from '../../support/own-database.js';
import { schemaOf } from '../../support/schema.js';
import { startService } from '../../support/service.mjs';

const FILES = numberedFiles().length + sqlSources().length;
const MONTH = 'functions/actions/usage_month.sql';
const VIEWS = sqlSources()
  .filter(({ kind }) => kind === 'view')
  .map(({ path }) => path)
  .sort();
const superuserUrl = process.env.TEST_SUPERUSER_URL ?? '';
const name = unique('migrated').replaceAll('-', '_');
const ownerUrl = superuserUrl.replace(/\/[^/]*$/, `/${name}`);
const role = unique('service').replaceAll('-', '_');
const serviceUrl = ownerUrl.replace(/\/\/[^@]*@/, `//${role}:a-password@`);

let server: pg.Client;
let owner: pg.Client;
beforeAll(async () => {
  server = new pg.Client({ connectionString: superuserUrl });
  await server.connect();
  await server.query(`CREATE DATABASE ${name}`);
  owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await server.query(`DROP ROLE ${role}`);
  await server.end();
});

const start = () => startService({ DATABASE_URL: serviceUrl });
const toLatest = () => migrate(ownerUrl, serviceUrl);
/** Imitates a version before this one that had another text of this file. */
const forgetHash = (path: string) => owner.query("UPDATE sql_sources SET hash = 'of before' WHERE path = $1", [path]);

describe('npm run migrate', () => {
  it('brings an empty database up to date and makes the service’s role; two at once do it once', async () => {
    const ran = await Promise.all([toLatest(), toLatest()]);
    expect(ran.map(({ length }) => length).sort((a, b) => a - b)).toEqual([0, FILES]);
    const service = await start();
    const health = await fetch(`${service.url}/health`);
    await service.stop();
    expect(health.status).toBe(200);
  });

  it('lets the service read what migrate notes, and not write it', async () => {
    const service = new pg.Client({ connectionString: serviceUrl });
    await service.connect();
    for (const table of BOOKKEEPING) {
      expect((await service.query(`SELECT 1 FROM ${table}`)).rowCount).toBeGreaterThan(0);
      await expect(service.query(`DELETE FROM ${table}`)).rejects.toMatchObject({ code: '42501' });
    }
    await service.end();
  });

  it('applies a source whose text changed, and the views, and nothing else', async () => {
    const before = await schemaOf(owner);
    await owner.query(
      "CREATE OR REPLACE FUNCTION usage_month() RETURNS date LANGUAGE sql AS $$ SELECT '2000-01-01'::date $$",
    );
    await forgetHash(MONTH);
    expect(await schemaOf(owner)).not.toEqual(before);
    expect((await toLatest()).sort()).toEqual([MONTH, ...VIEWS]);
    expect(await schemaOf(owner)).toEqual(before);
  });

  it.each([
    ['parameters', 'usage_month(earlier integer) RETURNS date'],
    ['result', 'usage_month() RETURNS text'],
  ])('leaves one function of a name when its %s changed', async (_, signature) => {
    const before = await schemaOf(owner);
    await owner.query(
      `DROP FUNCTION usage_month; CREATE FUNCTION ${signature} LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`,
    );
    await forgetHash(MONTH);
    await toLatest();
    expect(await schemaOf(owner)).toEqual(before);
  });

  it('drops the objects whose sources left', async () => {
    const before = await schemaOf(owner);
    await owner.query(`
      CREATE FUNCTION left_behind() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      CREATE TRIGGER left_behind AFTER INSERT ON agents FOR EACH ROW EXECUTE FUNCTION left_behind();
      CREATE VIEW left_over AS SELECT * FROM action_details;
      INSERT INTO sql_sources VALUES ('functions/admin/left_behind.sql', ''),
        ('triggers/admin/agents.left_behind.sql', ''), ('views/admin/left_over.sql', '')`);
    expect((await toLatest()).sort()).toEqual(VIEWS);
    expect(await schemaOf(owner)).toEqual(before);
  });

  it('brings the version before up to date, whose views and triggers name columns that change', async () => {
    const before = await schemaOf(owner);
    await revertLast(ownerUrl);
    // The sources of the version before are those of today that do not name what the newest file adds.
    const sources = inDependencyOrder(sqlSources());
    let applied = 0;
    for (const { text } of sources) {
      const isOlder = await owner.query(text).then(
        () => true,
        () => false,
      );
      if (isOlder) applied++;
    }
    expect(applied).toBeGreaterThan(sources.length / 2);
    await toLatest();
    expect(await schemaOf(owner)).toEqual(before);
  });

  it('changes nothing when one of its files fails, and names the file', async () => {
    await owner.query(`
      CREATE VIEW in_the_way AS SELECT usage_month() AS month;
      DROP FUNCTION event_time; CREATE FUNCTION event_time(at timestamptz) RETURNS date LANGUAGE sql AS $$ SELECT NULL::date $$;
      CREATE VIEW also_in_the_way AS SELECT event_time(now()) AS at`);
    await forgetHash(MONTH);
    await forgetHash('functions/events/event_time.sql');
    const before = await schemaOf(owner);
    await expect(toLatest()).rejects.toThrow(/^migrations\/functions\/events\/event_time\.sql: cannot drop function/);
    expect(await schemaOf(owner)).toEqual(before);
    expect((await owner.query("SELECT path FROM sql_sources WHERE hash = 'of before'")).rowCount).toBe(2);
    await owner.query('DROP VIEW in_the_way, also_in_the_way');
    expect(await toLatest()).toHaveLength(2 + VIEWS.length);
  });

  it('refuses a database with a numbered file of a newer version', async () => {
    await owner.query("INSERT INTO migrations (timestamp, name) VALUES (1763800009999, 'later1763800009999')");
    await expect(toLatest()).rejects.toThrow(
      'This database was migrated with a newer version: migrations/9999-later.sql is not here.',
    );
    await owner.query("DELETE FROM migrations WHERE name LIKE 'later%'");
  });
});

describe('a process', () => {
  it('does not start on its own version with another source, and names the file and the command', async () => {
    await forgetHash(MONTH);
    await expect(start()).rejects.toThrow(`migrations/${MONTH} differs. Run "npm run migrate", then start again.`);
  });

  it('starts on the next version, and not on the one after that', async () => {
    await owner.query('UPDATE schema_version SET version = version + 1');
    await (await start()).stop();
    await owner.query('UPDATE schema_version SET version = version + 1');
    await expect(start()).rejects.toThrow('Install the release that the database was migrated with');
    await toLatest();
  });
});

describe('npm run migrate -- --revert', () => {
  it('leaves nothing when every numbered file has been undone, and migrate brings the same back', async () => {
    const before = await schemaOf(owner);
    for (let undone = 0; undone < numberedFiles().length; undone++) await revertLast(ownerUrl);
    expect(await schemaOf(owner)).toEqual([]);
    expect(await toLatest()).toHaveLength(FILES);
    expect(await schemaOf(owner)).toEqual(before);
  });

  it('keeps every process from starting until the next migrate', async () => {
    await revertLast(ownerUrl);
    await expect(start()).rejects.toThrow('Run "npm run migrate", then start again.');
  });
});

describe('a dump that is restored on another server', () => {
  it('is exported whole after migrate, also what has numbers of transactions that are still to come', async () => {
    const database = await newOwnDatabase(1);
    const [service] = database.services;
    const { agent, operator } = await newOrganization(service);
    const action = await logged(agent, await newSession(agent));
    await database.superuser.query('UPDATE actions SET recorded_in = 1e15');
    const exported = async () => String((await operator.get('/export/actions')).body).includes(action);
    expect(await exported()).toBe(false);
    const boundOwner = (process.env.TEST_OWNER_URL ?? '').replace(/\/[^/]*$/, `/${database.name}`);
    expect(await migrate(boundOwner, database.serviceUrl)).toEqual([]);
    expect(await exported()).toBe(true);
    await database.drop();
  });
});
