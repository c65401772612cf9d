import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { call, errorOf, expectConsistent, logged, rows, tally } from '../../support/ledger.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

let services: ServiceProcess[];
beforeAll(async () => {
  services = await Promise.all([startService({ QUOTA_TEAM: '100' }), startService({ QUOTA_TEAM: '100' })]);
});
afterAll(async () => {
  await Promise.all([rows.end(), ...services.map((service) => service.stop())]);
});

let organization: Organization;
let session: string;
beforeEach(async () => {
  organization = await newOrganization(services[0]);
  session = await newSession(organization.agent);
});

const used = async () =>
  (await rows.query('SELECT actions::int FROM usage_months WHERE organization_id = $1', [organization.id])).rows;

const setUsed = (actions: number) =>
  rows.query(
    `INSERT INTO usage_months VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC')::date, $2)
     ON CONFLICT (organization_id, month) DO UPDATE SET actions = $2`,
    [organization.id, actions],
  );

const post = (body: object, index = 0, key?: string) => {
  const service = services[index % 2];
  if (!service) throw new Error('there are two processes');
  return organization.agent.at(service).post(`/sessions/${session}/actions`, body, key);
};

describe('the monthly quota', () => {
  it('accepts exactly its number of three hundred concurrent calls over two processes', async () => {
    const kinds = [{}, { status: 'SUCCESS' }, { status: 'PENDING_APPROVAL' }];
    const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => post(call(kinds[index % 3]), index)));
    expect(tally(answers)).toEqual({ 201: 100, 429: 200 });
    expect(new Set(answers.map(errorOf))).toEqual(new Set([null, 'quota-exceeded']));
    expect(await used()).toEqual([{ actions: 100 }]);
    const { actions } = (await organization.agent.get(`/sessions/${session}`)).body.data;
    expect(actions).toHaveLength(100);
    await expectConsistent(session);
  });

  it('is of the organization, not of a session', async () => {
    await setUsed(98);
    const others = [await newSession(organization.agent), await newSession(organization.agent)];
    const answers = await Promise.all(
      others.flatMap((id) =>
        Array.from({ length: 5 }, () => organization.agent.post(`/sessions/${id}/actions`, call())),
      ),
    );
    expect(tally(answers)).toEqual({ 201: 2, 429: 8 });
    const stranger = await newOrganization(services[0]);
    const free = await stranger.agent.post(`/sessions/${await newSession(stranger.agent)}/actions`, call());
    expect(free.status).toBe(201);
  });

  it('does not count simulated, replayed and confirmed calls, nor refusals without a record', async () => {
    const { agent, testAgent } = organization;
    const id = (await post(call(), 0, 'once')).body.data.id;
    expect(await used()).toEqual([{ actions: 1 }]);
    await post(call(), 1, 'once');
    await post(call({ payload: 7 }));
    await agent.patch(`/sessions/${session}/actions/${id}`, { status: 'SUCCESS' });
    await logged(testAgent, await newSession(testAgent), { status: 'SUCCESS' });
    await agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
    expect(errorOf(await post(call()))).toBe('session-closed');
    expect(await used()).toEqual([{ actions: 1 }]);
    await expectConsistent(session);
  });

  it('counts every recorded call, whatever its answer is', async () => {
    const { agent, operator } = organization;
    await operator.post('/policies', { apiNamePattern: 'block.*', action: 'BLOCK' });
    expect((await post(call({ apiName: 'block.call' }))).status).toBe(403);
    expect((await post(call({ apiName: 'block.call', status: 'SUCCESS' }), 0, 'once')).status).toBe(403);
    expect((await post(call({ apiName: 'block.call', status: 'SUCCESS' }), 1, 'once')).status).toBe(403);
    expect(await used()).toEqual([{ actions: 2 }]);
    await agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
    const reports = await Promise.all(
      Array.from({ length: 120 }, (_, index) => post(call({ status: 'SUCCESS' }), index)),
    );
    expect(tally(reports)).toEqual({ 409: 98, 429: 22 });
    expect(await used()).toEqual([{ actions: 100 }]);
    await expectConsistent(session);
  });

  it('refuses reports too once it is used up, but not confirmations, simulated calls or replays', async () => {
    const { agent, testAgent } = organization;
    const cleared = (await post(call(), 0, 'before')).body.data.id;
    const simulated = await newSession(testAgent);
    await setUsed(100);
    for (const status of ['CLEARED', 'PENDING_APPROVAL', 'SUCCESS', 'FAILED']) {
      const answer = await post(call({ status }));
      expect([status, answer.status, errorOf(answer)]).toEqual([status, 429, 'quota-exceeded']);
    }
    const replayed = await post(call(), 1, 'before');
    expect([replayed.status, replayed.body.data.id]).toEqual([201, cleared]);
    const confirmed = await agent.patch(`/sessions/${session}/actions/${cleared}`, { status: 'SUCCESS' });
    expect(confirmed.status).toBe(200);
    expect((await testAgent.post(`/sessions/${simulated}/actions`, call())).status).toBe(201);
    expect((await agent.post(`/sessions/${session}/actions/precapture`, { apiName: 'a.b', payload: {} })).status).toBe(
      200,
    );
    expect((await agent.post(`/sessions/${session}/rollback`)).status).toBe(200);
    expect(await used()).toEqual([{ actions: 100 }]);
  });

  it('starts again with each month, and forgets a key that was over it', async () => {
    await setUsed(100);
    expect((await post(call(), 0, 'again')).status).toBe(429);
    await rows.query(`UPDATE usage_months SET month = (month - interval '1 month')::date WHERE organization_id = $1`, [
      organization.id,
    ]);
    const answer = await post(call(), 1, 'again');
    expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([201, null]);
  });
});
