import { WrapOptionsError } from './errors.js';

/** Specification 4.9. */
export interface WrapOptions {
  /** Connector identifier, for example `postgres`. */
  readonly connector: string;
  /** Operations that need an approval before they run: `rows.delete`, `postgres.rows.delete`, `rows.*`, `*`. */
  readonly requiresApproval?: readonly string[];
  /**
   * Operations that may be retried with exponential backoff. None of PostgreSQL's can: a lost answer does not say
   * whether the statement took effect. Naming one is therefore refused; an empty list is accepted.
   */
  readonly retryable?: readonly string[];
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
}

const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * @param operations method paths of the connector, without its name: `rows.insert`
 * @throws WrapOptionsError
 */
export function wrapSettings(options: WrapOptions, operations: readonly string[]): WrapSettings {
  const known = operations.map((operation) => `${options.connector}.${operation}`);
  const gated = new Set<string>();
  for (const path of listOf(options.requiresApproval, 'requiresApproval')) {
    const matched = known.filter((apiName) => pathMatches(path, apiName, options.connector));
    if (matched.length === 0) {
      throw new WrapOptionsError(
        `requiresApproval names '${path}'; ${options.connector} knows ${operations.join(', ')}`,
      );
    }
    for (const apiName of matched) gated.add(apiName);
  }
  const [retried] = listOf(options.retryable, 'retryable');
  if (retried !== undefined) {
    throw new WrapOptionsError(`retryable names '${retried}', but nothing of ${options.connector} is safe to repeat`);
  }
  return {
    pollIntervalMs: duration('pollIntervalMs', options.pollIntervalMs, 2000, 1000),
    timeoutMs: duration('timeoutMs', options.timeoutMs, 86_400_000, 5000),
    allowsUnreachable: allowsUnreachable(options.onUnavailable),
    requiresApproval: (apiName) => gated.has(apiName),
  };
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
