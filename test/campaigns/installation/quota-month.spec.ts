import { type Answer, newOrganization, newSession, type Organization } from '../../support/client.js';
import { call, errorOf, rows, tally } from '../../support/ledger.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually, patience } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const LIMIT = 40;
const BEFORE = '2031-10-01';
const AFTER = '2031-11-01';

let database: OwnDatabase;
let services: ServiceProcess[] = [];
beforeAll(async () => {
  database = await newOwnDatabase();
  const env = { DATABASE_URL: database.serviceUrl, QUOTA_TEAM: String(LIMIT) };
  services = await Promise.all([startService(env), startService(env)]);
});
afterAll(async () => {
  await Promise.all([rows.end(), ...services.map((service) => service.stop())]);
  await database.drop();
});

const service = (index: number): ServiceProcess => services[index % 2] as ServiceProcess;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Ends the month so many milliseconds from now, half a millisecond past the one whose text is returned. */
async function endMonthIn(ms: number): Promise<string> {
  const { rows: clock } = await database.superuser.query(
    `SELECT date_trunc('milliseconds', now() + $1 * interval '1 millisecond')::text AS last`,
    [ms],
  );
  const { last } = clock[0];
  await database.superuser.query(
    `CREATE OR REPLACE FUNCTION usage_month() RETURNS date LANGUAGE sql STABLE AS
     $$ SELECT CASE WHEN now() < timestamptz '${last}' + interval '500 microseconds' THEN date '${BEFORE}' ELSE date '${AFTER}' END $$`,
  );
  return last;
}

const months = async ({ id }: Organization) =>
  (
    await database.superuser.query(
      'SELECT month::text, actions::int FROM usage_months WHERE organization_id = $1 ORDER BY month',
      [id],
    )
  ).rows;

/** Counts the recorded live calls before and after the end of the month. */
const kept = async ({ id }: Organization, last: string) =>
  (
    await database.superuser.query(
      `SELECT count(*) FILTER (WHERE a.created_at <= $2)::int AS before, count(*) FILTER (WHERE a.created_at > $2)::int AS after
       FROM actions a JOIN sessions s ON s.id = a.session_id WHERE a.organization_id = $1 AND NOT s.simulated`,
      [id, last],
    )
  ).rows[0];

describe('when the month changes', () => {
  it('each accepts exactly its number, over two processes and several organizations', async () => {
    const organizations = await Promise.all([0, 1, 2].map((index) => newOrganization(service(index))));
    const settings = await Promise.all(
      organizations.map(async (organization) => ({
        organization,
        sessions: [await newSession(organization.agent), await newSession(organization.agent)],
        simulated: await newSession(organization.testAgent),
        answers: [] as Answer[],
        others: [] as Answer[],
      })),
    );
    const leftMs = patience(1_000);
    const last = await endMonthIn(leftMs);
    // Well before its end, the first one's month is nearly used up; the others' are in the middle of it.
    const first = settings[0]?.organization as Organization;
    await database.superuser.query('INSERT INTO usage_months VALUES ($1, $2, $3)', [first.id, BEFORE, LIMIT - 2]);
    const begunAnew = performance.now() + leftMs + 500;
    const hammer = async (index: number) => {
      const { organization, sessions, simulated, answers, others } = settings[index % 3] as (typeof settings)[number];
      const { agent, testAgent } = organization;
      const path = `/sessions/${sessions[index % 2]}/actions`;
      for (let turn = index, usedUp = false; !usedUp; turn++) {
        const sentAt = performance.now();
        const answer = await agent.at(service(turn)).post(path, call(turn % 3 ? {} : { status: 'SUCCESS' }));
        usedUp = answer.status === 429 && sentAt > begunAnew;
        answers.push(answer);
        if (answer.status === 201)
          others.push(await agent.at(service(turn + 1)).patch(`${path}/${answer.body.data.id}`, { status: 'SUCCESS' }));
        if (turn % 4 === 0)
          others.push(await testAgent.at(service(turn)).post(`/sessions/${simulated}/actions`, call()));
        if (turn % 4 === 1) others.push(await agent.at(service(turn)).post(path, call({ payload: 7 })));
      }
    };
    await Promise.all(Array.from({ length: 18 }, (_, index) => hammer(index)));
    for (const { organization, answers, others } of settings) {
      const { before, after } = await kept(organization, last);
      const usedBefore = organization === first ? LIMIT - 2 : 0;
      expect(await months(organization)).toEqual([
        { month: BEFORE, actions: usedBefore + before },
        { month: AFTER, actions: LIMIT },
      ]);
      expect(after).toBe(LIMIT);
      expect(before).toBeGreaterThan(0);
      expect(usedBefore + before).toBeLessThanOrEqual(LIMIT);
      if (organization === first) expect(before).toBe(2);
      const { 201: accepted, 429: refused = 0, ...rest } = tally(answers);
      expect({ accepted, refusedSome: refused > 0, rest }).toEqual({
        accepted: before + after,
        refusedSome: true,
        rest: {},
      });
      expect(Object.keys(tally(others))).toEqual(['200', '201', '400']);
    }
  });

  it('a call that began before and waited for a lock over midnight counts in the old one, whose limit holds', async () => {
    const organization = await newOrganization(service(0));
    const sessions = [await newSession(organization.agent), await newSession(organization.agent)];
    await endMonthIn(3_600_000);
    await database.superuser.query('INSERT INTO usage_months VALUES ($1, $2, $3)', [
      organization.id,
      BEFORE,
      LIMIT - 1,
    ]);
    const blocker = await database.superuser.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT 1 FROM sessions WHERE id = ANY ($1) FOR UPDATE', [sessions]);
    const ask = (index: number) =>
      organization.agent.at(service(index)).post(`/sessions/${sessions[index]}/actions`, call());
    const waiting = [ask(0), ask(1)];
    // A batch that waits 200 ms for a row is asked again, once for all: what has waited longer is that.
    const blocked = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND query LIKE '%clear_actions%' AND clock_timestamp() - query_start > interval '400 milliseconds'`;
    const waits = () => database.superuser.query(blocked);
    expect((await eventually(waits, ({ rowCount }) => rowCount === 2)).rowCount).toBe(2);
    const last = await endMonthIn(0);
    await pause(50);
    await blocker.query('COMMIT');
    blocker.release();
    const answers = await Promise.all(waiting);
    expect(tally(answers)).toEqual({ 201: 1, 429: 1 });
    expect(new Set(answers.map(errorOf))).toEqual(new Set([null, 'quota-exceeded']));
    expect(await months(organization)).toEqual([{ month: BEFORE, actions: LIMIT }]);
    expect(await kept(organization, last)).toEqual({ before: 1, after: 0 });
    expect((await ask(0)).status).toBe(201);
    expect(await months(organization)).toEqual([
      { month: BEFORE, actions: LIMIT },
      { month: AFTER, actions: 1 },
    ]);
  });
});

describe('usage_month()', () => {
  it('is the month in UTC of the clock of the database, on whatever clock its session goes', async () => {
    const { rows: shown } = await rows.query(
      `SELECT usage_month() = date_trunc('month', now() AT TIME ZONE 'UTC')::date AS same FROM set_config('TimeZone', 'Pacific/Kiritimati', false)`,
    );
    expect(shown).toEqual([{ same: true }]);
  });
});
