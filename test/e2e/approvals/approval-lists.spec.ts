import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { errorOf, gated, rows } from '../../support/ledger.js';

let organization: Organization;
beforeAll(async () => {
  organization = await newOrganization();
});
afterAll(() => rows.end());

type Query = Partial<Record<'status' | 'agentId' | 'connector' | 'since' | 'until' | 'limit' | 'wait', string>>;

const list = (query: Query, { operator } = organization) => operator.get(`/approvals?${new URLSearchParams(query)}`);
const idsOf = async (query: Query) => {
  const { status, body } = await list(query);
  expect([query, status]).toEqual([query, 200]);
  return body.data.map(({ id }: { id: string }) => id) as string[];
};

/** Approvals of two agents and two connectors, in the order in which they were asked for. */
async function fourApprovals() {
  const agents = ['refunder', 'writer'];
  const sessions = await Promise.all(agents.map((agent) => newSession(organization.agent, agent)));
  const ids: string[] = [];
  for (const session of sessions)
    for (const apiName of ['crm.customer.update', 'crm2.customer.update'])
      ids.push((await gated(organization.agent, session, { apiName })).approvalId);
  return ids as [string, string, string, string];
}

describe('GET /approvals', () => {
  it('takes an agent, a connector and a status, each alone and combined', async () => {
    const [first, second, third, fourth] = await fourApprovals();
    const { operator } = organization;
    expect(await idsOf({ agentId: 'refunder' })).toEqual([second, first]);
    expect(await idsOf({ connector: 'crm' })).toEqual([third, first]);
    expect(await idsOf({ connector: 'crm2', agentId: 'writer' })).toEqual([fourth]);
    for (const none of [
      { agentId: 'refund' },
      { connector: 'cr' },
      { connector: 'crm.customer' },
      { agentId: 'WRITER' },
    ])
      expect(await idsOf(none)).toEqual([]);
    await operator.post(`/approvals/${first}/approve`);
    await operator.post(`/approvals/${second}/reject`);
    await rows.query("UPDATE approvals SET expires_at = now() - interval '1 hour' WHERE id = $1", [third]);
    expect(await idsOf({ agentId: 'refunder' })).toEqual([]);
    expect(await idsOf({ agentId: 'refunder', status: 'APPROVED' })).toEqual([first]);
    expect(await idsOf({ connector: 'crm2', status: 'REJECTED' })).toEqual([second]);
    // An expired approval counts as rejected, before and after the job has written it down.
    expect(await idsOf({ status: 'REJECTED' })).toEqual([third, second]);
    expect(await idsOf({ status: 'ALL', agentId: 'writer' })).toEqual([fourth, third]);
    expect(await idsOf({ status: 'ALL' })).toEqual([fourth, third, second, first]);
  });

  it('takes the time of the request: from one time on, and before another', async () => {
    const ids = await fourApprovals();
    const [first, second, third, fourth] = ids;
    const { rows: asked } = await rows.query(
      'SELECT id, created_at FROM approvals WHERE id = ANY ($1::uuid[]) ORDER BY id',
      [ids],
    );
    const at = (id: string, ms = 0) =>
      new Date(asked.find((row) => row.id === id).created_at.getTime() + ms).toISOString();
    expect(await idsOf({ status: 'ALL', since: at(first), until: at(fourth, 1) })).toEqual([
      fourth,
      third,
      second,
      first,
    ]);
    expect(await idsOf({ status: 'ALL', since: at(fourth, 1) })).toEqual([]);
    expect((await idsOf({ status: 'ALL', since: at(second) })).at(-1)).not.toBe(first);
    expect(await idsOf({ status: 'ALL', until: at(third) })).not.toContain(third);
    expect(await idsOf({ status: 'ALL', until: at(third, 1), agentId: 'writer', limit: '1' })).toEqual([third]);
    // A moment in another zone is the same moment.
    const zoned = at(fourth, 3_600_000).replace('Z', '+01:00');
    expect(await idsOf({ since: zoned })).toEqual(await idsOf({ since: at(fourth) }));
    for (const query of [
      { since: 'yesterday' },
      { until: '2026-02-30T00:00:00Z' },
      { since: '2026-01-01' },
      { wait: '61' },
    ]) {
      const answer = await list(query);
      expect([answer.status, errorOf(answer)]).toEqual([400, 'validation-failed']);
    }
  });

  it('is read in pages under a filter, with none missing and none twice', async () => {
    const { agent, operator } = organization;
    const session = await newSession(agent, 'pager');
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push((await gated(agent, session)).approvalId);
    await operator.post(`/approvals/${ids[3]}/approve`);
    const seen: string[] = [];
    let path: string | undefined = '/approvals?status=ALL&agentId=pager&limit=2';
    for (let page = 0; path && page < 10; page++) {
      const { headers, body } = await operator.get(path);
      expect(body.data.length).toBeLessThanOrEqual(2);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      path = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(ids.reverse());
  });

  it('shows no approval of another organization, under any filter', async () => {
    const [first] = await fourApprovals();
    const { rows: asked } = await rows.query('SELECT created_at FROM approvals WHERE id = $1', [first]);
    const stranger = await newOrganization();
    const since = asked[0].created_at.toISOString();
    for (const query of [{ agentId: 'refunder' }, { connector: 'crm' }, { since }, { status: 'ALL' }])
      expect((await list({ status: 'ALL', ...query }, stranger)).body.data).toEqual([]);
  });
});
