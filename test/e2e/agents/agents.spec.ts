import {
  type Answer,
  Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
  unique,
} from '../../support/client.js';
import { eventually } from '../../support/patience.mjs';

const ANY_ID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const both = [serviceA, serviceB];

const codeOf = ({ status, body }: Answer) => `${status} ${body.error?.type.split('/').at(-1) ?? 'ok'}`;
const call = { apiName: 'mail.messages.send', operationType: 'EXECUTE', payload: {} };

describe('agents', () => {
  let organization: Organization;
  beforeAll(async () => {
    organization = await newOrganization();
  });
  const seen = async (slug: string, operator = organization.operator) => {
    const { data } = (await operator.get('/agents?limit=200')).body;
    return data.find((agent: { slug: string }) => agent.slug === slug);
  };

  it('appear unregistered with their first session, and count their sessions', async () => {
    const { operator, agent } = await newOrganization();
    expect((await operator.get('/agents')).body.data).toEqual([]);
    await newSession(agent, 'first-seen');
    await newSession(agent, 'first-seen');
    const list = await operator.get('/agents');
    expect(list.body).toEqual({
      data: [
        {
          id: ANY_ID,
          slug: 'first-seen',
          displayName: 'first-seen',
          description: '',
          status: 'ACTIVE',
          registered: false,
          sessions: 2,
          lastSeenAt: TIME,
          createdAt: TIME,
        },
      ],
      error: null,
      timestamp: TIME,
    });
    const [only] = list.body.data;
    expect((await operator.get(`/agents/${only.id}`)).body.data).toEqual(only);
  });

  it('are registered once: 201, then 409', async () => {
    const slug = unique('agent');
    const wanted = { slug, displayName: 'The biller', description: 'Sends bills' };
    const registered = await organization.operator.post('/agents', wanted);
    expect(registered.status).toBe(201);
    expect(registered.body.data).toEqual({
      ...wanted,
      id: ANY_ID,
      status: 'ACTIVE',
      registered: true,
      sessions: 0,
      lastSeenAt: null,
      createdAt: TIME,
    });
    expect(codeOf(await organization.operator.post('/agents', { slug, displayName: 'Another' }))).toBe(
      '409 agent-registered',
    );
    expect(await seen(slug)).toEqual(registered.body.data);
  });

  it('that only appeared in sessions keep their id and their sessions when they are registered', async () => {
    const slug = unique('agent');
    await newSession(organization.agent, slug);
    const before = await seen(slug);
    const registered = await organization.operator.post('/agents', { slug, description: 'Now known' });
    expect(registered.status).toBe(201);
    expect(registered.body.data).toEqual({ ...before, registered: true, description: 'Now known' });
  });

  it('are registered once by sixteen concurrent requests', async () => {
    const slug = unique('agent');
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        organization.operator.at(index % 2 ? serviceA : serviceB).post('/agents', { slug }),
      ),
    );
    expect(answers.map(codeOf).sort()).toEqual(['201 ok', ...Array(15).fill('409 agent-registered')]);
  });

  it('are changed in part', async () => {
    const slug = unique('agent');
    const { data } = (await organization.operator.post('/agents', { slug, displayName: 'A', description: 'B' })).body;
    const change = (body: object) => organization.operator.put(`/agents/${data.id}`, body);
    expect((await change({})).body.data).toEqual(data);
    expect((await change({ displayName: 'C' })).body.data).toEqual({ ...data, displayName: 'C' });
    expect((await change({ description: '' })).body.data).toEqual({ ...data, displayName: 'C', description: '' });
    expect((await change({ status: 'PAUSED' })).body.data).toEqual({
      ...data,
      displayName: 'C',
      description: '',
      status: 'PAUSED',
    });
    expect((await organization.operator.get(`/agents/${data.id}`)).body.data.status).toBe('PAUSED');
  });

  it.each([
    ['a status there is not', { status: 'paused' }],
    ['null', { displayName: null }],
    ['an empty name', { displayName: '' }],
    ['another slug', { slug: 'other' }],
    ['a count of sessions', { sessions: 0 }],
  ])('are not changed by %s', async (_, body) => {
    const slug = unique('agent');
    const { data } = (await organization.operator.post('/agents', { slug })).body;
    expect(codeOf(await organization.operator.put(`/agents/${data.id}`, body))).toBe('400 validation-failed');
    expect(await seen(slug)).toEqual(data);
  });

  it.each(['', 'a b', '-a', 'ä', 'a\n', 'a'.repeat(101)])('have no slug like %j', async (slug) => {
    expect(codeOf(await organization.operator.post('/agents', { slug }))).toBe('400 validation-failed');
    const session = { agentId: slug, intent: 'be named oddly' };
    expect(codeOf(await organization.agent.post('/sessions', session))).toBe('400 validation-failed');
  });

  it('are deleted, but not while they are paused', async () => {
    const slug = unique('agent');
    const { id } = (await organization.operator.post('/agents', { slug })).body.data;
    await organization.operator.put(`/agents/${id}`, { status: 'PAUSED' });
    expect(codeOf(await organization.operator.delete(`/agents/${id}`))).toBe('409 agent-is-paused');
    await organization.operator.put(`/agents/${id}`, { status: 'ACTIVE' });
    const deleted = await organization.operator.delete(`/agents/${id}`);
    expect(deleted.status).toBe(200);
    expect(deleted.body).toEqual({ data: { id, deleted: true }, error: null, timestamp: TIME });
    expect(codeOf(await organization.operator.get(`/agents/${id}`))).toBe('404 not-found');
    expect(codeOf(await organization.operator.delete(`/agents/${id}`))).toBe('404 not-found');
    expect(await seen(slug)).toBeUndefined();
    await newSession(organization.agent, slug);
    expect(await seen(slug)).toMatchObject({ registered: false, sessions: 1 });
  });
});

describe('pausing an agent', () => {
  it('stops it in both processes: calls immediately, sessions and precaptures soon after; its reports are recorded', async () => {
    const { operator, agent } = await newOrganization();
    const token = (await new Caller(serviceA, null).post('/auth/token', { apiKey: agent.credential })).body.data.token;
    const callers = both.flatMap((service) => [agent.at(service), new Caller(service, token), operator.at(service)]);
    expect(callers).toHaveLength(6);
    const slug = unique('agent');
    const session = await newSession(agent, slug);
    const running: string[] = [];
    for (const caller of callers) {
      const asked = await caller.post(`/sessions/${session}/actions`, call);
      expect(codeOf(asked)).toBe('201 ok');
      running.push(asked.body.data.id);
      expect(codeOf(await caller.get(`/sessions/${session}`))).toBe('200 ok');
    }
    const [{ id }] = (await operator.get('/agents')).body.data;

    await operator.put(`/agents/${id}`, { status: 'PAUSED' });
    const asks = await Promise.all(
      callers.flatMap((caller) => [
        caller.post(`/sessions/${session}/actions`, call),
        caller.post(`/sessions/${session}/actions`, { ...call, status: 'PENDING_APPROVAL' }),
      ]),
    );
    expect(asks.map(codeOf)).toEqual(Array(12).fill('403 agent-paused'));
    const starts = (caller: Caller) => [
      caller.post('/sessions', { agentId: slug, intent: 'go on' }),
      caller.post(`/sessions/${session}/actions/precapture`, { apiName: 'mail.messages.send', payload: {} }),
    ];
    const begun = async () => [...new Set((await Promise.all(callers.flatMap(starts))).map(codeOf))];
    await eventually(begun, (codes) => `${codes}` === '403 agent-paused', 2_000);
    expect(await begun()).toEqual(['403 agent-paused']);

    const confirmed = await agent.patch(`/sessions/${session}/actions/${running[0]}`, { status: 'SUCCESS' });
    expect(confirmed.status).toBe(200);
    expect(confirmed.body.data).toMatchObject({ status: 'SUCCESS', violation: 'paused' });
    const reported = await agent.at(serviceB).post(`/sessions/${session}/actions`, { ...call, status: 'SUCCESS' });
    expect(reported.status).toBe(201);
    expect(reported.body.data).toMatchObject({ status: 'SUCCESS', violation: 'paused' });

    const { actions } = (await operator.get(`/sessions/${session}`)).body.data;
    expect(actions).toHaveLength(callers.length + 1);
    const others = await newSession(agent, unique('agent'));
    expect(codeOf(await agent.post(`/sessions/${others}/actions`, call))).toBe('201 ok');

    await operator.put(`/agents/${id}`, { status: 'ACTIVE' });
    const goneOn = async () => {
      const answers = callers.flatMap((caller) => [
        ...starts(caller),
        caller.post(`/sessions/${session}/actions`, call),
      ]);
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    await eventually(goneOn, (statuses) => !statuses.includes(403), 2_000);
    expect(await goneOn()).toEqual(callers.flatMap(() => [201, 200, 201]));
  });

  it('leaves no row of a session that was refused', async () => {
    const { operator, agent } = await newOrganization();
    await newSession(agent, 'paused-one');
    const [{ id }] = (await operator.get('/agents')).body.data;
    const { data: paused } = (await operator.put(`/agents/${id}`, { status: 'PAUSED' })).body;
    expect(codeOf(await agent.post('/sessions', { agentId: 'paused-one', intent: 'go on' }))).toBe('403 agent-paused');
    expect((await operator.get(`/agents/${id}`)).body.data).toEqual(paused);
    expect((await operator.get('/sessions')).body.data).toHaveLength(1);
  });

  it('does not affect an agent of the same name in another organization', async () => {
    const one = await newOrganization();
    const other = await newOrganization();
    await newSession(one.agent, 'same-name');
    const others = await newSession(other.agent, 'same-name');
    const [{ id }] = (await one.operator.get('/agents')).body.data;
    expect(codeOf(await other.operator.put(`/agents/${id}`, { status: 'PAUSED' }))).toBe('404 not-found');
    expect(codeOf(await one.operator.put(`/agents/${id}`, { status: 'PAUSED' }))).toBe('200 ok');
    expect(codeOf(await other.agent.post(`/sessions/${others}/actions`, call))).toBe('201 ok');
  });
});
