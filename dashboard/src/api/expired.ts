import { Listeners } from './listeners';

/** The service does not know this browser any more, while an operator has a page open. */
let isExpired = false;
/** The number of times that an operator has signed in again in this page. */
let round = 0;
const listeners = new Listeners();

export const expired = {
  is: () => isExpired,
  round: () => round,
  /** Called by the client for each answer that says so. */
  report() {
    if (isExpired) return;
    isExpired = true;
    listeners.announce();
  },
  /** @param isSignedIn the same operator has signed in again: what failed meanwhile is asked for anew */
  end(isSignedIn: boolean) {
    isExpired = false;
    if (isSignedIn) round += 1;
    listeners.announce();
  },
  subscribe: listeners.subscribe,
};
