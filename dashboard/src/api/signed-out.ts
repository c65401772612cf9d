import { Listeners } from './listeners';

/** The operator has left, or cannot stay: what the page shows is not theirs any more. */
export const signedOut = new Listeners();
