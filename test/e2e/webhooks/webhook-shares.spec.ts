import { newOrganization, newSession } from '../../support/client.js';
import { gated } from '../../support/ledger.js';
import { Listener } from '../../support/listener.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { Receiver } from '../../support/receiver.js';
import type { ServiceProcess } from '../../support/service.mjs';

const RECEIVERS = 20;
const EVENTS = 8;
/** What one organization may have on its way in one process. */
const MOST = 16;
/** A receiver that does not answer is given up after 15 s. */
const SOON_MS = 12_000;

let own: OwnDatabase;
let service: ServiceProcess;
beforeAll(async () => {
  own = await newOwnDatabase(1);
  [service] = own.services as [ServiceProcess];
});
afterAll(() => own.drop());

it('an organization whose twenty receivers never answer holds up no delivery of another one', async () => {
  let [open, most] = [0, 0];
  const silent = new Listener((_, reply) => {
    most = Math.max(most, ++open);
    reply.on('close', () => open--);
  });
  const url = await silent.start();
  const [greedy, other] = [await newOrganization(service), await newOrganization(service)];
  for (let count = 0; count < RECEIVERS; count++)
    expect((await greedy.operator.post('/settings/webhooks', { url: `${url}/${count}` })).status).toBe(201);
  const receiver = await (await Receiver.start()).registered(other.operator);
  try {
    const theirs = await newSession(greedy.agent);
    for (let event = 0; event < EVENTS; event++) await gated(greedy.agent, theirs);
    while (most < MOST) await new Promise((resolve) => setTimeout(resolve, 50));
    // The next look takes up all that it may of them.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await gated(other.agent, await newSession(other.agent));
    await receiver.times(1);
    expect(most).toBe(MOST);
  } finally {
    await Promise.all([receiver.stop(), silent.stop()]);
  }
});
