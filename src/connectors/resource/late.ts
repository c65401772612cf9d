/** After so many time-outs a call that was sent is certainly not carried out any more. */
const LATE = 10;

/** True when a request that was sent at this moment, and got no answer, cannot take effect any more. */
export const canNoLongerArrive = (sentAt: number, timeoutMs: number): boolean =>
  remainingMs(Date.now() - sentAt, timeoutMs) < 0;

/** The time, in milliseconds, in which a request of this age without an answer may still take effect; below 0 when it is over. */
export const remainingMs = (ageMs: number, timeoutMs: number): number => LATE * timeoutMs - ageMs;
