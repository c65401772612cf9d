/** The operator has left, or cannot stay: what the page shows is not theirs any more. */
const listeners = new Set<() => void>();

export const signedOut = {
  announce: () => {
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
