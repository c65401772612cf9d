import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { EntityManager } from 'typeorm';
import { DIRT } from '../../../src/rollback/dirty/dirty.queries.js';
import type { SessionFilter } from '../../../src/sessions/search/session-filter.js';
import { findSessionIds } from '../../../src/sessions/search/session-search.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';

const ORGANIZATION = randomUUID();
const SINCE = new Date('2026-03-01T00:00:00Z');
const UNTIL = new Date('2026-04-01T00:00:00Z');
const AFTER = { id: 'ffffffff-ffff-ffff-ffff-ffffffffffff', createdAt: null };
/** More pages than this is another way to read them: the sessions that do not fit fill hundreds. */
const SLACK = 30;

let database: OwnDatabase;
let service: pg.Client;
beforeAll(async () => {
  database = await newOwnDatabase();
  service = new pg.Client({ connectionString: database.serviceUrl });
  await service.connect();
  await database.superuser.query("INSERT INTO organizations (id, name, plan) VALUES ($1, 'x', 'TEAM')", [ORGANIZATION]);
  await service.query("SELECT set_config('app.organizations', $1, false)", [`{${ORGANIZATION}}`]);
});
afterAll(async () => {
  await service.end();
  await database.drop();
});

/** A call of a table in each session of an agent. */
const touch = (agent: string, table: string) =>
  database.superuser.query(
    `INSERT INTO session_traits (organization_id, kind, name, session_id)
     SELECT organization_id, 'target', $2, id FROM sessions WHERE agent_slug = $1 ON CONFLICT DO NOTHING`,
    [agent, table],
  );

interface Made {
  readonly agent: string;
  readonly at: string;
  readonly intent?: string;
  readonly verdict: string;
  readonly state?: string;
}

/** Inserts sessions whose ids are in no order of time, as several processes may make them. */
async function make(count: number, { agent, at, intent = 'x', verdict, state = '' }: Made): Promise<void> {
  await database.superuser.query(
    `WITH made AS (
       INSERT INTO sessions (id, organization_id, agent_slug, intent, simulated, created_at, status, rollback_state, success, violations)
       SELECT gen_random_uuid(), $1, $3, $4, false, $5::timestamptz + n * interval '1 second',
         CASE $7 WHEN 'completed' THEN 'COMPLETED' ELSE 'ACTIVE' END,
         CASE $7 WHEN 'left' THEN 'FINISHED' ELSE 'NONE' END, CASE $7 WHEN 'left' THEN 3 ELSE 0 END,
         CASE $7 WHEN 'violated' THEN 1 ELSE 0 END
       FROM generate_series(1, $2) AS n RETURNING id, organization_id)
     INSERT INTO session_intents (session_id, organization_id, evaluator, progress, verdict, drift_score)
     SELECT id, organization_id, 'x', '{}', $6, 0 FROM made`,
    [ORGANIZATION, count, agent, intent, at, verdict, state],
  );
}

const RARE: Made = { agent: 'rare', at: '2026-03-10T00:00:00Z', intent: 'find the needle', verdict: 'DRIFTED' };
const COMMON: Made = { agent: 'common', at: '2026-05-01T00:00:00Z', verdict: 'ALIGNED' };

const FILTERS: readonly [string, SessionFilter, found: number][] = [
  ['nothing', {}, 50],
  ['nothing, behind a cursor', { after: AFTER }, 50],
  ['an agent', { agentId: 'rare' }, 6],
  ['a status', { status: 'COMPLETED' }, 6],
  ['a status after a rollback', { status: 'ROLLBACK_FAILED' }, 6],
  ['what is dirty', { dirty: true }, 12],
  ['what is clean', { dirty: false }, 50],
  ['a verdict', { drift: 'DRIFTED' }, 6],
  ['a time long past', { since: SINCE, until: UNTIL }, 6],
  ['the time since', { since: SINCE }, 50],
  ['a table', { target: 'customers' }, 6],
  ['a table that an agent changed in a week', { agentId: 'rare', target: 'customers', since: SINCE, until: UNTIL }, 6],
];

/** Counts the blocks and rows that the service's role reads for one page. */
async function costOf(filter: SessionFilter): Promise<{ pages: number; found: number }> {
  let pages = 0;
  const query = async (text: string, values: unknown[]) => {
    const { rows: plan } = await service.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
    const { Plan } = plan[0]['QUERY PLAN'][0];
    pages = Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
    return (await service.query(text, values)).rows;
  };
  const { ids } = await findSessionIds({ query } as unknown as EntityManager, {
    organizationId: ORGANIZATION,
    filter,
    limit: 50,
  });
  return { pages, found: ids.length };
}

describe('a page of sessions', () => {
  it('takes as many blocks among 5 000 sessions as among 60, whichever filter chooses it', async () => {
    for (const state of ['completed', 'left', 'violated'])
      await make(6, { ...RARE, agent: state, verdict: 'REVIEW', state, at: COMMON.at });
    await make(6, RARE);
    await make(60, COMMON);
    await touch('rare', 'customers');
    await touch('common', 'orders');
    const few = new Map<string, number>();
    for (const [name, filter] of FILTERS) {
      await costOf(filter);
      few.set(name, (await costOf(filter)).pages);
    }
    await make(5_000, COMMON);
    await touch('common', 'orders');
    await database.superuser.query('VACUUM ANALYZE sessions, session_intents, session_traits');
    for (const [name, filter, found] of FILTERS) {
      await costOf(filter);
      const many = await costOf(filter);
      const before = few.get(name) ?? 0;
      expect({ name, found: many.found, flat: many.pages <= before + SLACK || many.pages }).toEqual({
        name,
        found,
        flat: true,
      });
    }
    expect((await costOf({ text: 'no session says this' })).pages).toBeLessThan(20_000);
  });

  it('looks for a text in a bounded number of sessions and calls, and its cursor leads on to the others', async () => {
    const seen: string[] = [];
    let [after, pages] = [undefined as SessionFilter['after'], 0];
    do {
      const query = async (text: string, values: unknown[]) => (await service.query(text, values)).rows;
      const em = { query } as unknown as EntityManager;
      const { ids, nextCursor } = await findSessionIds(em, {
        organizationId: ORGANIZATION,
        filter: { text: 'NEEDLE', ...(after && { after }) },
        limit: 50,
      });
      seen.push(...ids);
      after = nextCursor === null ? undefined : { id: nextCursor, createdAt: null };
      pages++;
    } while (after);
    expect(new Set(seen).size).toBe(24);
    expect(seen).toHaveLength(24);
    expect(pages).toBeGreaterThan(4);
  });
});

describe('the reasons of a dirty session', () => {
  it('take as many blocks with 3 000 calls in it as with 30', async () => {
    const [session] = [randomUUID()];
    await database.superuser.query(
      `INSERT INTO sessions (id, organization_id, agent_slug, intent, simulated, rollback_state, success)
       VALUES ($1, $2, 'long', 'x', false, 'FINISHED', 30)`,
      [session, ORGANIZATION],
    );
    const log = async (from: number, to: number) => {
      await database.superuser.query(
        `INSERT INTO actions (id, organization_id, session_id, sequence, api_name, operation_type, payload, payload_hash, status, policy_decision)
         SELECT gen_random_uuid(), $1, $2, n, 'x.y', 'UPDATE', '{}', 'x', 'SUCCESS', 'ALLOW' FROM generate_series($3::int, $4::int) AS n`,
        [ORGANIZATION, session, from, to],
      );
      await database.superuser.query('UPDATE sessions SET success = $2 WHERE id = $1', [session, to]);
      await database.superuser.query('VACUUM ANALYZE actions, sessions');
    };
    const cost = async () => {
      await service.query(DIRT, [ORGANIZATION, [session]]);
      const { rows } = await service.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${DIRT}`, [
        ORGANIZATION,
        [session],
      ]);
      const { Plan } = rows[0]['QUERY PLAN'][0];
      return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
    };
    await log(1, 30);
    const few = await cost();
    await log(31, 3_000);
    const { rows } = await service.query(DIRT, [ORGANIZATION, [session]]);
    expect(rows).toMatchObject([{ reason: 'not-undone', actions: 3_000 }]);
    expect(rows[0].actionIds).toHaveLength(20);
    expect(await cost()).toBeLessThanOrEqual(few + SLACK);
  });
});
