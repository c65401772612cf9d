/** Whether the service answered the last time it was asked. */
let reachable = true;
const listeners = new Set<() => void>();

export const connection = {
  isReachable: () => reachable,
  /** Called by the client after each attempt. */
  report(answered: boolean) {
    if (answered === reachable) return;
    reachable = answered;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
