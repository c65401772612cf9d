import type { Principal } from '../auth/access/principal.js';
import type { McpSession } from './sessions/mcp-session.js';

/** The one who speaks through a server, and in which session; null in a protocol without sessions. */
export interface Speaker {
  readonly caller: Principal;
  readonly credential: string;
  readonly session: McpSession | null;
  /** The client cannot be answered any more, and takes its call back with that. */
  readonly gone: AbortSignal;
  /** The client has disconnected; the stream of a session can be resumed. */
  readonly hungUp: AbortSignal;
}

/** The package of the protocol is loaded with the first request. */
export const protocol = () => import('@modelcontextprotocol/server');
