import { newOrganization, unique } from '../../test/support/client.js';
import { Backstop } from '../src/backstop.js';
import { wrap } from '../src/wrap.js';

/** Counts the requests to the service, by their kind. */
async function counted() {
  const { agent } = await newOrganization();
  const asked: string[] = [];
  const counting: typeof fetch = (input, init) => {
    asked.push(`${init?.method} ${new URL(String(input)).pathname.replace(/[0-9a-f-]{36}/g, ':id')}`);
    return fetch(input, init);
  };
  const backstop = new Backstop({ baseUrl: agent.service.url, apiKey: agent.credential ?? '', fetch: counting });
  const session = await backstop.createSession({ agentId: unique('agent'), intent: 'look after customers' });
  asked.splice(0);
  return { session, asked };
}

describe('the number of requests that a call sends to the service', () => {
  it('is two when there is nothing to capture, and none for a call that passes', async () => {
    const { session, asked } = await counted();
    const crm = wrap({ get: () => 1, set: async (to: number) => to }, session, { connector: 'crm', reads: ['get'] });
    expect(crm.get()).toBe(1);
    expect(asked).toEqual([]);
    expect(await crm.set(2)).toBe(2);
    expect(asked).toEqual(['POST /sessions/:id/actions', 'PATCH /sessions/:id/actions/:id']);
  });

  it('is three when the state before has to be captured, two of them before the call runs', async () => {
    const { session, asked } = await counted();
    let before = 0;
    const update = async (id: string, to: object) => {
      before = asked.length;
      return { id, ...to };
    };
    const stripe = { rawRequest: () => null, paymentIntents: {}, customers: { update } };
    await wrap(stripe, session, { connector: 'stripe' }).customers.update('cus_1', { name: 'x' });
    expect(asked).toEqual([
      'POST /sessions/:id/actions/precapture',
      'POST /sessions/:id/actions',
      'PATCH /sessions/:id/actions/:id',
    ]);
    expect(before).toBe(2);
  });
});
