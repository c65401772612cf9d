import { Backstop, wrap } from '@backstop/sdk';
import pg from 'pg';
import { newOrganization, newSession, type Organization, serviceA, serviceB, unique } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { call, errorOf, gated, logged, rows, setPlan } from '../../support/ledger.js';
import { countRows, expectMetricsExact, metricsOf, NOTHING, NOTHING_A_DAY } from '../../support/metrics.js';
import { newOwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { newPool } from '../../support/pool.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

afterAll(() => rows.end());

const BOTH = [serviceA, serviceB];
const pick = <T>(from: readonly T[]): T => {
  const one = from[Math.floor(Math.random() * from.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};

const expireNow = async (organization: Organization) => {
  await rows.query(
    "UPDATE approvals SET expires_at = now() - interval '1 millisecond' WHERE organization_id = $1 AND status = 'PENDING'",
    [organization.id],
  );
  const due = () =>
    rows.query("SELECT 1 FROM approvals WHERE organization_id = $1 AND status = 'PENDING'", [organization.id]);
  expect((await eventually(due, ({ rowCount }) => rowCount === 0)).rowCount).toBe(0);
};

const folded = async ({ id }: Organization, database = rows) => {
  const left = () => database.query('SELECT 1 FROM metric_changes WHERE organization_id = $1', [id]);
  expect((await eventually(left, ({ rowCount }) => rowCount === 0)).rowCount).toBe(0);
};

describe('GET /metrics', () => {
  it('shows zero everywhere, and names each of thirty days, when nothing has happened', async () => {
    const organization = await newOrganization();
    const { days, since, ...rest } = await metricsOf(organization);
    expect(rest).toEqual({ ...NOTHING, simulated: NOTHING });
    expect(since).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const [{ today }] = (await rows.query("SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS today")).rows;
    const at = (index: number) => new Date(Date.parse(today) - (29 - index) * 86_400_000).toISOString().slice(0, 10);
    const zero = NOTHING_A_DAY;
    expect(days).toEqual(Array.from({ length: 30 }, (_, index) => ({ day: at(index), ...zero })));
  });

  it('shows the outcome of each call, live and simulated apart, as soon as it is answered and after it is folded', async () => {
    const organization = await newOrganization();
    const { agent, testAgent, operator } = organization;
    await operator.post('/policies', { apiNamePattern: 'block.*', action: 'BLOCK' });
    const session = await newSession(agent);
    const done = await logged(agent, session);
    await agent.patch(`/sessions/${session}/actions/${done}`, { status: 'SUCCESS' });
    await logged(agent, session, { status: 'FAILED' });
    await logged(agent, session);
    const blocked = await logged(agent, session, { apiName: 'block.it' });
    await logged(agent, session, { apiName: 'block.it' });
    await agent.patch(`/sessions/${session}/actions/${blocked}`, { status: 'SUCCESS' });
    const { approvalId } = await gated(agent, session);
    await operator.post(`/approvals/${approvalId}/reject`);
    await gated(agent, session);
    await logged(testAgent, await newSession(testAgent), { status: 'SUCCESS' });
    const expected = {
      ...NOTHING,
      actions: {
        total: 7,
        byStatus: {
          ...NOTHING.actions.byStatus,
          SUCCESS: 2,
          FAILED: 1,
          CLEARED: 1,
          BLOCKED: 1,
          REJECTED: 1,
          PENDING_APPROVAL: 1,
        },
      },
      successRate: 2 / 3,
      blocked: 2,
      violations: { total: 1, byKind: { ...NOTHING.violations.byKind, blocked: 1 } },
      approvals: { ...NOTHING.approvals, pending: 1, rejected: 1, medianDecisionMs: expect.any(Number) },
      simulated: {
        ...NOTHING,
        actions: { total: 1, byStatus: { ...NOTHING.actions.byStatus, SUCCESS: 1 } },
        successRate: 1,
      },
    };
    for (const settle of [async () => {}, () => folded(organization)]) {
      await settle();
      const { days, since, ...shown } = await metricsOf(organization, serviceB);
      expect(shown).toEqual(expected);
      const today = { actions: 7, success: 2, failed: 1, blocked: 2, approvalsRequested: 2, rejected: 1 };
      const medianDecisionMs = shown.approvals.medianDecisionMs;
      expect(days.at(-1)).toEqual({ ...NOTHING_A_DAY, day: expect.any(String), ...today, medianDecisionMs });
      expect(new Date(since).getTime()).toBeLessThan(Date.now());
    }
  });

  it('counts an event on its day in UTC, and older ones in the totals alone', async () => {
    const organization = await newOrganization();
    const midnight = "date_trunc('day', now(), 'UTC')";
    const moments = [`${midnight} - interval '1 millisecond'`, midnight, `${midnight} - interval '29 days'`];
    const older = `${midnight} - interval '29 days 1 millisecond'`;
    for (const [index, at] of [...moments, older].entries())
      await rows.query(
        `INSERT INTO metric_changes (organization_id, at, simulated, subject, became, times) VALUES ($1, ${at}, false, 'action', 'SUCCESS', $2)`,
        [organization.id, 10 ** index],
      );
    for (const settle of [async () => {}, () => folded(organization)]) {
      await settle();
      const { days, actions } = await metricsOf(organization);
      const counts = days.map((day: { actions: number }) => day.actions);
      expect([counts.at(-2), counts.at(-1), counts[0], counts.length]).toEqual([1, 10, 100, 30]);
      expect(actions.total).toBe(1_111);
    }
  });

  it('is open to operators on every plan and to no key', async () => {
    const { operator, agent, testAgent, id } = await newOrganization();
    await setPlan(id, 'FREE');
    expect((await operator.get('/metrics')).status).toBe(200);
    for (const key of [agent, testAgent]) {
      const answer = await key.get('/metrics');
      expect([answer.status, errorOf(answer)]).toEqual([403, 'operator-required']);
    }
  });

  it('subtracts purged rows from the present figures, and keeps the history, also when children are deleted first', async () => {
    const organization = await newOrganization();
    const { agent } = organization;
    const sessions = [await newSession(agent), await newSession(agent)];
    for (const session of sessions) {
      await logged(agent, session, { status: 'SUCCESS' });
      await gated(agent, session);
    }
    await logged(agent, await newSession(agent), { status: 'FAILED' });
    const service = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
    await service.connect();
    await service.query('BEGIN');
    await service.query("SELECT set_config('app.organizations', $1, true)", [`{${organization.id}}`]);
    await service.query('DELETE FROM sessions WHERE id = $1', [sessions[0]]);
    await service.query('DELETE FROM actions WHERE session_id = $1', [sessions[1]]);
    await service.query('DELETE FROM sessions WHERE id = $1', [sessions[1]]);
    await service.query('COMMIT');
    await service.end();
    const { actions, approvals, days } = await metricsOf(organization);
    expect(actions).toEqual({ total: 1, byStatus: { ...NOTHING.actions.byStatus, FAILED: 1 } });
    expect(approvals.pending).toBe(0);
    expect(days.at(-1)).toMatchObject({ actions: 5, success: 2, failed: 1, approvalsRequested: 2 });
    expect((await countRows(organization, false)).summary.actions).toEqual(actions);
  });
});

describe('the kept counters', () => {
  it('equal the rows after a random walk of asks, reports, confirmations, decisions, expiry and rollbacks', async () => {
    const organization = await newOrganization();
    const { operator } = organization;
    await operator.post('/policies', { apiNamePattern: 'block.*', action: 'BLOCK' });
    await operator.post('/policies', { apiNamePattern: 'ask.*', action: 'REQUIRE_APPROVAL' });
    const sessions = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const caller = index % 4 === 3 ? organization.testAgent : organization.agent;
        return { caller, id: await newSession(caller) };
      }),
    );
    const known: { session: (typeof sessions)[number]; id: string }[] = [];
    const approvals: string[] = [];
    let blockedAsks = 0;
    const statuses = ['CLEARED', 'CLEARED', 'PENDING_APPROVAL', 'SUCCESS', 'FAILED'];
    const moves = {
      log: async () => {
        const session = pick(sessions);
        const body = call({
          apiName: pick(['crm.a', 'block.b', 'ask.c']),
          status: pick(statuses),
          operationType: pick(['UPDATE', 'READ']),
        });
        const answer = await session.caller.at(pick(BOTH)).post(`/sessions/${session.id}/actions`, body);
        const id = answer.body.data?.id ?? answer.body.error.actionId;
        const reported = 'status' in body && (body.status === 'SUCCESS' || body.status === 'FAILED');
        if (errorOf(answer) === 'policy-blocked' && !reported && session.caller === organization.agent) blockedAsks++;
        if (id) known.push({ session, id });
        if (answer.body.data?.approval) approvals.push(answer.body.data.approval.id);
      },
      confirm: async () => {
        if (known.length === 0) return;
        const { session, id } = pick(known);
        const body = { status: pick(['SUCCESS', 'FAILED']), response: { ok: true } };
        await session.caller.at(pick(BOTH)).patch(`/sessions/${session.id}/actions/${id}`, body);
      },
      decide: async () => {
        if (approvals.length > 0)
          await operator.at(pick(BOTH)).post(`/approvals/${pick(approvals)}/${pick(['approve', 'reject'])}`);
      },
      rollBack: async () => {
        const { session, id } = pick(known);
        const path = Math.random() < 0.2 ? '' : `/actions/${id}`;
        await operator.at(pick(BOTH)).post(`/sessions/${session.id}${path}/rollback`);
      },
    };
    const kinds = ['log', 'log', 'log', 'confirm', 'confirm', 'decide'] as const;
    for (let round = 0; round < 30; round++) {
      await Promise.all(Array.from({ length: 12 }, () => moves[pick(kinds)]()));
      if (round % 6 === 5) await moves.rollBack();
      if (round === 15) await expireNow(organization);
    }
    for (const { id } of [sessions[0], sessions[3]].flatMap((one) => one ?? []))
      await operator.post(`/sessions/${id}/rollback`);
    await expectMetricsExact(organization, BOTH);
    const { blocked, actions, simulated, approvals: decided, rollbacks } = await metricsOf(organization);
    expect(blocked).toBe(blockedAsks);
    expect([actions.total > 50, simulated.actions.total > 10, decided.expired > 0, rollbacks.started > 0]).toEqual(
      Array(4).fill(true),
    );
    await folded(organization);
    await expectMetricsExact(organization, BOTH);
  });

  it('distinguish undone calls from conflicts', async () => {
    const database = await newCustomerDatabase();
    await database.pool.query(
      'CREATE TABLE customers (id int PRIMARY KEY, credit int); INSERT INTO customers VALUES (1, 10), (2, 10)',
    );
    const organization = await newOrganization();
    const { operator, agent } = organization;
    await operator.put('/settings/credentials/postgres', { values: { connectionString: database.url } });
    const backstop = new Backstop({ baseUrl: serviceA.url, apiKey: agent.credential ?? '' });
    const session = await backstop.createSession({ agentId: unique('agent'), intent: 'look after customers' });
    const governed = wrap(newPool({ connectionString: database.url, max: 1 }), session, { connector: 'postgres' });
    for (const id of [1, 2]) await governed.query('UPDATE customers SET credit = 99 WHERE id = $1', [id]);
    await governed.end();
    await database.pool.query('UPDATE customers SET credit = 5 WHERE id = 2');
    await logged(agent, session.id, { status: 'SUCCESS' });
    await operator.post(`/sessions/${session.id}/rollback`);
    await database.drop();
    const { rollbacks, actions, days } = await metricsOf(organization);
    const outcomes = { ...NOTHING.rollbacks.outcomes, ROLLED_BACK: 1, CONFLICT: 1, IRREVERSIBLE: 1 };
    expect(rollbacks).toEqual({ started: 1, finished: 1, outcomes });
    expect(actions.byStatus).toMatchObject({ ROLLED_BACK: 1, SUCCESS: 2 });
    expect(days.at(-1)).toMatchObject({ actions: 3, success: 3, rollbacks: 1, rolledBack: 1 });
    await expectMetricsExact(organization, BOTH);
  });

  it('lose nothing and count nothing twice when a process dies under load, and while two fold', async () => {
    const own = await newOwnDatabase(2);
    const [first, second] = own.services as [ServiceProcess, ServiceProcess];
    const organization = await newOrganization(first);
    const session = await newSession(organization.agent);
    const doomed = await startService({ DATABASE_URL: own.serviceUrl });
    let alive = true;
    let answered = 0;
    const hammer = async (index: number) => {
      while (alive) {
        const caller = organization.agent.at(index % 3 ? doomed : second);
        const answer = await caller.post(`/sessions/${session}/actions`, call()).catch(() => null);
        const id = answer?.body.data?.id;
        if (id) await caller.patch(`/sessions/${session}/actions/${id}`, { status: 'SUCCESS' }).catch(() => null);
        if (id) answered++;
      }
    };
    const hammers = Array.from({ length: 9 }, (_, index) => hammer(index));
    expect(
      await eventually(
        () => answered,
        (count) => count > 50,
      ),
    ).toBeGreaterThan(50);
    await doomed.kill('SIGKILL');
    alive = false;
    await Promise.all(hammers);
    // A statement that the dead process had sent may still come, or be at work.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const busy = () =>
      own.superuser.query(
        `SELECT 1 FROM pg_stat_activity WHERE application_name = 'backstop' AND datname = current_database()
           AND state = 'active' AND query LIKE '%_actions(%'`,
      );
    await eventually(busy, ({ rowCount }) => rowCount === 0);
    expect((await metricsOf(organization)).actions.total).toBeGreaterThan(50);
    await expectMetricsExact(organization, own.services, own.superuser);
    await folded(organization, own.superuser);
    await expectMetricsExact(organization, own.services, own.superuser);
    await own.drop();
  });
});
