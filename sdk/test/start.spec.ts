import { newOrganization, serviceA } from '../../test/support/client.js';
import { Backstop } from '../src/index.js';
import { SHIPPED_REGISTRY } from '../src/wire/shipped-registry.js';
import { governedCrm } from './support/crm.js';

const pathOf = (input: unknown) => new URL(String(input)).pathname;

describe('the shipped copy of the registry', () => {
  it('equals the registry of the service', async () => {
    const { agent } = await newOrganization();
    const listed = (await agent.get('/registry')).body.data;
    const known = listed.map(({ apiName, connector, operationType, reversibility, precapture }: never) => ({
      apiName,
      connector,
      operationType,
      reversibility,
      precapture,
    }));
    const byName = (a: { apiName: string }, b: { apiName: string }) => (a.apiName < b.apiName ? -1 : 1);
    expect([...SHIPPED_REGISTRY].sort(byName)).toEqual(known.sort(byName));
  });
});

describe('a session', () => {
  it('is opened in one round trip, and a call costs two, while the registry is renewed behind them', async () => {
    const { agent } = await newOrganization();
    const answered: string[] = [];
    let listed = (_: unknown): void => undefined;
    const backstop = new Backstop({
      baseUrl: serviceA.url,
      apiKey: agent.credential ?? '',
      outbox: false,
      fetch: async (input, init) => {
        if (pathOf(input) === '/registry') await new Promise((resolve) => (listed = resolve));
        const response = await fetch(input, init);
        answered.push(`${init?.method} ${pathOf(input).replace(/[0-9a-f-]{36}/g, ':id')}`);
        return response;
      },
    });
    const session = await backstop.createSession({ agentId: 'crm-bot', intent: 'look after contacts' });
    expect(answered).toEqual(['POST /sessions']);
    await governedCrm(session).call('update', { id: 1 });
    expect(answered.slice(1)).toEqual(['POST /sessions/:id/actions', 'PATCH /sessions/:id/actions/:id']);
    listed(null);
    expect(await backstop.registry()).toHaveLength(SHIPPED_REGISTRY.length);
  });
});
