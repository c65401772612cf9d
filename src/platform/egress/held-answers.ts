import { TooLongError } from './too-long.error.js';

/** The most that a process may hold of answers that are not complete yet, of all providers together. */
const MOST_TOGETHER_BYTES = 64_000_000;

/** An answer that arrives, or a connection over which one does. */
export interface Holder {
  /** The bytes that it holds now. */
  readonly bytes: number;
  end(error: TooLongError): void;
}

const holders = new Set<Holder>();

export const hold = (holder: Holder): void => void holders.add(holder);
export const release = (holder: Holder): void => void holders.delete(holder);

/** Ends what holds most, and then the next, while all of them together hold more than memory allows. */
export function endLargest(): void {
  for (;;) {
    const all = [...holders];
    if (all.reduce((sum, { bytes }) => sum + bytes, 0) <= MOST_TOGETHER_BYTES) return;
    const largest = all.reduce((one, other) => (other.bytes > one.bytes ? other : one));
    holders.delete(largest);
    largest.end(new TooLongError('the answers of all providers together are longer than memory allows'));
  }
}
