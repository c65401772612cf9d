import { filesystem } from './filesystem.js';
import type { KnownServer } from './known-server.js';
import { memory } from './memory.js';

const SERVERS: readonly KnownServer[] = [filesystem, memory];

/** @param serverName as the server names itself */
export function knownServer(serverName: string): KnownServer | undefined {
  return SERVERS.find((server) => server.serverName === serverName);
}
