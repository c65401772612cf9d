import { EgressForbiddenError } from '../../../platform/egress/egress.js';
import { TargetError } from './connection-url.js';

export interface Trouble {
  /** `unavailable`: trying again later may help, and nothing was changed. `refused`: it will not help. */
  readonly kind: 'unavailable' | 'refused';
  /** Names host, port and user at most; never a password. */
  readonly sentence: string;
}

export interface Address {
  readonly host: string;
  readonly port: number;
  readonly user: string;
}

/** An error that the database itself answered. */
interface Answer {
  /** The code under which an operator looks it up: `SQLSTATE 23505`, `error 1062`. */
  readonly code: string;
  readonly message: string;
  /** The same statement may work later. */
  readonly isTransient: boolean;
  /** A constraint of the database stood against the statement. */
  readonly isConstraint: boolean;
  /** The result of the login, if the error was about it: `the login was refused`. */
  readonly login: string | null;
}

/** Reads the errors of a database and its driver. */
export interface ErrorTable {
  /** Null when the database did not answer the error. */
  answer(error: unknown): Answer | null;
  /** A sentence for an error that the driver itself raised; null for any other error. */
  refusal(error: unknown, place: string): string | null;
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

/** Turns anything thrown on the way to or in the database into a sentence for an operator. */
export function explain(errors: ErrorTable, error: unknown, target: Address | null): Trouble {
  if (error instanceof TargetError || error instanceof EgressForbiddenError) return refused(error.message);
  const place = target === null ? 'the database' : `${target.host}:${target.port}`;
  const answer = errors.answer(error);
  if (answer !== null) return fromDatabase(answer, place, target);
  const code = codeOf(error);
  const message = messageOf(error);
  const why = NETWORK.get(code) ?? (/timeout|timed out/i.test(message) ? 'timed out' : undefined);
  if (why !== undefined) return unreachable(place, why);
  const refusal = errors.refusal(error, place);
  if (refusal !== null) return refused(refusal);
  if (/CERT|TLS|SSL|ISSUER|SIGNATURE|SELF_SIGNED|ALTNAME/.test(code)) {
    return refused(`the TLS certificate of ${place} was not accepted (${code})`);
  }
  if (/connection (terminated|error)|closed|lost/i.test(message)) return unreachable(place, 'the connection was lost');
  return refused(`an unexpected ${error instanceof Error ? error.name : 'error'} at ${place}`);
}

/** Empty when the error has none. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** Empty when it is no error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

function fromDatabase({ code, message, isTransient, login }: Answer, place: string, target: Address | null): Trouble {
  if (login !== null) {
    const who = target === null ? '' : ` for user ${target.user}`;
    return refused(`${login}${who} at ${place} (${code})`);
  }
  const sentence = `${message} (${code})`;
  return { kind: isTransient ? 'unavailable' : 'refused', sentence };
}

function refused(sentence: string): Trouble {
  return { kind: 'refused', sentence };
}

function unreachable(place: string, why: string): Trouble {
  return { kind: 'unavailable', sentence: `could not reach ${place}: ${why}` };
}
