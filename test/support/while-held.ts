import { type Caller, newOrganization, newSession, serviceA } from './client.js';
import { hold } from './held-polls.js';
import { gated } from './ledger.js';
import type { Service } from './service.mjs';

/** The longest that a request may wait. */
export const LONGEST_S = 60;

/**
 * A request of another organization, held from now on for as long as any may be. A request that began later, waits as
 * long and is answered while this one is held was woken; no clock tells that.
 */
export async function whileHeld(service: Service = serviceA) {
  const { agent } = await newOrganization(service);
  const { approvalId } = await gated(agent, await newSession(agent));
  const [held] = hold(service, [{ key: agent.credential ?? '', approvalId }], LONGEST_S);
  let isHeld = true;
  const over = () => {
    isHeld = false;
  };
  held?.answer.then(over, over);
  return { isHeld: () => isHeld, end: () => held?.hangUp() };
}

/** Resolves when earlier requests of the same callers have reached their processes, too. */
export async function arrived(callers: readonly Caller[]): Promise<void> {
  for (let time = 0; time < 2; time++) await Promise.all(callers.map((caller) => caller.get('/registry')));
}
