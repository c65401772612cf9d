import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { Caller } from '../../../support/client.js';
import { expectAllOf, type Installation, newInstallation, storeCredential } from '../../../support/installation.js';
import { block, runCommands } from '../../../support/operations-page.js';
import { login } from '../../../support/operators.js';
import { type PostgresServer, postgresPrograms, startPostgres } from '../../../support/postgres-server.mjs';
import { type ServiceProcess, startService } from '../../../support/service.mjs';

const INSTALL = 'With your own PostgreSQL';
const BACKUP = 'Back up and restore your own PostgreSQL';
const LOST = 'If the keys are lost';

const folder = mkdtempSync(join(tmpdir(), 'backstop-dump-'));
const rootKey = (version: number, fill: number) => `${version}:${Buffer.alloc(32, fill).toString('base64')}`;
const KEYS = rootKey(1, 7);

/** The variables of the page, for one server and its passwords. */
function environmentOf({ adminUrl, host }: PostgresServer, password: string) {
  const url = (role: string) => `postgres://${role}:${password}@${host}/backstop`;
  return {
    PATH: `${postgresPrograms()}${delimiter}${process.env.PATH}`,
    ADMIN_DATABASE_URL: adminUrl,
    OWNER_PASSWORD: password,
    SERVICE_PASSWORD: password,
    BACKUP_PASSWORD: password,
    MIGRATE_DATABASE_URL: url('backstop_owner'),
    DATABASE_URL: url('backstop_service'),
    BACKUP_DATABASE_URL: url('backstop_backup'),
    BACKUP: join(folder, 'backup'),
  };
}
type Environment = ReturnType<typeof environmentOf>;

function run(commands: string, env: Environment): void {
  const { status, stderr } = runCommands(commands, env);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}

const start = ({ DATABASE_URL }: Environment, ENCRYPTION_KEYS = KEYS) =>
  startService({ DATABASE_URL, ENCRYPTION_KEYS });

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const inside = ({ ADMIN_DATABASE_URL }: Environment) => ADMIN_DATABASE_URL.replace(/\/postgres$/, '/backstop');

/** Every table with its number of rows. */
async function rowCounts(env: Environment): Promise<Record<string, number>> {
  const tables = await ask<{ name: string }>(
    inside(env),
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
  );
  expect(tables.length).toBeGreaterThan(30);
  const each = tables.map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS rows FROM ${name}`);
  const counted = await ask<{ name: string; rows: number }>(inside(env), each.join(' UNION ALL '));
  return Object.fromEntries(counted.map(({ name, rows }) => [name, rows]));
}

/** Lists row-level security, constraints and functions. */
const walls = (env: Environment) =>
  ask(
    inside(env),
    `SELECT relname AS name, relrowsecurity::text || relforcerowsecurity::text AS what FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
     UNION ALL SELECT tablename || '.' || policyname, concat_ws(' ', roles, cmd, qual, with_check) FROM pg_policies
     UNION ALL SELECT conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT oid::regprocedure::text, md5(pg_get_functiondef(oid)) || proowner::regrole || proacl::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace
     ORDER BY 1, 2`,
  );

let servers: readonly PostgresServer[];
let before: Environment;
let after: Environment;
let installation: Installation;
/** The state when the dump was taken, and when it was restored. */
let dumped: Record<string, number>;
let restored: Record<string, number>;
/** The output of a start before the schema was restored, and before its service role had its rights. */
const refusals: string[] = [];
const running: ServiceProcess[] = [];

async function started(starting: Promise<ServiceProcess>): Promise<ServiceProcess> {
  const service = await starting;
  running.push(service);
  return service;
}
const stopAll = () => Promise.all(running.splice(0).map((service) => service.stop()));
const refusal = async (starting: Promise<ServiceProcess>) => {
  const error = await started(starting).then(
    () => new Error('it started'),
    (why: Error) => why,
  );
  return error.message;
};

beforeAll(async () => {
  const both = await Promise.all([startPostgres(), startPostgres()]);
  servers = both;
  before = environmentOf(both[0], 'of-before');
  after = environmentOf(both[1], 'of-after');
  run(block(INSTALL, 'CREATE DATABASE'), before);
  run('npm run migrate', before);
  installation = await newInstallation(await started(start(before)));
  run(block(BACKUP, 'CREATE ROLE'), before);
  // The service runs, and its jobs write now and then: counted is what was there all the while.
  do {
    dumped = await rowCounts(before);
    run(block(BACKUP, 'pg_dump'), before);
  } while (JSON.stringify(dumped) !== JSON.stringify(await rowCounts(before)));
  await stopAll();

  run(block(INSTALL, 'CREATE DATABASE'), after);
  refusals.push(await refusal(start(after)));
  const [restore = ''] = block(BACKUP, 'pg_restore').split('npm run migrate');
  run(restore, after);
  refusals.push(await refusal(start(after)));
  run('npm run migrate', after);
  restored = await rowCounts(after);
});
afterEach(stopAll);
afterAll(async () => {
  await stopAll();
  await installation.customers.drop();
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
});

describe('pg_dump', () => {
  it('stops for the owner, whom row-level security binds', () => {
    const file = join(folder, 'of-the-owner');
    const asOwner = { ...before, BACKUP_DATABASE_URL: before.MIGRATE_DATABASE_URL, BACKUP: file };
    const { status, stderr } = runCommands(block(BACKUP, 'pg_dump'), asOwner);
    expect(status).not.toBe(0);
    expect(stderr).toContain('query would be affected by row-level security policy');
  });

  it('backs up every row of a running service for the role made for it, in a file for one’s own eyes', () => {
    expect(dumped).toMatchObject({ users: 1, api_keys: 2, credentials: 1, policies: 1, sessions: 1, actions: 4 });
    expect(statSync(before.BACKUP).mode & 0o777).toBe(0o600);
  });
});

describe('a dump restored on another server', () => {
  it('has every row, policy, constraint, trigger, function and right from before', async () => {
    expect(restored).toEqual(dumped);
    expect(await walls(after)).toEqual(await walls(before));
    expect(await ask(after.DATABASE_URL, 'SELECT id FROM sessions')).toEqual([]);
  });

  it('carries no service without its schema, or without the rights of the service’s role', () => {
    const needed = expect.stringContaining('Run "npm run migrate", then start again.');
    expect(refusals).toEqual([needed, needed]);
  });

  it('carries the service with the old secrets and new passwords: nothing is lost, and the audit verifies', async () => {
    const { url } = await started(start(after));
    await expectAllOf(installation, { url });
    const env = { ...after, API: url, BACKSTOP_TOKEN: installation.organization.operator.credential ?? '' };
    const commands = block('Export and verify the audit', 'audit -- export')
      .replaceAll('audit.ndjson', join(folder, 'audit.ndjson'))
      .replace('checkpoint.json', join(folder, 'checkpoint.json'));
    const { status, stdout } = runCommands(commands, env);
    expect(stdout).toMatch(/^Intact: entries 1 to \d+, from the very first on\./);
    expect(status).toBe(0);
  });
});

describe('the service with keys that are not those of its database', () => {
  it('does not start with a new root key in place of the old one, and changes nothing', async () => {
    const rows = await rowCounts(after);
    expect(await refusal(start(after, rootKey(2, 9)))).toMatch(
      /^the service did not start \(1\):\nENCRYPTION_KEYS does not open what is stored in this database; root key 1 is needed\..*\n$/,
    );
    expect(await rowCounts(after)).toEqual(rows);
  });

  it('starts when it opens some of what is stored, and names the missing root keys in its log', async () => {
    const both = await started(start(after, `${KEYS},${rootKey(3, 8)}`));
    const account = { email: 'another@example.com', password: 'correct horse battery staple', name: 'Another' };
    const { token } = (await new Caller(both, null).post('/auth/register', account)).body.data;
    await storeCredential(new Caller(both, token), 'postgres://u:p@127.0.0.1:1/db');
    await stopAll();
    const { output } = await started(start(after));
    await stopAll();
    const [complaint = '{}'] = output.filter((line) => line.includes('"level":50'));
    expect(JSON.parse(complaint)).toMatchObject({
      rootKeys: [3],
      msg: 'ENCRYPTION_KEYS does not open the keys of some organizations',
    });
  });

  it('starts with new ones after the page’s commands: what the lost ones opened is lost, and can be created again', async () => {
    run(block(LOST, 'DELETE FROM organization_keys'), after);
    const service = await started(start(after, rootKey(2, 9)));
    const { email, agent, operator } = installation.organization;
    const back = new Caller(service, (await login(service, email)).body.data.token);
    expect((await back.get('/policies')).body.data).toHaveLength(1);
    expect((await operator.at(service).get(`/sessions/${installation.session}`)).status).toBe(200);
    expect((await agent.at(service).get('/registry')).status).toBe(401);
    await storeCredential(back, installation.customers.url);
    const health = (await back.get('/settings/connectors/health')).body.data;
    expect(health.find(({ connector }: { connector: string }) => connector === 'postgres').status).toBe('healthy');
    const { key } = (await back.post('/api-keys', { name: 'new', kind: 'live' })).body.data;
    expect((await new Caller(service, key).get('/registry')).status).toBe(200);
  });
});

describe('the page’s queries for an operator', () => {
  it.each([
    ['A rollback that does not move', 'FROM rollbacks'],
    ['ENCRYPTION_KEYS', 'FROM api_keys'],
    ['An account', 'SELECT id, deleted_at FROM organizations'],
  ])('run as the owner: %s', (heading, text) => {
    run(block(heading, text), after);
  });
});
