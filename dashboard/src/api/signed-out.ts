/** The service knows no operator any more: the session is over, or was ended elsewhere. */
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
