import { newOrganization, newSession } from '../../support/client.js';
import { call, errorOf, rows } from '../../support/ledger.js';
import { startService } from '../../support/service.mjs';

const ROLLBACKS_A_DAY = 100;

afterAll(() => rows.end());

describe('limits beside the quota:', () => {
  it('sessions are so many an hour for each organization as SESSIONS_AN_HOUR times RATE_LIMIT_MULTIPLIER says', async () => {
    const service = await startService({ SESSIONS_AN_HOUR: '5', RATE_LIMIT_MULTIPLIER: '2' });
    try {
      const [busy, other] = [await newOrganization(), await newOrganization()];
      const open = () => busy.agent.at(service).post('/sessions', { agentId: 'busy', intent: 'work' });
      const first = () =>
        busy.agent
          .at(service)
          .request('POST', '/sessions', { body: { agentId: 'busy', intent: 'work' }, key: 'first' });
      const { id } = (await first()).body.data;
      const opened = await Promise.all(Array.from({ length: 11 }, open));
      const refused = opened.filter(({ status }) => status !== 201);
      expect(refused.map(errorOf)).toEqual(['rate-limited', 'rate-limited']);
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
      const again = await first();
      expect([again.status, again.body.data.id]).toEqual([201, id]);
      expect(await newSession(other.agent.at(service))).toEqual(expect.any(String));
    } finally {
      await service.stop();
    }
  });

  it('rollbacks of one session are a hundred a day for agents, and as many as they like for operators', async () => {
    const { agent, operator, id } = await newOrganization();
    const session = await newSession(agent);
    const path = `/sessions/${session}`;
    await agent.post(`${path}/actions`, call({ status: 'SUCCESS', response: { id: 1 } }));
    const first = await agent.post(`${path}/rollback`);
    expect(first.body.data.results[0].outcome).toBe('IRREVERSIBLE');
    await rows.query(
      `INSERT INTO rollbacks SELECT clone.* FROM rollbacks r, generate_series(2, $2::int) n,
         LATERAL json_populate_record(r, json_build_object('id', gen_random_uuid(), 'n', n)) AS clone WHERE r.organization_id = $1`,
      [id, ROLLBACKS_A_DAY],
    );
    const refused = await agent.post(`${path}/rollback`);
    expect([refused.status, errorOf(refused)]).toEqual([429, 'rate-limited']);
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(23 * 3_600);
    expect(retryAfter).toBeLessThanOrEqual(24 * 3_600);
    await rows.query(
      "UPDATE rollbacks SET created_at = created_at - interval '23 hours 59 minutes' WHERE organization_id = $1",
      [id],
    );
    const later = await agent.post(`${path}/rollback`);
    expect(Number(later.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await operator.post(`${path}/rollback`)).status).toBe(200);
    const other = await newSession(agent);
    await agent.post(`/sessions/${other}/actions`, call({ status: 'SUCCESS', response: { id: 1 } }));
    expect((await agent.post(`/sessions/${other}/rollback`)).status).toBe(200);
  });
});
