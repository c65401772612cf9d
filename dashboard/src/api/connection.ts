import { Listeners } from './listeners';

/** True if the last request got an answer. */
let reachable = true;
const listeners = new Listeners();

export const connection = {
  isReachable: () => reachable,
  /** Called by the client after each attempt. */
  report(answered: boolean) {
    if (answered === reachable) return;
    reachable = answered;
    listeners.announce();
  },
  subscribe: listeners.subscribe,
};

const AGAIN_MS = 2_000;

/** Asks whether the service answers now, without the client, because no operator has to be signed in. */
export async function probe(): Promise<boolean> {
  try {
    return (await fetch('/health', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Asks every two seconds until the service answers. @returns a function that stops it */
export function whenBack(then: () => void): () => void {
  const timer = setInterval(async () => {
    if (!(await probe())) return;
    clearInterval(timer);
    then();
  }, AGAIN_MS);
  return () => clearInterval(timer);
}
