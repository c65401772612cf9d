import type { AccessOf, ConnectorContext, OpenTransport } from '../connector.js';
import type { Access } from './access.js';
import type { HttpTransport } from './transport.js';

/** Requests go only where the access allows, with its authorization. The code with sockets is loaded when one opens. */
export function overHttp(access: AccessOf): OpenTransport<HttpTransport> {
  return async (context) => (await import('./http-transport.js')).openHttp(access, context);
}

/** Opens the transport of a credential with several destinations. @throws NotCapturable when it cannot be used */
export function overHttpTo(accesses: (context: ConnectorContext) => readonly Access[]): OpenTransport<HttpTransport> {
  return async (context) => (await import('./http-transport.js')).openHttpTo(accesses(context), context);
}
