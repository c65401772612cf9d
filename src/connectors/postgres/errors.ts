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
  ['EHOSTUNREACH', 'host unreachable'],
  ['ENETUNREACH', 'network unreachable'],
  ['ENOTFOUND', 'host name not found'],
  ['EAI_AGAIN', 'host name could not be resolved'],
]);

/** SQLSTATEs after which the same statement may work later. Specification of the classes: PostgreSQL, appendix A. */
const TRANSIENT = /^(08|53|57P|40001|40P01|55P03|57014)/;

/** Turns anything thrown on the way to or in the database into a sentence for an operator. */
export function explain(error: unknown, target: Target | null): Trouble {
  if (error instanceof TargetError || error instanceof EgressForbiddenError) {
    return { kind: 'refused', sentence: error.message };
  }
  const place = target === null ? 'the database' : `${target.host}:${target.port}`;
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : '';
  if (isDatabaseError(error)) return fromDatabase(code, message, place, target);
  if (NETWORK.has(code)) return unreachable(place, NETWORK.get(code) ?? '');
  if (/timeout|timed out/i.test(message)) return unreachable(place, 'timed out');
  if (/does not support SSL/.test(message)) {
    return { kind: 'refused', sentence: `${place} does not support TLS, which sslmode asks for` };
  }
  if (/CERT|TLS|SSL|ISSUER|SIGNATURE|SELF_SIGNED/.test(code)) {
    return { kind: 'refused', sentence: `the TLS certificate of ${place} was not accepted (${code})` };
  }
  if (/SASL/.test(message)) return { kind: 'refused', sentence: `the login at ${place} failed: it needs a password` };
  if (/connection (terminated|error)|closed/i.test(message)) return unreachable(place, 'the connection was lost');
  return { kind: 'refused', sentence: `an unexpected ${error instanceof Error ? error.name : 'error'} at ${place}` };
}

/** As `explain`, without the words of the database where it ran SQL of somebody else's making. */
export function explainPrivately(error: unknown, target: Target | null): Trouble {
  const trouble = explain(error, target);
  if (!isDatabaseError(error) || codeOf(error).startsWith('28')) return trouble;
  return { ...trouble, sentence: `the database could not tell what the statement touches (SQLSTATE ${codeOf(error)})` };
}

/** True when the database itself answered with an error. */
export function isDatabaseError(error: unknown): boolean {
  return /^[0-9A-Z]{5}$/.test(codeOf(error)) && typeof error === 'object' && error !== null && 'severity' in error;
}

/** True when the value could not be read as the type of the column. */
export function isDataError(error: unknown): boolean {
  return isDatabaseError(error) && /^(22|42846|23514|23502)/.test(codeOf(error));
}

function fromDatabase(code: string, message: string, place: string, target: Target | null): Trouble {
  if (code.startsWith('28')) {
    const who = target === null ? '' : ` for user ${target.user}`;
    const what = code === '28P01' ? 'password authentication failed' : 'the login was refused';
    return { kind: 'refused', sentence: `${what}${who} at ${place} (SQLSTATE ${code})` };
  }
  const sentence = `${withoutPassword(message, target).slice(0, 300)} (SQLSTATE ${code})`;
  return { kind: TRANSIENT.test(code) ? 'unavailable' : 'refused', sentence };
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
