import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import {
  archivedEntries,
  archivedSessions,
  BEFORE,
  filesOf,
  NEXT_MONTH,
  OLD_MONTH,
  oldSession,
  sessionsLeft,
  startArchive,
} from '../../support/archive.js';
import { newOrganization, type Organization } from '../../support/client.js';
import { lastingRowsOf, tablesNaming } from '../../support/everything.js';
import { logged } from '../../support/ledger.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import type { ServiceProcess } from '../../support/service.mjs';

const FIRST = `${OLD_MONTH}.part-1.ndjson.gz`;
const root = mkdtempSync(join(tmpdir(), 'backstop-archive-'));
let database: OwnDatabase;
let service: ServiceProcess;
let organization: Organization;
let sessions: string[];

beforeAll(async () => {
  database = await newOwnDatabase(1);
  [service] = database.services as [ServiceProcess];
});
afterAll(async () => {
  await database.drop();
  rmSync(root, { recursive: true });
});

beforeEach(async () => {
  organization = await newOrganization(service);
  sessions = [await old(), await old(), await old()];
  const key = `INSERT INTO idempotency_keys (organization_id, scope, request_hash, resource_id) VALUES ($1, 'a', 'b', $2)`;
  await query(key, [organization.id, sessions[2]]);
});

const old = (month: string = OLD_MONTH) => oldSession(database.superuser, organization, { month });
const restore = () => startArchive(database.serviceUrl, ['restore', '--from', root, '--organization', organization.id]);
const start = () =>
  startArchive(database.serviceUrl, ['--before', BEFORE, '--to', root, '--organization', organization.id]);
const query = async (sql: string, values: unknown[] = []) => (await database.superuser.query(sql, values)).rows;
const usage = () => query('SELECT month, actions FROM usage_months WHERE organization_id = $1', [organization.id]);

/** Starts the command, does something while it waits for the row that is locked, and lets go of the row. */
async function whereItWaitsFor(
  lock: string,
  values: unknown[],
  work: (child: ChildProcess) => unknown,
  command: typeof start = start,
) {
  const holder = await database.superuser.connect();
  try {
    await holder.query('BEGIN');
    expect((await holder.query(lock, values)).rowCount).toBe(1);
    const { child, ended } = command();
    await untilBlocked(holder);
    await work(child);
    if (child.killed) await ended;
    return { ended };
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

async function killWhereItWaitsFor(lock: string, values: unknown[]): Promise<void> {
  const { ended } = await whereItWaitsFor(lock, values, (child) => child.kill('SIGKILL'));
  expect(await ended).toMatchObject({ code: null, signal: 'SIGKILL' });
}

/** Asked on another connection: the holder's transaction would see the activity of its first look for ever. */
async function untilBlocked(holder: pg.PoolClient): Promise<void> {
  const { rows } = await holder.query('SELECT pg_backend_pid() AS pid');
  const waiting = `SELECT 1 FROM pg_stat_activity
    WHERE application_name = 'backstop archive' AND $1 = ANY (pg_blocking_pids(pid))`;
  const found = await eventually(
    () => query(waiting, [rows[0].pid]),
    ({ length }) => length > 0,
  );
  expect(found.length).toBeGreaterThan(0);
}

/**
 * Expects that every session was archived once, that the audit log is whole (`auditOf`), and that each file except
 * these is named in it.
 */
async function expectArchivedOnce(before: unknown, unrecorded: readonly string[] = []): Promise<void> {
  expect(await archivedSessions(root, organization)).toEqual([...sessions].sort());
  expect(await sessionsLeft(database.superuser, organization)).toEqual([]);
  expect((await tablesNaming(sessions, database.superuser)).filter((name) => name !== 'audit_entries')).toEqual([]);
  const entries = await archivedEntries(organization);
  expect(filesOf(root, organization)).toEqual(
    [...unrecorded, ...entries.map(({ after }) => String(after?.file))].sort(),
  );
  expect(await usage()).toEqual(before);
}

describe('an archive run that is killed', () => {
  it.each([
    [
      'while it reads and writes',
      [`${FIRST}.writing`],
      'SELECT 1 FROM actions WHERE session_id = $1 FOR KEY SHARE',
      () => [sessions[1]],
    ],
    [
      'when the file is complete',
      [FIRST],
      'SELECT 1 FROM idempotency_keys WHERE resource_id = $1 FOR UPDATE',
      () => [sessions[2]],
    ],
    [
      'when the rows are deleted and the audit entry is to be written',
      [FIRST],
      'SELECT 1 FROM audit_heads WHERE organization_id = $1 FOR UPDATE',
      () => [organization.id],
    ],
  ])('%s has deleted nothing; the next run takes everything', async (_, files, lock, values) => {
    const before = await usage();
    const [file = ''] = files;
    const path = join(root, organization.id, file);
    const isComplete = file === FIRST;
    await killWhereItWaitsFor(lock, values());
    expect(filesOf(root, organization)).toEqual(files);
    expect(await archivedEntries(organization)).toEqual([]);
    expect(await sessionsLeft(database.superuser, organization)).toEqual([...sessions].sort());

    const content = readFileSync(path);
    const { code, stdout } = await start().ended;
    const next = isComplete ? `${OLD_MONTH}.part-2.ndjson.gz` : FIRST;
    expect(stdout.split('\n')).toEqual([
      isComplete ? `Left ${path} as it is: no audit entry names it.` : `Removed ${path}, which a run had not finished.`,
      expect.stringMatching(`^Organization ${organization.id}: 3 sessions, 3 actions, \\d+ bytes in ${next}\\.$`),
      'Archived 3 sessions with 3 actions in 1 files.',
      '',
    ]);
    expect(code).toBe(0);
    await expectArchivedOnce(before, isComplete ? files : []);
    if (isComplete) expect(readFileSync(path)).toEqual(content);
  });

  it('after a commit has lost nothing of that batch; the next run keeps its file and takes the rest', async () => {
    const later = await old(NEXT_MONTH);
    const before = await usage();
    await killWhereItWaitsFor('SELECT 1 FROM actions WHERE session_id = $1 FOR KEY SHARE', [later]);
    expect(await archivedSessions(root, organization)).toEqual([...sessions].sort());
    expect(await sessionsLeft(database.superuser, organization)).toEqual([later]);
    const [committed] = await archivedEntries(organization);

    expect(await start().ended).toMatchObject({ code: 0, stderr: '' });
    sessions.push(later);
    await expectArchivedOnce(before);
    expect((await archivedEntries(organization))[0]).toEqual(committed);
  });
});

describe('a restore from the archive', () => {
  it('that is killed before its commit has brought nothing back; the next one brings everything', async () => {
    const before = await lastingRowsOf(organization.id, database.superuser);
    expect(await start().ended).toMatchObject({ code: 0, stderr: '' });
    const lock = 'SELECT 1 FROM audit_heads WHERE organization_id = $1 FOR UPDATE';
    await whereItWaitsFor(lock, [organization.id], (child) => child.kill('SIGKILL'), restore);
    expect(await sessionsLeft(database.superuser, organization)).toEqual([]);
    expect(await restore().ended).toMatchObject({ code: 0, stderr: '' });
    expect(await sessionsLeft(database.superuser, organization)).toEqual([...sessions].sort());
    // The archive forgets the keys of the sessions, and each command is in the audit log.
    const { idempotency_keys: _, ...others } = before;
    const after = { ...others, audit_entries: Number(before.audit_entries) + 2 };
    expect(await lastingRowsOf(organization.id, database.superuser)).toEqual(after);
  });
});

describe('a database that was restored from a backup', () => {
  it('has in the archive the only copy of the data after the backup; no run touches it', async () => {
    expect(await start().ended).toMatchObject({ code: 0, stderr: '' });
    const path = join(root, organization.id, FIRST);
    const content = readFileSync(path);
    await forgetTheAudit();
    sessions = [await old()];
    const before = await usage();

    const { stdout } = await start().ended;
    expect(stdout).toContain(`Left ${path} as it is: no audit entry names it.`);
    expect(readFileSync(path)).toEqual(content);
    await expectArchivedOnce(before, [FIRST]);
  });

  /** The sessions of the file and the entry that names it were not in the backup. */
  async function forgetTheAudit(): Promise<void> {
    const superuser = await database.superuser.connect();
    await superuser.query("SET session_replication_role = 'replica'");
    for (const table of ['audit_entries', 'audit_heads'])
      await superuser.query(`DELETE FROM ${table} WHERE organization_id = $1`, [organization.id]);
    superuser.release(true);
  }
});

describe('a session that changes after the archive has found it', () => {
  it('stays in the database, because the decision is made after it is locked', async () => {
    const later = await old(NEXT_MONTH);
    const lock = 'SELECT 1 FROM actions WHERE session_id = $1 FOR KEY SHARE';
    const { ended } = await whereItWaitsFor(lock, [sessions[0]], () =>
      logged(organization.agent, later, { status: 'SUCCESS' }),
    );
    expect(await ended).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Kept 1: not ended, or active since.'),
    });
    expect(await archivedSessions(root, organization)).toEqual([...sessions].sort());
    expect(await sessionsLeft(database.superuser, organization)).toEqual([later]);
  });
});

describe('two archives at the same time', () => {
  it('take each session once, and neither removes a file of the other', async () => {
    for (let n = 0; n < 3; n++) sessions.push(await old(NEXT_MONTH));
    const before = await usage();
    const ended = await Promise.all([start().ended, start().ended]);
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    await expectArchivedOnce(before);
  });
});
