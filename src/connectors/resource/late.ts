/** After so many time-outs a call that was sent is certainly not carried out any more. */
const LATE = 10;

/** True when a request that was sent at this moment, and got no answer, cannot take effect any more. */
export const isTooLate = (sentAt: number, timeoutMs: number): boolean => Date.now() - sentAt > LATE * timeoutMs;
