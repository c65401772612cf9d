import { backdating } from '../../../src/sample/backdate.js';
import { fillSample, SAMPLE_EMAIL } from '../../../src/sample/fill-sample.js';
import { Caller, newOrganization, newSession, serviceA } from '../../support/client.js';
import { rows } from '../../support/ledger.js';

afterAll(() => rows.end());

const backdate = backdating({ transaction: (_, work) => work(rows) });
const daysOf = (items: readonly { createdAt: string }[]) => [
  ...new Set(items.map(({ createdAt }) => createdAt.slice(0, 10))),
];

describe('the sample data', () => {
  it('is a week of three agents, on the days of that week, and goes with its account', async () => {
    const account = await fillSample(serviceA.url, backdate);
    expect(account?.email).toBe(SAMPLE_EMAIL);
    expect(await fillSample(serviceA.url, backdate)).toBeNull();
    const { email, password } = account ?? {};
    const signedIn = await new Caller(serviceA, null).post('/auth/login', { email, password });
    const operator = new Caller(serviceA, signedIn.body.data.token);
    const { data: sessions } = (await operator.get('/sessions')).body;
    expect(new Set(sessions.map(({ agentId }: { agentId: string }) => agentId)).size).toBe(3);
    expect(daysOf(sessions)).toHaveLength(5);
    for (const { id, createdAt, lastActivityAt } of sessions) {
      expect(daysOf([{ createdAt: lastActivityAt }])).toEqual(daysOf([{ createdAt }]));
      const { actions } = (await operator.get(`/sessions/${id}`)).body.data;
      for (const action of actions) expect(daysOf([action])).toEqual(daysOf([{ createdAt }]));
    }
    const { days } = (await operator.get('/metrics')).body.data;
    expect(days.filter(({ actions }: { actions: number }) => actions > 0)).toHaveLength(5);
    expect((await operator.get('/approvals')).body.data.length).toBe(2);
    expect((await operator.request('DELETE', '/me', { body: { password } })).status).toBe(200);
    expect((await new Caller(serviceA, null).post('/auth/login', { email, password })).status).toBe(401);
  });

  it('is the only data whose times can be changed', async () => {
    const { id, agent } = await newOrganization();
    const session = await newSession(agent);
    for (const change of [backdate.opened(id, session, 60), backdate.made(id, session, 60)])
      await expect(change).rejects.toMatchObject({ code: '42501' });
    const { createdAt, updatedAt } = (await agent.get(`/sessions/${session}`)).body.data;
    expect(createdAt).toBe(updatedAt);
  });
});
