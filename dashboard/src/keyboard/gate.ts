import { useLayoutEffect } from 'react';

/** The components that open something, or have opened it, on top of the page. */
const holders = new Set<object>();

/** While it is closed, no key of the page does anything. */
export const gate = {
  isClosed: () => holders.size > 0,
  /** @returns a function that removes this holder; the gate opens after the last one */
  close(): () => void {
    const holder = {};
    holders.add(holder);
    return () => void holders.delete(holder);
  },
};

/**
 * Closes the gate from the key press that shows the component until it is gone: React commits a key press before the
 * browser reports the next one.
 */
export function useClosedGate(isClosed = true): void {
  useLayoutEffect(() => (isClosed ? gate.close() : undefined), [isClosed]);
}
