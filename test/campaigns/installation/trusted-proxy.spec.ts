import { Caller, newOrganization, newSession } from '../../support/client.js';
import { KeptConnection } from '../../support/kept-connection.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

let own: OwnDatabase;
let service: ServiceProcess;
beforeAll(async () => {
  own = await newOwnDatabase();
  service = await startService({ DATABASE_URL: own.serviceUrl, TRUST_PROXY: '127.0.0.1' });
});
afterAll(async () => {
  await service?.stop();
  await own?.drop();
});

describe('An idle connection of a trusted proxy', () => {
  it('stays open when the key of the only caller so far is revoked: the next request may be of another caller', async () => {
    const { operator, agent } = await newOrganization(service);
    const path = `/sessions/${await newSession(agent)}`;
    const key = { service, credential: agent.credential };
    const [proxied, direct] = [new KeptConnection(key, { 'x-forwarded-for': '198.51.100.7' }), new KeptConnection(key)];
    expect([await proxied.get(path), await direct.get(path)]).toEqual([200, 200]);
    const keys = (await operator.get('/api-keys')).body.data;
    const { id } = keys.find(({ kind }: { kind: string }) => kind === 'live');
    expect((await operator.delete(`/api-keys/${id}`)).status).toBe(200);
    // Both are looked at in the same round.
    await direct.closed();
    expect([await proxied.get('/agents', new Caller(service, operator.credential)), proxied.count]).toEqual([200, 1]);
    expect(await proxied.get(path)).toBe(401);
    proxied.hangUp();
    direct.hangUp();
  });
});
