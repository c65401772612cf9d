import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REASONS } from '../../../src/admin/archive/archive-rules.js';
import {
  age,
  archivedEntries,
  archivedSessions,
  BEFORE,
  filesOf,
  linesOf,
  NEXT_MONTH,
  OLD_MONTH,
  oldSession,
  readingSession,
  sessionsLeft,
  startArchive,
} from '../../support/archive.js';
import { auditOf } from '../../support/audit.js';
import { newOrganization, type Organization, unique } from '../../support/client.js';
import { fullSession, lastingRowsOf, tablesNaming } from '../../support/everything.js';
import { changeNote, withNotes } from '../../support/held-rollback.js';
import { call, gated } from '../../support/ledger.js';
import { countRows, metricsOf } from '../../support/metrics.js';
import { block, runCommands } from '../../support/operations-page.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import type { ServiceProcess } from '../../support/service.mjs';

const FIRST = `${OLD_MONTH}.part-1.ndjson.gz`;
const UNKNOWN = '019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c';
const root = mkdtempSync(join(tmpdir(), 'backstop-archive-'));
let database: OwnDatabase;
let service: ServiceProcess;

beforeAll(async () => {
  database = await newOwnDatabase(1);
  [service] = database.services as [ServiceProcess];
});
afterAll(async () => {
  await database.drop();
  rmSync(root, { recursive: true });
});

const run = (...args: string[]) => startArchive(database.serviceUrl, args).ended;
const archive = (organization: Organization, ...more: string[]) =>
  run('--before', BEFORE, '--to', root, '--organization', organization.id, ...more);
const query = async (sql: string, values: unknown[]) => (await database.superuser.query(sql, values)).rows;

const oldReadingSession = (organization: Organization, month?: string) =>
  oldSession(database.superuser, organization, { ...(month && { month }) });

/** Again while a job of the service holds the session, which an agent has just used. */
async function archiveIdle(organization: Organization) {
  for (;;) {
    const ended = await archive(organization);
    if (!ended.stdout.includes(REASONS.busy)) return ended;
  }
}

const usageOf = ({ id }: Organization) =>
  query('SELECT month::text, actions::int FROM usage_months WHERE organization_id = $1', [id]);

type Rows = Record<string, string[]>;

/** A file has a space for a line break between the members of a json value. */
const inOneLine = (row: string) => `translate(${row}::text, E'\\n', ' ')`;

/** The rows of all tables that name the session, or something of it, as texts in one line; the memory of keys is left out. */
async function rowsNaming(session: string): Promise<Rows> {
  const tables = await query(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       AND relname NOT IN ('audit_entries', 'idempotency_keys') ORDER BY 1`,
    [],
  );
  const inside = await query(
    `SELECT id FROM actions WHERE session_id = $1 UNION SELECT id FROM approvals WHERE session_id = $1
     UNION SELECT id FROM rollbacks WHERE session_id = $1 UNION SELECT $1`,
    [session],
  );
  const named = inside.map(({ id }) => `%${id}%`);
  const found: Rows = {};
  for (const { name } of tables) {
    const rows = await query(`SELECT ${inOneLine('t')} AS row FROM ${name} t WHERE t::text LIKE ANY ($1) ORDER BY 1`, [
      named,
    ]);
    if (rows.length > 0) found[name] = rows.map(({ row }) => row).sort();
  }
  return found;
}

/** The rows of a file as PostgreSQL reads them, as the same texts. */
async function readBack(organization: Organization, file: string): Promise<Rows> {
  const found: Rows = {};
  for (const line of linesOf(root, organization, file)) {
    const { table } = JSON.parse(line);
    const read = inOneLine(`json_populate_record(NULL::${table}, $1::json -> 'row')`);
    const [one] = await query(`SELECT ${read} AS row`, [line]);
    found[table] = [...(found[table] ?? []), one?.row].sort();
  }
  return found;
}

/** Rows that the service writes only with a model, or with a receiver. */
async function judge({ id }: Organization, session: string): Promise<void> {
  await query(
    `INSERT INTO intent_judgements (session_id, organization_id, model, judged_sequence, judgement)
     VALUES ($1, $2, 'a model', 1, '{ "risk":\n 1.10 }')`,
    [session, id],
  );
  await query(
    `WITH w AS (INSERT INTO webhooks (id, organization_id, kind, events) VALUES (gen_random_uuid(), $2, 'email', '{x}') RETURNING id)
     INSERT INTO webhook_deliveries (id, organization_id, webhook_id, event_id, type, session_id, data, status, settled_at)
     SELECT gen_random_uuid(), $2, id, gen_random_uuid(), 'x', $1, '{}', 'DELIVERED', now() FROM w`,
    [session, id],
  );
}

/** Undone whole, with rows in every table that a session can have rows in. */
async function undoneSession(organization: Organization): Promise<{ session: string; approvalId: string }> {
  const { operator, agent } = organization;
  const notes = await withNotes(organization);
  const intent = { agentId: 'a', intent: 'notes\n"1"', labels: { team: 'support' } };
  const session = (await agent.post('/sessions', intent, unique('key'))).body.data.id;
  await changeNote(agent, session, notes.pool);
  const { approvalId, actionId } = await gated(agent, session, { payload: { text: 'a\nb\u2028"c"' } });
  const grant = { apiNamePattern: 'crm.*', maxUses: 2, minutes: 5 };
  expect((await operator.post(`/approvals/${approvalId}/approve`, { grant }, unique('key'))).status).toBe(200);
  const refused = { status: 'FAILED', response: { refusal: { status: 404, code: 'none' } } };
  expect((await agent.patch(`/sessions/${session}/actions/${actionId}`, refused)).status).toBe(200);
  const undone = await operator.post(`/sessions/${session}/rollback`, {}, unique('key'));
  expect(undone.body.data.displayStatus).toBe('REVERTED');
  await notes.drop();
  await judge(organization, session);
  await age(database.superuser, session);
  expect((await operator.get(`/sessions/${session}/intent`)).body.data.actions).toHaveLength(2);
  return { session, approvalId };
}

describe('archive writes a session and', () => {
  it('loses no row of it, keeps what was counted, and is audited', async () => {
    const organization = await newOrganization(service);
    const { operator, agent } = organization;
    const { session, approvalId } = await undoneSession(organization);
    const fresh = await readingSession(organization);
    const [usage, agents, before] = [
      await usageOf(organization),
      await operator.get('/agents'),
      await rowsNaming(session),
    ];
    expect(Object.keys(before)).toEqual([
      ...['action_intents', 'actions', 'approval_grants', 'approval_votes', 'approvals', 'intent_judgements'],
      ...[
        'intent_marks',
        'rollback_steps',
        'rollbacks',
        'session_intents',
        'session_labels',
        'session_traits',
        'sessions',
        'snapshots',
        'webhook_deliveries',
      ],
    ]);
    const earlier = await auditOf(organization);
    expect(await archiveIdle(organization)).toMatchObject({ code: 0, stderr: '' });

    expect(filesOf(root, organization)).toEqual([FIRST]);
    expect(await readBack(organization, FIRST)).toEqual(before);
    expect((await tablesNaming([session], database.superuser)).filter((name) => name !== 'audit_entries')).toEqual([]);
    expect(await sessionsLeft(database.superuser, organization)).toEqual([fresh]);
    expect(await usageOf(organization)).toEqual(usage);
    expect((await operator.get('/agents')).body.data).toEqual(agents.body.data);
    const { actions } = await metricsOf(organization);
    expect(actions).toEqual((await countRows(organization, false, database.superuser)).summary.actions);
    expect(actions.total).toBe(1);

    const audit = await auditOf(organization);
    const bytes = readFileSync(join(root, organization.id, FIRST));
    expect(audit.slice(earlier.length)).toEqual([
      expect.objectContaining({
        action: 'sessions.archived',
        actor: { kind: 'SYSTEM', id: null, label: 'archive' },
        target: { type: 'month', id: OLD_MONTH },
        before: { sessions: 1, actions: 2 },
        after: {
          file: FIRST,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          bytes: bytes.length,
          undoGivenUp: false,
        },
      }),
    ]);
    expect(statSync(join(root, organization.id, FIRST)).mode & 0o777).toBe(0o600);
    expect((await agent.get(`/sessions/${session}`)).status).toBe(404);
    expect((await agent.get(`/approvals/${approvalId}`)).status).toBe(404);
    expect((await agent.post(`/sessions/${session}/actions`, call())).status).toBe(404);
  });

  it('leaves the rows of every other organization as they were', async () => {
    const [one, other] = [await newOrganization(service), await newOrganization(service)];
    const [mine, theirs] = [await oldReadingSession(one), await oldReadingSession(other)];
    await fullSession(other, unique('agent'), unique('marker'));
    const before = await lastingRowsOf(other.id, database.superuser);
    expect((await archive(one)).stdout).toContain('Archived 1 sessions with 1 actions in 1 files.');
    expect(await archivedSessions(root, one)).toEqual([mine]);
    expect(await sessionsLeft(database.superuser, other)).toContain(theirs);
    expect(await lastingRowsOf(other.id, database.superuser)).toEqual(before);
    expect(filesOf(root, other)).toEqual([]);
    expect(await archivedEntries(other)).toEqual([]);
  });

  it('has a file for each month in which sessions began', async () => {
    const organization = await newOrganization(service);
    const sessions = [await oldReadingSession(organization, NEXT_MONTH), await oldReadingSession(organization)];
    await oldReadingSession(organization, BEFORE);
    const { stdout } = await archive(organization);
    expect(stdout).toContain('Archived 2 sessions with 2 actions in 2 files.');
    expect(filesOf(root, organization)).toEqual([FIRST, `${NEXT_MONTH}.part-1.ndjson.gz`]);
    expect(await archivedSessions(root, organization)).toEqual([...sessions].sort());
  });
});

describe('archive restore', () => {
  const restore = (organization: Organization, ...more: string[]) =>
    run('restore', '--from', root, '--organization', organization.id, ...more);

  it('brings a session back with every row, as it was and as it was counted, and audits it', async () => {
    const organization = await newOrganization(service);
    const { operator, agent } = organization;
    const { session, approvalId } = await undoneSession(organization);
    const [before, metrics] = [await rowsNaming(session), await metricsOf(organization)];
    expect(await archiveIdle(organization)).toMatchObject({ code: 0, stderr: '' });
    expect(await restore(organization)).toMatchObject({
      ...{ code: 0, stderr: '' },
      stdout: `Restored 1 sessions of ${FIRST}.\nRestored 1 sessions; 0 were there already.\n`,
    });
    expect(await rowsNaming(session)).toEqual(before);
    expect((await metricsOf(organization)).actions).toEqual(metrics.actions);
    expect((await operator.get(`/sessions/${session}`)).body.data.actions).toHaveLength(2);
    expect((await agent.get(`/approvals/${approvalId}`)).status).toBe(200);
    expect((await auditOf(organization)).at(-1)).toMatchObject({
      action: 'sessions.restored',
      actor: { kind: 'SYSTEM', id: null, label: 'archive' },
      target: { type: 'month', id: OLD_MONTH },
      after: { file: FIRST, sessions: 1 },
    });
    expect((await restore(organization)).stdout).toBe('Restored 0 sessions; 1 were there already.\n');

    expect(await archiveIdle(organization)).toMatchObject({ code: 0, stderr: '' });
    expect((await metricsOf(organization)).actions.total).toBe(0);
    expect((await restore(organization)).stdout).toContain(`Restored 1 sessions of ${OLD_MONTH}.part-2.ndjson.gz.`);
    expect(await rowsNaming(session)).toEqual(before);
  });

  it('restores one session, or those that began in a month', async () => {
    const organization = await newOrganization(service);
    const [one, two] = [await oldReadingSession(organization), await oldReadingSession(organization)];
    const later = await oldReadingSession(organization, NEXT_MONTH);
    expect(await archive(organization)).toMatchObject({ code: 0 });
    expect(await restore(organization, '--session', two)).toMatchObject({ code: 0, stderr: '' });
    expect(await sessionsLeft(database.superuser, organization)).toEqual([two]);
    // docs/operations.md has these commands: a month, and a session that exists.
    const env = { DATABASE_URL: database.serviceUrl, ARCHIVE: root, ORGANIZATION: organization.id, SESSION: two };
    const commands = block('Old months', 'archive -- restore').replace(/2025-12/, NEXT_MONTH);
    expect(runCommands(commands, env)).toMatchObject({ status: 0, stderr: '' });
    expect(await sessionsLeft(database.superuser, organization)).toEqual([two, later].sort());
    expect(await restore(organization)).toMatchObject({ code: 0, stderr: '' });
    expect(await sessionsLeft(database.superuser, organization)).toEqual([one, two, later].sort());
  });

  it('changes nothing when a file is not the one that was written, or an option is wrong', async () => {
    const organization = await newOrganization(service);
    await oldReadingSession(organization);
    expect(await archive(organization)).toMatchObject({ code: 0 });
    const path = join(root, organization.id, FIRST);
    const content = readFileSync(path);
    appendFileSync(path, 'x');
    const refused = await restore(organization);
    writeFileSync(path, content);
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is not the file') });
    expect(await restore(organization, '--month', 'March')).toMatchObject({ code: 2, stdout: '' });
    expect(await run('restore', '--from', root, '--organization', UNKNOWN)).toMatchObject({ code: 2, stdout: '' });
    expect(await sessionsLeft(database.superuser, organization)).toEqual([]);
  });
});

describe('a file of the archive', () => {
  it('takes no more sessions when it has 20 MB; the next file takes the rest', async () => {
    const organization = await newOrganization(service);
    for (let n = 0; n < 3; n++) await oldReadingSession(organization);
    await query(
      `UPDATE actions SET response = json_build_object('text', repeat('x', 12000000)) WHERE organization_id = $1`,
      [organization.id],
    );
    const lines = (await archive(organization)).stdout.split('\n');
    expect(lines.map((line) => /: (\d sessions, \d actions), \d+ bytes in (.*)\.$/.exec(line)?.slice(1))).toEqual([
      ['2 sessions, 2 actions', FIRST],
      ['1 sessions, 1 actions', `${OLD_MONTH}.part-2.ndjson.gz`],
      undefined,
      undefined,
    ]);
  });

  it('has the rows of a table that refers to a table of the ledger and is not known yet', async () => {
    const organization = await newOrganization(service);
    const session = await oldReadingSession(organization);
    await query(
      `CREATE TABLE remarks (organization_id uuid, action_id uuid, text text,
         FOREIGN KEY (organization_id, action_id) REFERENCES actions (organization_id, id) ON DELETE CASCADE);
       CALL isolate('remarks');
       GRANT ALL ON remarks TO ${database.role}`,
      [],
    );
    try {
      await query(`INSERT INTO remarks SELECT organization_id, id, 'seen' FROM actions WHERE session_id = $1`, [
        session,
      ]);
      expect(await archive(organization)).toMatchObject({ code: 0, stderr: '' });
      const rows = linesOf(root, organization, FIRST).map((line) => JSON.parse(line));
      expect(rows.filter(({ table }) => table === 'remarks')).toMatchObject([{ row: { text: 'seen' } }]);
      expect(await query('SELECT 1 FROM remarks', [])).toEqual([]);
    } finally {
      await query('DROP TABLE remarks', []);
    }
  });

  it('is not written, and the session stays, where a foreign key cannot be followed', async () => {
    const organization = await newOrganization(service);
    const session = await oldReadingSession(organization);
    await query(
      `ALTER TABLE sessions ADD COLUMN parent uuid, ADD CONSTRAINT parents FOREIGN KEY (organization_id, parent)
         REFERENCES sessions (organization_id, id) ON DELETE CASCADE`,
      [],
    );
    try {
      const other = await readingSession(organization);
      await query('UPDATE sessions SET parent = $2 WHERE id = $1', [other, session]);
      const refused = await archive(organization);
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('a foreign key of sessions leads') });
      expect(await sessionsLeft(database.superuser, organization)).toEqual([session, other]);
      expect(filesOf(root, organization)).toEqual([]);
    } finally {
      await query('ALTER TABLE sessions DROP COLUMN parent', []);
    }
  });
});

describe('archive --dry-run', () => {
  it('says what would leave and changes nothing', async () => {
    const organization = await newOrganization(service);
    const session = await oldReadingSession(organization);
    const before = await lastingRowsOf(organization.id, database.superuser);
    const { code, stdout } = await archive(organization, '--dry-run');
    expect([code, stdout]).toEqual([
      0,
      `Organization ${organization.id}, ${OLD_MONTH}: 1 sessions would leave.\n1 sessions would leave. Nothing was changed.\n`,
    ]);
    expect(await sessionsLeft(database.superuser, organization)).toEqual([session]);
    expect(await lastingRowsOf(organization.id, database.superuser)).toEqual(before);
    expect(filesOf(root, organization)).toEqual([]);
  });
});

describe('archive ends with', () => {
  it.each([
    [
      'a month that has not ended',
      () => ['--before', new Date().toISOString().slice(0, 7), '--to', root],
      /has not\.\n$/,
    ],
    [
      'a directory that is not there',
      () => ['--before', BEFORE, '--to', join(root, 'none')],
      /^--to must be a directory/,
    ],
    [
      'an unknown organization',
      () => ['--before', BEFORE, '--to', root, '--organization', UNKNOWN],
      /^There is no organ/,
    ],
    ['no directory', () => ['--before', BEFORE], /^Give both --before and --to\.\n\nnpm run archive/],
  ])('2 and a message when it is given %s', async (_, args, message) => {
    expect(await run(...args())).toEqual({ code: 2, signal: null, stdout: '', stderr: expect.stringMatching(message) });
  });

  it('1 when the role of DATABASE_URL is not bound by row-level security', async () => {
    const refused = await startArchive(database.ownerUrl, ['--before', BEFORE, '--to', root]).ended;
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('row-level security') });
  });

  it('1, before it does anything, when a file that the audit names is missing or has changed', async () => {
    const organization = await newOrganization(service);
    await oldReadingSession(organization);
    expect(await archive(organization)).toMatchObject({ code: 0 });
    const later = await oldReadingSession(organization);
    const path = join(root, organization.id, FIRST);
    const [content, elsewhere] = [readFileSync(path), join(root, 'elsewhere')];

    renameSync(path, elsewhere);
    const missing = await archive(organization);
    expect(missing).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(`${path} is missing`) });

    renameSync(elsewhere, path);
    appendFileSync(path, 'x');
    const changed = await archive(organization);
    expect(changed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(`${path} is not the file`) });
    expect(await sessionsLeft(database.superuser, organization)).toEqual([later]);

    writeFileSync(path, content);
    expect(await archive(organization)).toMatchObject({ code: 0 });
    expect(await sessionsLeft(database.superuser, organization)).toEqual([]);
    expect(filesOf(root, organization)).toEqual([FIRST, `${OLD_MONTH}.part-2.ndjson.gz`]);
  });
});

describe('archive without --organization', () => {
  it('takes the old sessions of every organization but deleted ones, as docs/operations.md says', async () => {
    const organizations = [await newOrganization(service), await newOrganization(service)];
    for (const organization of organizations) await oldReadingSession(organization);
    const deleted = await newOrganization(service);
    await oldReadingSession(deleted);
    await query('UPDATE organizations SET deleted_at = now() WHERE id = $1', [deleted.id]);
    const env = { DATABASE_URL: database.serviceUrl, MONTH: BEFORE, ARCHIVE: root };
    const { status, stdout, stderr } = runCommands(block('Old months', '--dry-run'), env);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/ sessions would leave\. Nothing was changed\.\n(.*\n)*Archived \d+ sessions with /);
    for (const organization of organizations) {
      expect(await sessionsLeft(database.superuser, organization)).toEqual([]);
      expect(filesOf(root, organization)).toEqual([FIRST]);
    }
    expect(filesOf(root, deleted)).toEqual([]);
  });
});
