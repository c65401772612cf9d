import { newOrganization, newSession } from '../../support/client.js';
import { gated } from '../../support/ledger.js';
import { Listener } from '../../support/listener.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { Receiver } from '../../support/receiver.js';
import type { ServiceProcess } from '../../support/service.mjs';

const RECEIVERS = 20;
const EVENTS = 8;
/** The most deliveries of one organization that one process sends at a time. */
const MOST = 16;

let own: OwnDatabase;
let service: ServiceProcess;
beforeAll(async () => {
  own = await newOwnDatabase(1);
  [service] = own.services as [ServiceProcess];
});
afterAll(() => own.drop());

it('an organization whose twenty receivers never answer does not delay deliveries of another one', async () => {
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
    expect(
      await eventually(
        () => most,
        (now) => now >= MOST,
      ),
    ).toBe(MOST);
    const session = await newSession(other.agent);
    for (const times of [1, 2]) {
      await gated(other.agent, session);
      await receiver.times(times);
    }
    // The deliveries that were due before are not all on their way yet.
    expect(silent.asked.length).toBeLessThan(RECEIVERS * EVENTS);
    expect(most).toBe(MOST);
  } finally {
    await Promise.all([receiver.stop(), silent.stop()]);
  }
});
