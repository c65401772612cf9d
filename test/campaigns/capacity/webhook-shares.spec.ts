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
/** An attempt that nobody answers lasts longer, so attempts of this time are under way together. */
const AT_ONCE_MS = 1_000;

let own: OwnDatabase;
let service: ServiceProcess;
beforeAll(async () => {
  own = await newOwnDatabase(1);
  [service] = own.services as [ServiceProcess];
});
afterAll(() => own.drop());

it('an organization whose twenty receivers never answer does not delay deliveries of another one', async () => {
  const arrivals: number[] = [];
  // It never answers.
  const silent = new Listener(() => void arrivals.push(performance.now()));
  const url = await silent.start();
  const [greedy, other] = [await newOrganization(service), await newOrganization(service)];
  for (let count = 0; count < RECEIVERS; count++)
    expect((await greedy.operator.post('/settings/webhooks', { url: `${url}/${count}` })).status).toBe(201);
  const receiver = await (await Receiver.start()).registered(other.operator);
  try {
    const theirs = await newSession(greedy.agent);
    for (let event = 0; event < EVENTS; event++) await gated(greedy.agent, theirs);
    await eventually(() => arrivals.length >= MOST);
    const session = await newSession(other.agent);
    for (const times of [1, 2]) {
      await gated(other.agent, session);
      await receiver.times(times);
    }
    // The deliveries that were due before are not all on their way yet.
    expect(silent.asked.length).toBeLessThan(RECEIVERS * EVENTS);
    const early = arrivals.filter((at, index) => at - (arrivals[index - MOST] ?? -Infinity) < AT_ONCE_MS);
    expect(early).toEqual([]);
  } finally {
    await Promise.all([receiver.stop(), silent.stop()]);
  }
});
