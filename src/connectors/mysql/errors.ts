import { EgressForbiddenError } from '../../platform/egress.js';
import { TargetError } from '../rows/connection-url.js';
import type { Target } from './target.js';

export interface Trouble {
  /** `unavailable`: trying again later may help, and nothing was changed. `refused`: it will not help. */
  readonly kind: 'unavailable' | 'refused';
  /** Names host, port and user at most; never a password. */
  readonly sentence: string;
}

const NETWORK = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['ECONNRESET', 'connection reset'],
  ['EPIPE', 'connection closed'],
  ['ETIMEDOUT', 'timed out'],
  ['PROTOCOL_SEQUENCE_TIMEOUT', 'timed out'],
  ['PROTOCOL_CONNECTION_LOST', 'the connection was lost'],
  ['EHOSTUNREACH', 'host unreachable'],
  ['ENETUNREACH', 'network unreachable'],
  ['ENOTFOUND', 'host name not found'],
  ['EAI_AGAIN', 'host name could not be resolved'],
]);

/**
 * Error numbers after which the same statement may work later: too many connections, shutting down, network, lock wait
 * timeout, deadlock, interrupted, too many prepared statements, read-only while failing over, time limits, changed since
 * read (MariaDB).
 */
const TRANSIENT = [1040, 1053, 1158, 1159, 1160, 1161, 1203, 1205, 1213, 1317, 1461, 1836, 1969, 3024, 1020];
const LOGIN = [1044, 1045, 1698, 1862];

/** Turns anything thrown on the way to or in the database into a sentence for an operator. */
export function explain(error: unknown, target: Target | null): Trouble {
  if (error instanceof TargetError || error instanceof EgressForbiddenError) {
    return { kind: 'refused', sentence: error.message };
  }
  const place = target === null ? 'the database' : `${target.host}:${target.port}`;
  if (isDatabaseError(error)) return fromDatabase(error, place, target);
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : '';
  const why = NETWORK.get(code) ?? (/timeout|timed out/i.test(message) ? 'timed out' : null);
  if (why !== null) return unreachable(place, why);
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT') {
    return { kind: 'refused', sentence: `${place} does not support TLS, which ssl-mode asks for` };
  }
  if (/CERT|TLS|SSL|ISSUER|SIGNATURE|ALTNAME/.test(code)) {
    return { kind: 'refused', sentence: `the TLS certificate of ${place} was not accepted (${code})` };
  }
  if (/closed|lost/i.test(message)) return unreachable(place, 'the connection was lost');
  return { kind: 'refused', sentence: `an unexpected ${error instanceof Error ? error.name : 'error'} at ${place}` };
}

interface DatabaseError {
  readonly errno: number;
  readonly sqlState: string;
  readonly message: string;
}

/** True when the database itself answered with an error. */
export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'sqlState' in error && 'errno' in error && typeof error.errno === 'number';
}

function fromDatabase({ errno, message }: DatabaseError, place: string, target: Target | null): Trouble {
  if (LOGIN.includes(errno)) {
    const who = target === null ? '' : ` for user ${target.user}`;
    return { kind: 'refused', sentence: `the login was refused${who} at ${place} (error ${errno})` };
  }
  const sentence = `${withoutPassword(message, target).slice(0, 300)} (error ${errno})`;
  return { kind: TRANSIENT.includes(errno) ? 'unavailable' : 'refused', sentence };
}

/** The words are the server’s, and it was told the password. A short one would only be given away by its gaps. */
function withoutPassword(message: string, target: Target | null): string {
  return target && target.password.length >= 8 ? message.replaceAll(target.password, '…') : message;
}

function unreachable(place: string, why: string): Trouble {
  return { kind: 'unavailable', sentence: `could not reach ${place}: ${why}` };
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
