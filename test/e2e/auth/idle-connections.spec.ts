import { Caller, newOrganization, newSession, serviceA, serviceB, unique } from '../../support/client.js';
import { KeptConnection } from '../../support/kept-connection.js';

const open: KeptConnection[] = [];
afterEach(() => {
  for (const connection of open.splice(0)) connection.hangUp();
});

/** A connection on which a request was answered, and which waits for the next. */
async function idleAfter(caller: Caller, path: string): Promise<KeptConnection> {
  const connection = new KeptConnection(caller);
  open.push(connection);
  expect(await connection.get(path)).toBe(200);
  return connection;
}

/** Asks on each of them again. */
async function expectOpen(connections: readonly KeptConnection[], path: string): Promise<void> {
  for (const connection of connections) expect([await connection.get(path), connection.count]).toEqual([200, 1]);
}

describe('An idle connection', () => {
  it('is closed when its key is revoked at another process, while those of another key and of an operator stay', async () => {
    const { operator, agent, testAgent } = await newOrganization();
    const session = await newSession(agent);
    // The control: each is idle for longer than the one that is closed, so none is closed for its idleness.
    const stays = [
      await idleAfter(testAgent, `/sessions/${await newSession(testAgent)}`),
      await idleAfter(operator, '/agents'),
    ];
    const revoked = await idleAfter(agent, `/sessions/${session}`);
    const keys = (await operator.get('/api-keys')).body.data;
    const { id } = keys.find(({ kind }: { kind: string }) => kind === 'live');
    expect((await operator.at(serviceB).delete(`/api-keys/${id}`)).status).toBe(200);
    await revoked.closed();
    await expectOpen(stays, '/health');
  });

  it('stays open when it carried requests of several callers, as the connections of a proxy do', async () => {
    const [{ operator, agent }, stranger] = [await newOrganization(), await newOrganization()];
    const path = `/sessions/${await newSession(agent)}`;
    const shared = await idleAfter(stranger.operator, '/agents');
    expect(await shared.get(path, agent)).toBe(200);
    const own = await idleAfter(agent, path);
    const keys = (await operator.get('/api-keys')).body.data;
    const { id } = keys.find(({ kind }: { kind: string }) => kind === 'live');
    expect((await operator.at(serviceB).delete(`/api-keys/${id}`)).status).toBe(200);
    // Both are looked at in the same round.
    await own.closed();
    await expectOpen([shared], '/health');
    expect(await shared.get(path, agent)).toBe(401);
  });

  it('is closed when its agent is paused, by the key or by the session that it asked for, and others of the organization stay', async () => {
    const { operator, agent } = await newOrganization();
    const [paused, working] = [unique('paused'), unique('working')];
    const bound = (await operator.post('/api-keys', { name: 'bound', kind: 'live', agentId: paused })).body.data.key;
    const [ofPaused, ofWorking] = [await newSession(agent, paused), await newSession(agent, working)];
    const stays = await idleAfter(agent, `/sessions/${ofWorking}`);
    const closed = [
      await idleAfter(new Caller(serviceA, bound), `/sessions/${ofPaused}`),
      await idleAfter(agent, `/sessions/${ofPaused}`),
    ];
    const { data: agents } = (await operator.get('/agents')).body;
    const { id } = agents.find(({ slug }: { slug: string }) => slug === paused);
    expect((await operator.at(serviceB).put(`/agents/${id}`, { status: 'PAUSED' })).status).toBe(200);
    await Promise.all(closed.map((connection) => connection.closed()));
    await expectOpen([stays], `/sessions/${ofWorking}`);
  });
});
