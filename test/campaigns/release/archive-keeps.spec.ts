import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REASONS, type Reason } from '../../../src/admin/archive/archive-rules.js';
import {
  age,
  archivedEntries,
  archivedSessions,
  BEFORE,
  OLD_MONTH,
  oldSession,
  readingSession,
  sessionsLeft,
  startArchive,
} from '../../support/archive.js';
import { newOrganization, type Organization } from '../../support/client.js';
import { holdRollback } from '../../support/held-rollback.js';
import { gated, logged } from '../../support/ledger.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const root = mkdtempSync(join(tmpdir(), 'backstop-archive-'));
let database: OwnDatabase;
let service: ServiceProcess;

beforeAll(async () => {
  database = await newOwnDatabase();
  // A session that has not ended must not be abandoned for looking idle.
  service = await startService({ DATABASE_URL: database.serviceUrl, SESSION_IDLE_HOURS: '8760' });
});
afterAll(async () => {
  await service.stop();
  await database.drop();
  rmSync(root, { recursive: true });
});

const archive = ({ id }: Organization, ...more: string[]) =>
  startArchive(database.serviceUrl, ['--before', BEFORE, '--to', root, '--organization', id, ...more]).ended;
const kept = (count: number, reason: Reason) => `Kept ${count}: ${REASONS[reason]}.`;
const query = async (sql: string, values: unknown[]) => (await database.superuser.query(sql, values)).rows;

const oldReadingSession = (organization: Organization) => oldSession(database.superuser, organization);

describe('archive keeps a session', () => {
  let organization: Organization;
  let finish: () => Promise<unknown>;
  let stdout: string;
  const sessions: Record<string, string> = {};

  /** Each but for one thing a session that leaves. */
  const MADE: Record<string, (session: string) => Promise<unknown>> = {
    'that has not ended': (session) => age(database.superuser, session, OLD_MONTH, 'ACTIVE'),
    'that was active since': async (session) => {
      await age(database.superuser, session);
      return query('UPDATE sessions SET last_activity_at = $2 WHERE id = $1', [session, `${BEFORE}-01T00:00:00Z`]);
    },
    'whose agent is being rolled back': (session) => partOfAgentRollback(session),
    'with an open approval': (session) => gated(organization.agent, session),
    'with a call that is not confirmed': (session) => logged(organization.agent, session, { operationType: 'READ' }),
    'with a call of unknown outcome': async (session) => {
      const id = await logged(organization.agent, session);
      return organization.agent.patch(`/sessions/${session}/actions/${id}`, { status: 'UNKNOWN' });
    },
    'with a call that failed without a refusal': (session) => logged(organization.agent, session, { status: 'FAILED' }),
    'that can be undone': (session) => logged(organization.agent, session, { status: 'SUCCESS' }),
    'with a violation': async (session) => {
      await organization.agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
      return logged(organization.agent, session, { operationType: 'READ', status: 'SUCCESS' });
    },
    'that made a resource again': (session) =>
      query(
        `INSERT INTO remade_resources (organization_id, action_id, connector, kind, former_address, address)
         SELECT organization_id, id, 'github', 'comment', '{"id":1}', '{"id":2}' FROM actions WHERE session_id = $1`,
        [session],
      ),
    'whose webhook delivery is still open': async (session) => {
      const told = { url: 'https://127.0.0.1:1/', events: ['approval.decided'] };
      expect((await organization.operator.post('/settings/webhooks', told)).status).toBe(201);
      const { approvalId } = await gated(organization.agent, session);
      return organization.operator.post(`/approvals/${approvalId}/reject`, {});
    },
  };

  beforeAll(async () => {
    organization = await newOrganization(service);
    const held = await holdRollback(organization);
    finish = held.finish;
    sessions['that is being rolled back'] = held.session;
    await age(database.superuser, held.session);
    for (const [title, make] of Object.entries(MADE)) {
      const session = await readingSession(organization);
      await make(session);
      if (!/ended|since/.test(title)) await age(database.superuser, session);
      sessions[title] = session;
    }
    const locked = await oldReadingSession(organization);
    sessions['that another transaction holds'] = locked;
    const holder = await database.superuser.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM sessions WHERE id = $1 FOR KEY SHARE', [locked]);
    const leaves = await oldReadingSession(organization);
    const ended = await archive(organization);
    await holder.query('ROLLBACK');
    holder.release();
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(await archivedSessions(root, organization)).toEqual([leaves]);
    stdout = ended.stdout;
  });
  afterAll(() => finish());

  /** Its own rollback has finished; the one of another session of the agent has a step left. */
  async function partOfAgentRollback(session: string): Promise<void> {
    const other = await oldReadingSession(organization);
    await age(database.superuser, other, OLD_MONTH, 'ACTIVE');
    await query(
      `WITH a AS (INSERT INTO agent_rollbacks (id, organization_id, agent_id, agent_slug, since, skipped_sessions, requested_by)
         VALUES (gen_random_uuid(), $1, gen_random_uuid(), 'a', now(), '{}', 'a test') RETURNING id),
       r AS (INSERT INTO rollbacks (id, organization_id, session_id, status, on_conflict, requested_by, finished_at, agent_rollback_id)
         SELECT gen_random_uuid(), $1, s, 'FINISHED', 'skip', 'a test', now(), a.id FROM a, unnest($2::uuid[]) s RETURNING id, session_id)
       INSERT INTO rollback_steps (id, organization_id, rollback_id, action_id, position, state, agent_rollback_id)
       SELECT gen_random_uuid(), $1, r.id, x.id, 1, 'planned', a.id FROM a, r JOIN actions x ON x.session_id = r.session_id WHERE r.session_id = $3`,
      [organization.id, [session, other], other],
    );
  }

  it.each([...['that is being rolled back', 'that another transaction holds'], ...Object.keys(MADE)])(
    '%s',
    async (title) => {
      const session = sessions[title];
      expect(await sessionsLeft(database.superuser, organization)).toContain(session);
      expect((await query('SELECT 1 FROM actions WHERE session_id = $1', [session])).length).toBeGreaterThan(0);
    },
  );

  it('and says how many for each reason', () => {
    expect(stdout.trimEnd().split('\n').slice(-10)).toEqual([
      'Archived 1 sessions with 1 actions in 1 files.',
      kept(3, 'current'),
      kept(2, 'rollback'),
      kept(1, 'approval'),
      kept(3, 'outcome'),
      kept(1, 'undo'),
      kept(1, 'dirty'),
      kept(1, 'delivery'),
      kept(1, 'remade'),
      kept(1, 'busy'),
    ]);
  });
});

describe('archive --give-up-undo', () => {
  it('takes completed sessions that can be undone, no abandoned ones, and says so in the audit', async () => {
    const organization = await newOrganization(service);
    const update = { operationType: 'UPDATE' };
    await oldSession(database.superuser, organization, update);
    const abandoned = await oldSession(database.superuser, organization, { ...update, status: 'ABANDONED' });
    expect((await archive(organization)).stdout).toContain(kept(2, 'undo'));
    expect(await archivedEntries(organization)).toEqual([]);
    expect((await archive(organization, '--give-up-undo')).stdout).toContain(kept(1, 'undo'));
    expect(await sessionsLeft(database.superuser, organization)).toEqual([abandoned]);
    expect(await archivedEntries(organization)).toMatchObject([{ after: { undoGivenUp: true } }]);
  });
});
