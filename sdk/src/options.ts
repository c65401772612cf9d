import { WrapOptionsError } from './errors.js';
import type { OperationType } from './wire.js';

/** Specification 4.9. */
export interface WrapOptions {
  /** Connector identifier, for example `postgres`. */
  readonly connector: string;
  /** Operations that need an approval before they run: `rows.delete`, `postgres.rows.delete`, `rows.*`, `*`. */
  readonly requiresApproval?: readonly string[];
  /**
   * Operations that may be retried with exponential backoff, where a failure says that nothing was done: 429, 503 with
   * Retry-After, a refused connection; more where the provider knows idempotency keys. None of PostgreSQL's can: naming
   * one is refused.
   */
  readonly retryable?: readonly string[];
  /** Reads are recorded as well, after they have run and without holding them up: all, or these method paths. */
  readonly logReads?: boolean | readonly string[];
  /** Places of payloads and answers that are recorded as `[redacted]`: `card.number`, `items.*.secret`. */
  readonly redact?: readonly string[];
  /** For objects of no known kind: what their methods do. What is named in neither list is an operation of type EXECUTE. */
  readonly operations?: Readonly<Record<string, OperationType>>;
  /** For objects of no known kind: methods that change nothing. They pass untouched. */
  readonly reads?: readonly string[];
  /** Milliseconds between two questions about an approval: at least 1000, default 2000. */
  readonly pollIntervalMs?: number;
  /** Milliseconds an approval is waited for: at least 5000, default 86400000 (a day). */
  readonly timeoutMs?: number;
  /**
   * What becomes of a call while the service cannot be reached: `refuse` (default) throws `BackstopUnavailableError`;
   * `allow` runs it and records it afterwards as a violation. An answer of the service is always obeyed, and what
   * `requiresApproval` names never runs without one.
   */
  readonly onUnavailable?: 'refuse' | 'allow';
}

export interface WrapSettings {
  readonly pollIntervalMs: number;
  readonly timeoutMs: number;
  /** True when calls may run while the service cannot be reached. */
  readonly allowsUnreachable: boolean;
  requiresApproval(apiName: string): boolean;
  retries(apiName: string): boolean;
  /** @param path of members, from the payload or the answer on */
  isRedacted(path: readonly string[]): boolean;
  /** @param path of a method */
  logsRead(path: string): boolean;
}

const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * @param operations method paths of the connector, without its name: `rows.insert`
 * @throws WrapOptionsError
 */
export function wrapSettings(
  options: WrapOptions,
  operations: readonly string[],
  { canRetry = false }: { readonly canRetry?: boolean } = {},
): WrapSettings {
  const known = operations.map((operation) => `${options.connector}.${operation}`);
  const named = (option: 'requiresApproval' | 'retryable') =>
    new Set(listOf(options[option], option).flatMap((path) => matched(path, known, option, options.connector)));
  const gated = named('requiresApproval');
  const [retried] = listOf(options.retryable, 'retryable');
  if (retried !== undefined && !canRetry) {
    throw new WrapOptionsError(`retryable names '${retried}', but nothing of ${options.connector} is safe to repeat`);
  }
  const retryable = named('retryable');
  const redacted = listOf(options.redact, 'redact').map((path) => path.split('.'));
  return {
    pollIntervalMs: duration('pollIntervalMs', options.pollIntervalMs, 2000, 1000),
    timeoutMs: duration('timeoutMs', options.timeoutMs, 86_400_000, 5000),
    allowsUnreachable: allowsUnreachable(options.onUnavailable),
    requiresApproval: (apiName) => gated.has(apiName),
    retries: (apiName) => retryable.has(apiName),
    isRedacted: (path) => redacted.some((wanted) => samePlace(wanted, path)),
    logsRead: readsNamed(options),
  };
}

function matched(path: string, known: readonly string[], option: string, connector: string): readonly string[] {
  const found = known.filter((apiName) => pathMatches(path, apiName, connector));
  if (found.length > 0) return found;
  const names = known.map((apiName) => apiName.slice(connector.length + 1)).join(', ');
  throw new WrapOptionsError(`${option} names '${path}'; ${connector} knows ${names}`);
}

function samePlace(wanted: readonly string[], path: readonly string[]): boolean {
  return wanted.length === path.length && wanted.every((name, index) => name === '*' || name === path[index]);
}

function readsNamed({ logReads = false, connector }: WrapOptions): (path: string) => boolean {
  if (typeof logReads === 'boolean') return () => logReads;
  const paths = listOf(logReads, 'logReads');
  return (path) => paths.some((one) => pathMatches(one, `${connector}.${path}`, connector));
}

/** `*` is one segment, a trailing `*` one or more; the connector's name may be left out. */
export function pathMatches(path: string, apiName: string, connector: string): boolean {
  const full = path === '*' || path.startsWith(`${connector}.`) ? path : `${connector}.${path}`;
  const wanted = full.split('.');
  const actual = apiName.split('.');
  const open = wanted.at(-1) === '*';
  if (open ? actual.length < wanted.length : actual.length !== wanted.length) return false;
  return wanted.every((segment, index) => segment === '*' || segment === actual[index]);
}

function allowsUnreachable(value: WrapOptions['onUnavailable']): boolean {
  if (value === undefined || value === 'refuse') return false;
  if (value === 'allow') return true;
  throw new WrapOptionsError(`onUnavailable must be 'refuse' or 'allow'`);
}

function duration(name: string, value: number | undefined, fallback: number, minimum: number): number {
  if (value === undefined) return fallback;
  if (Number.isInteger(value) && value >= minimum && value <= LONGEST_TIMEOUT_MS) return value;
  throw new WrapOptionsError(`${name} must be a whole number of milliseconds from ${minimum} to ${LONGEST_TIMEOUT_MS}`);
}

function listOf(value: readonly string[] | undefined, name: string): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '')) return value;
  throw new WrapOptionsError(`${name} must be an array of method paths`);
}
