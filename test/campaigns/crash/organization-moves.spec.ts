import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { auditOf } from '../../support/audit.js';
import { Caller, newOrganization, newSession, type Organization, unique } from '../../support/client.js';
import { fill } from '../../support/everything.js';
import { logged } from '../../support/ledger.js';
import { everyRowOf, fileOf, OTHER_KEYS, startOrganization, TRANSFER_KEY } from '../../support/organization-move.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService, testEnvironment } from '../../support/service.mjs';

const root = mkdtempSync(join(tmpdir(), 'backstop-moves-'));
let here: OwnDatabase;
let there: OwnDatabase;
let service: ServiceProcess;
let other: ServiceProcess;
let organization: Organization;
let session: string;

beforeAll(async () => {
  [here, there] = [await newOwnDatabase(1), await newOwnDatabase()];
  [service] = here.services as [ServiceProcess];
  other = await startService({ DATABASE_URL: there.serviceUrl, ENCRYPTION_KEYS: OTHER_KEYS });
});
afterAll(async () => {
  await other.stop();
  await here.drop();
  await there.drop();
  rmSync(root, { recursive: true });
});

beforeEach(async () => {
  organization = await newOrganization(service);
  await fill(organization, unique('moved'), here.superuser);
  session = await newSession(organization.agent);
  await logged(organization.agent, session, { payload: { text: 'one' } });
});

const exporting = () =>
  startOrganization({ DATABASE_URL: here.serviceUrl }, 'export', '--organization', organization.id, '--to', root);
const importing = () =>
  startOrganization(
    { DATABASE_URL: there.serviceUrl, ENCRYPTION_KEYS: OTHER_KEYS },
    ...['import', '--from', fileOf(root, organization.id)],
  );
const done = { code: 0, stderr: '' };

const blocked = `SELECT 1 FROM pg_stat_activity
  WHERE application_name = 'backstop organization' AND $1 = ANY (pg_blocking_pids(pid))`;
/** The export waits only for transactions that are older. */
const quiet = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND query LIKE 'SELECT pg_snapshot_xmin%'`;

async function untilFound(database: pg.Pool, query: string, values: unknown[] = []): Promise<void> {
  const found = await eventually(
    async () => (await database.query(query, values)).rowCount ?? 0,
    (count) => count > 0,
  );
  expect(found).toBeGreaterThan(0);
}

/** Kills the command where it waits for what is locked, before it starts or once it has come to a statement. */
async function killWhereItWaitsFor(
  database: pg.Pool,
  start: typeof exporting,
  lock: string,
  { values = [], after }: { values?: unknown[]; after?: string } = {},
) {
  const holder = await database.connect();
  try {
    const early = after ? start() : null;
    if (after) await untilFound(database, after);
    await holder.query('BEGIN');
    await holder.query(lock, values);
    const { child, ended } = early ?? start();
    const { rows } = await holder.query('SELECT pg_backend_pid() AS pid');
    await untilFound(database, blocked, [rows[0].pid]);
    child.kill('SIGKILL');
    expect(await ended).toMatchObject({ signal: 'SIGKILL' });
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

/** The other installation sends what is due, as soon as it has it. */
const withoutTries = (row: string) => {
  const { attempts: _, tried: __, due_at: ___, sent_at: ____, ...delivery } = JSON.parse(row);
  return delivery;
};

const lasting = async (database: pg.Pool) => {
  const rowsOfAll = await everyRowOf(database, organization.id);
  const { audit_heads: _, audit_entries: entries = [], webhook_deliveries: deliveries = [], ...found } = rowsOfAll;
  const rows = Object.entries(found).filter(([name]) => !/^metric_|intent/.test(name));
  return {
    ...Object.fromEntries(rows),
    deliveries: deliveries.map(withoutTries),
    entries: entries.filter((entry) => !/organization\.(imported|held)/.test(entry)),
  };
};

/** Expects the organization to work in the other installation as it did here. */
async function expectMoved(): Promise<void> {
  expect(await lasting(there.superuser)).toEqual(await lasting(here.superuser));
  const { agent } = organization;
  const [moved, signedIn] = [
    agent.at(other),
    await new Caller(other, null).post('/auth/login', {
      email: organization.email,
      password: 'correct horse battery staple',
    }),
  ];
  const operator = new Caller(other, signedIn.body.data.token);
  expect((await moved.get(`/sessions/${session}`)).body.data.actions[0].payload).toEqual({ text: 'one' });
  expect(
    (await moved.post(`/sessions/${session}/actions`, { apiName: 'a.b', operationType: 'READ', payload: {} })).status,
  ).toBe(201);
  // The secret opens: only the provider is missing.
  expect((await operator.get('/settings/connectors/health')).body.data).toContainEqual(
    expect.objectContaining({ connector: 'postgres' }),
  );
  const entries = await auditOf({ ...organization, operator });
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['organization.held', 'organization.imported']),
  );
}

describe('a move of an organization', () => {
  it('takes its agents, users, secrets and audit log along, and leaves nothing when it is removed', async () => {
    expect(await exporting().ended).toMatchObject(done);
    expect(await importing().ended).toMatchObject(done);
    await expectMoved();
    const settings = { DATABASE_URL: here.serviceUrl };
    expect(await startOrganization(settings, 'remove', '--organization', organization.id).ended).toMatchObject(done);
    const left = await eventually(
      async () => Object.values(await everyRowOf(here.superuser, organization.id)).flat().length,
      (rows) => rows === 0,
      60_000,
    );
    expect(left).toBe(0);
    expect((await organization.agent.get('/registry')).status).toBe(401);
  });

  it.each([
    ['as it holds', 'SELECT 1 FROM organizations WHERE id = $1 FOR UPDATE', undefined],
    ['as it notes that', 'SELECT 1 FROM audit_heads WHERE organization_id = $1 FOR UPDATE', undefined],
    ['as it reads', 'LOCK TABLE approval_votes IN ACCESS EXCLUSIVE MODE', quiet],
  ])('that is killed in the export %s is exported again, whole', async (_, lock, after) => {
    const values = lock.includes('$1') ? [organization.id] : [];
    await killWhereItWaitsFor(here.superuser, exporting, lock, { values, ...(after && { after }) });
    expect(existsSync(fileOf(root, organization.id))).toBe(false);
    expect(await exporting().ended).toMatchObject(done);
    expect(await importing().ended).toMatchObject(done);
    await expectMoved();
  });

  it.each([
    ['as it inserts the first rows', 'LOCK TABLE users IN ACCESS EXCLUSIVE MODE'],
    ['as it inserts the last rows', 'LOCK TABLE agents IN ACCESS EXCLUSIVE MODE'],
    ['as it takes the keys', 'LOCK TABLE organization_keys IN ACCESS EXCLUSIVE MODE'],
  ])('that is killed in the import %s leaves nothing there, and is imported again, whole', async (_, lock) => {
    expect(await exporting().ended).toMatchObject(done);
    await killWhereItWaitsFor(there.superuser, importing, lock);
    const nothing = Object.values(await everyRowOf(there.superuser, organization.id)).flat();
    expect(nothing).toEqual([]);
    expect(await importing().ended).toMatchObject(done);
    await expectMoved();
    expect(await importing().ended).toMatchObject({ code: 0, stdout: expect.stringContaining('was imported before') });
  });

  it('goes by the commands of its page', async () => {
    const page = readFileSync('docs/how-to/move-an-organization.md', 'utf8');
    const commands = [...page.matchAll(/^npm run organization -- (.*)$/gm)].map(([, command = '']) => command);
    expect(commands.map((command) => command.split(' ')[0])).toEqual(['export', 'import', 'remove']);
    const [out = '', into = '', removing = ''] = commands;
    const filled = (command: string) =>
      command.replaceAll('"', '').replaceAll('$ORGANIZATION', organization.id).replaceAll('$MOVES', root).split(' ');
    const first = testEnvironment({ DATABASE_URL: here.serviceUrl, TRANSFER_KEY });
    const second = testEnvironment({ DATABASE_URL: there.serviceUrl, ENCRYPTION_KEYS: OTHER_KEYS, TRANSFER_KEY });
    for (const [settings, command] of [
      [first, out],
      [second, into],
      [first, removing],
    ] as const)
      expect(await startOrganization(settings, ...filled(command)).ended).toMatchObject(done);
  });
});
