import { sha256 } from '../../platform/hash.js';

/** Names a window within its organization, in the length of a UUID. */
export const windowId = (name: string, simulated: boolean, key: string): string =>
  sha256(JSON.stringify([name, simulated, key])).slice(0, 32);
