import type { AccessOf, OpenTransport } from '../connector.js';
import type { HttpTransport } from './transport.js';

/** Requests go only where the access allows, with its authorization. The code with sockets is loaded when one opens. */
export function overHttp(access: AccessOf): OpenTransport<HttpTransport> {
  return async (context) => (await import('./http-transport.js')).openHttp(access, context);
}
