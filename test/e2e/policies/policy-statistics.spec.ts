import { Backstop, wrap } from '@backstop/sdk';
import { newOrganization, newSession, type Organization, serviceA, serviceB, unique } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { call, errorOf, logged, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { newPool } from '../../support/pool.js';

afterAll(() => rows.end());

const BOTH = [serviceA, serviceB];
const NO_SHADOW = { matches: 0, wouldHave: { allowed: 0, gated: 0, blocked: 0 }, newlyHeldUp: 0, laterUndone: 0 };
const NOTHING = {
  ...{ matches: 0, approvals: 0, shareApproved: null, medianSecondsToDecide: null, laterUndone: 0, shadow: NO_SHADOW },
  decisions: { approved: 0, rejected: 0, expired: 0, withdrawn: 0 },
};

const statisticsOf = async ({ operator }: Organization, id: string, service = serviceA, query = '') => {
  const answer = await operator.at(service).get(`/policies/${id}/statistics${query}`);
  expect(answer.status).toBe(200);
  return answer.body.data;
};

const newPolicy = async ({ operator }: Organization, policy: object): Promise<string> => {
  const made = await operator.post('/policies', policy);
  expect(made.status).toBe(201);
  return made.body.data.id;
};

const folded = async ({ id }: Organization) => {
  const left = () => rows.query('SELECT 1 FROM metric_changes WHERE organization_id = $1', [id]);
  expect((await eventually(left, ({ rowCount }) => rowCount === 0)).rowCount).toBe(0);
};

/** The figures, at both processes, as soon as they are answered and after they are folded. */
async function expectFigures(organization: Organization, id: string, expected: object): Promise<void> {
  for (const settle of [async () => {}, () => folded(organization)]) {
    await settle();
    for (const service of BOTH) {
      const { days, since, policyId, ...figures } = await statisticsOf(organization, id, service);
      expect(figures).toEqual({ ...NOTHING, ...expected });
      expect([policyId, days.length, new Date(since).getTime() <= Date.now()]).toEqual([id, 30, true]);
      const over = (figure: string) =>
        days.reduce((all: number, day: Record<string, number>) => all + (day[figure] ?? 0), 0);
      const { matches, approvals, laterUndone, decisions, shadow } = figures;
      expect(['matches', 'approvals', 'laterUndone', 'approved', 'rejected', 'shadowMatches'].map(over)).toEqual([
        matches,
        approvals,
        laterUndone,
        decisions.approved,
        decisions.rejected,
        shadow.matches,
      ]);
    }
  }
}

/** Makes the approval look as if it had waited so long. */
const waited = (approval: string, seconds: number) =>
  rows.query(`UPDATE approvals SET created_at = now() - $2 * interval '1 second' WHERE id = $1`, [approval, seconds]);

describe('GET /policies/:id/statistics', () => {
  it("counts the calls that the policy matched, the operators' decisions, and how long they took", async () => {
    const organization = await newOrganization();
    const { agent, testAgent, operator } = organization;
    const gate = await newPolicy(organization, { apiNamePattern: 'ask.*', action: 'REQUIRE_APPROVAL' });
    const allow = await newPolicy(organization, { apiNamePattern: 'ask.first', action: 'ALLOW' });
    const unused = await newPolicy(organization, { apiNamePattern: 'other.*', action: 'BLOCK' });
    const session = await newSession(agent);
    const ask = async (apiName = 'ask.it') => {
      const { body } = await agent.post(`/sessions/${session}/actions`, call({ apiName }));
      return body.data.approval.id as string;
    };
    for (const [seconds, decision] of [
      [10, 'approve'],
      [20, 'approve'],
      [40, 'reject'],
      [90, 'approve'],
    ] as const) {
      const approval = await ask(decision === 'reject' ? 'ask.first' : 'ask.it');
      await waited(approval, seconds);
      expect((await operator.post(`/approvals/${approval}/${decision}`)).status).toBe(200);
    }
    const late = await ask();
    await rows.query("UPDATE approvals SET expires_at = now() - interval '1 millisecond' WHERE id = $1", [late]);
    // Reads the stored status: a read over HTTP shows an expired approval before the job has written it down.
    const status = async () => (await rows.query('SELECT status FROM approvals WHERE id = $1', [late])).rows[0].status;
    expect(await eventually(status, (now) => now === 'REJECTED')).toBe('REJECTED');
    await ask();
    const reported = await logged(agent, session, { apiName: 'ask.it', status: 'SUCCESS' });
    await operator.post(`/sessions/${session}/rollback`);
    await logged(testAgent, await newSession(testAgent), { apiName: 'ask.it' });
    await logged(agent, await newSession(agent), { apiName: 'nothing.matches' });

    expect(reported).toEqual(expect.any(String));
    await expectFigures(organization, gate, {
      ...{ matches: 7, approvals: 7, shareApproved: 0.75, medianSecondsToDecide: 30 },
      decisions: { approved: 3, rejected: 1, expired: 1, withdrawn: 2 },
    });
    await expectFigures(organization, allow, { matches: 1 });
    await expectFigures(organization, unused, {});
  });

  it('counts the decisions that a shadow policy would have made, and continues when it is enforced', async () => {
    const organization = await newOrganization();
    const { agent, operator } = organization;
    const policy = await newPolicy(organization, {
      apiNamePattern: 'mail.*',
      action: 'REQUIRE_APPROVAL',
      mode: 'shadow',
    });
    await newPolicy(organization, { apiNamePattern: 'mail.bulk', action: 'BLOCK' });
    const session = await newSession(agent);
    const ask = async (apiName = 'mail.send') =>
      agent.at(serviceB).post(`/sessions/${session}/actions`, call({ apiName }));
    expect((await ask()).body.data.status).toBe('CLEARED');
    expect(errorOf(await ask('mail.bulk'))).toBe('policy-blocked');
    await operator.put(`/policies/${policy}`, { action: 'BLOCK' });
    expect((await ask()).body.data.status).toBe('CLEARED');
    await operator.put(`/policies/${policy}`, { action: 'ALLOW' });
    await ask();
    const shadow = { ...NO_SHADOW, matches: 4, wouldHave: { allowed: 1, gated: 2, blocked: 1 }, newlyHeldUp: 2 };
    await expectFigures(organization, policy, { shadow });

    await operator.put(`/policies/${policy}`, { action: 'REQUIRE_APPROVAL', mode: 'enforce' });
    expect((await ask()).body.data.status).toBe('PENDING_APPROVAL');
    await operator.patch(`/policies/${policy}/toggle`);
    expect((await ask()).body.data.status).toBe('CLEARED');
    await expectFigures(organization, policy, { shadow, matches: 1, approvals: 1 });
  });

  it('counts the matched calls that a rollback undid, and not those that it could not', async () => {
    const database = await newCustomerDatabase();
    await database.pool.query(
      'CREATE TABLE customers (id int PRIMARY KEY, credit int); INSERT INTO customers VALUES (1, 10), (2, 10)',
    );
    const organization = await newOrganization();
    const { operator, agent } = organization;
    const policy = await newPolicy(organization, { apiNamePattern: 'postgres.*', action: 'ALLOW' });
    const shadow = await newPolicy(organization, { apiNamePattern: '*', action: 'BLOCK', mode: 'shadow' });
    await operator.put('/settings/credentials/postgres', { values: { connectionString: database.url } });
    const backstop = new Backstop({ baseUrl: serviceA.url, apiKey: agent.credential ?? '' });
    const session = await backstop.createSession({ agentId: unique('agent'), intent: 'look after customers' });
    const governed = wrap(newPool({ connectionString: database.url, max: 1 }), session, { connector: 'postgres' });
    for (const id of [1, 2]) await governed.query('UPDATE customers SET credit = 99 WHERE id = $1', [id]);
    await governed.end();
    await database.pool.query('UPDATE customers SET credit = 5 WHERE id = 2');
    await operator.post(`/sessions/${session.id}/rollback`);
    await operator.post(`/sessions/${session.id}/rollback`);
    await database.drop();
    await expectFigures(organization, policy, { matches: 2, laterUndone: 1 });
    const would = { ...NO_SHADOW, matches: 2, wouldHave: { ...NO_SHADOW.wouldHave, blocked: 2 }, newlyHeldUp: 2 };
    await expectFigures(organization, shadow, { shadow: { ...would, laterUndone: 1 } });
    await operator.delete(`/sessions/${session.id}/purge`);
    await expectFigures(organization, policy, { matches: 2, laterUndone: 1 });
  });

  it('belongs to its organization, takes 1 to 90 days, and is deleted with the policy', async () => {
    const [organization, stranger] = [await newOrganization(), await newOrganization()];
    const policy = await newPolicy(organization, { apiNamePattern: '*', action: 'ALLOW' });
    const session = await newSession(organization.agent);
    await logged(organization.agent, session);
    const path = `/policies/${policy}/statistics`;
    const foreign = await stranger.operator.get(path);
    expect([foreign.status, errorOf(foreign)]).toEqual([404, 'not-found']);
    for (const days of ['0', '91', 'x', '1.5']) {
      const refused = await organization.operator.get(`${path}?days=${days}`);
      expect([days, refused.status, errorOf(refused)]).toEqual([days, 400, 'validation-failed']);
    }
    for (const days of [1, 90])
      expect((await statisticsOf(organization, policy, serviceB, `?days=${days}`)).days).toHaveLength(days);
    await folded(organization);
    await logged(organization.agent, session);
    expect((await organization.operator.delete(`/policies/${policy}`)).status).toBe(200);
    expect((await organization.operator.get(path)).status).toBe(404);
    await folded(organization);
    const { rowCount } = await rows.query('SELECT 1 FROM policy_days WHERE policy_id = $1', [policy]);
    expect(rowCount).toBe(0);
  });

  it('names the time since when it counts, and leaves out older days', async () => {
    const organization = await newOrganization();
    const policy = await newPolicy(organization, { apiNamePattern: '*', action: 'ALLOW' });
    const { since } = await statisticsOf(organization, policy);
    const made = await rows.query('SELECT counted_since AS at FROM policies WHERE id = $1', [policy]);
    expect(since).toBe(made.rows[0].at.toISOString());
    await rows.query(`UPDATE policies SET counted_since = now() - interval '90 days' WHERE id = $1`, [policy]);
    const {
      rows: [{ today }],
    } = await rows.query("SELECT date_trunc('day', now(), 'UTC') AS today");
    const dayAgo = (days: number) => new Date(today.getTime() - days * 86_400_000);
    expect((await statisticsOf(organization, policy, serviceB, '?days=7')).since).toBe(dayAgo(6).toISOString());
    for (const [days, times] of [
      [0, 1],
      [6, 10],
      [7, 100],
    ] as const)
      await rows.query(
        `INSERT INTO metric_changes (organization_id, at, simulated, subject, policy_id, became, times)
         VALUES ($1, $2, false, 'policy', $3, 'matched', $4)`,
        [organization.id, dayAgo(days), policy, times],
      );
    for (const settle of [async () => {}, () => folded(organization)]) {
      await settle();
      const { matches, days } = await statisticsOf(organization, policy, serviceA, '?days=7');
      expect([matches, days[0].matches, days[6].matches]).toEqual([11, 10, 1]);
      expect((await statisticsOf(organization, policy)).matches).toBe(111);
    }
  });

  it('is exact while calls, decisions, edits and folds race at two processes', async () => {
    const organization = await newOrganization();
    const { agent, operator } = organization;
    const policies = [
      await newPolicy(organization, { apiNamePattern: 'ask.*', action: 'REQUIRE_APPROVAL' }),
      await newPolicy(organization, { apiNamePattern: '*', action: 'BLOCK', mode: 'shadow' }),
      await newPolicy(organization, { apiNamePattern: 'ask.it', action: 'REQUIRE_APPROVAL' }),
    ];
    const doomed = await newPolicy(organization, { apiNamePattern: '*', action: 'ALLOW' });
    const sessions = await Promise.all(Array.from({ length: 4 }, () => newSession(agent)));
    const approvals: string[] = [];
    const at = (round: number) => BOTH[round % 2] ?? serviceA;
    for (let round = 0; round < 12; round++) {
      const asks = Array.from({ length: 10 }, async (_, index) => {
        const apiName = index % 3 ? 'ask.it' : 'free.it';
        const path = `/sessions/${sessions[index % 4]}/actions`;
        const { body } = await agent.at(at(round + index)).post(path, call({ apiName }));
        if (body.data?.approval) approvals.push(body.data.approval.id);
      });
      const decisions = approvals
        .splice(0, 5)
        .flatMap((id, index) =>
          BOTH.map((service) => operator.at(service).post(`/approvals/${id}/${index % 2 ? 'approve' : 'reject'}`)),
        );
      const edits = [
        operator.at(at(round)).patch(`/policies/${policies[2]}/toggle`),
        operator
          .at(at(round + 1))
          .put(`/policies/${policies[1]}`, { mode: round % 2 ? 'shadow' : 'enforce', action: 'ALLOW' }),
        ...(round === 6 ? [operator.delete(`/policies/${doomed}`)] : []),
      ];
      await Promise.all([...asks, ...decisions, ...edits]);
    }
    for (const settle of [async () => {}, () => folded(organization)]) {
      await settle();
      for (const id of policies) {
        const {
          rows: [counted],
        } = await rows.query(
          `SELECT (SELECT count(*)::int FROM actions WHERE organization_id = $1 AND $2 = ANY (policy_ids)) AS matches,
             (SELECT count(*)::int FROM actions WHERE organization_id = $1 AND shadow::jsonb -> 'policyIds' @> to_jsonb($2::text)) AS shadow,
             count(*)::int AS approvals, count(*) FILTER (WHERE status = 'APPROVED')::int AS approved,
             count(*) FILTER (WHERE status = 'REJECTED')::int AS rejected
           FROM approvals WHERE organization_id = $1 AND $2 = ANY (policy_ids)`,
          [organization.id, id],
        );
        const { matches, approvals: asked, decisions, shadow } = await statisticsOf(organization, id, serviceB);
        expect({ matches, approvals: asked, ...decisions, shadow: shadow.matches }).toEqual({
          ...counted,
          expired: 0,
          withdrawn: 0,
        });
      }
    }
    expect((await statisticsOf(organization, policies[0] ?? '')).decisions.approved).toBeGreaterThan(5);
    expect((await rows.query('SELECT 1 FROM policy_days WHERE policy_id = $1', [doomed])).rowCount).toBe(0);
  });
});
