import type { WrapSettings } from '../asking/settings.js';
import { WrapOptionsError } from '../errors.js';
import type { ShippedName } from '../wire/shipped-registry.js';
import type { OperationType } from '../wire/wire.js';

/** Paths of a connector's operations, without its name. */
type PathsOf<C extends string> = ShippedName extends infer Name
  ? Name extends `${C}.${infer Path}`
    ? Path
    : never
  : never;

/**
 * The name of an operation in the options: `rows.delete`, `postgres.rows.delete`, `rows.*`, `*`. For a connector that
 * this package does not know, any text.
 */
export type OperationPath<C extends string = string> = string extends C
  ? string
  : [PathsOf<C>] extends [never]
    ? string
    : PathsOf<C> | `${C}.${PathsOf<C>}` | 'commands.send' | '*' | `${string}.*`;

/** Specification 4.9. */
export interface WrapOptions<C extends string = string> {
  /** Connector identifier, for example `postgres`. */
  readonly connector: C;
  /** Operations that need an approval before they run: `rows.delete`, `postgres.rows.delete`, `rows.*`, `*`. */
  readonly requiresApproval?: readonly OperationPath<C>[];
  /**
   * Operations that may be retried with exponential backoff if a failure says that nothing was done: 429, 503 with
   * Retry-After, a refused connection; more if the provider knows idempotency keys. None of PostgreSQL's can: naming
   * one is refused.
   */
  readonly retryable?: readonly string[];
  /** Reads are recorded as well, after they have run and without holding them up: all, or these method paths. */
  readonly logReads?: boolean | readonly string[];
  /** Places of payloads and answers that are recorded as `[redacted]`: `card.number`, `items.*.secret`. */
  readonly redact?: readonly string[];
  /**
   * For objects of no known kind: the types of their methods. A method that neither list names is an operation of type
   * EXECUTE.
   */
  readonly operations?: Readonly<Record<string, OperationType>>;
  /** For objects of no known kind: methods that change nothing. They pass, and their results are governed. */
  readonly reads?: readonly string[];
  /** For objects of no known kind: methods that only lead to other calls, each of which is asked for: `transaction`. */
  readonly through?: readonly string[];
  /** For objects of no known kind: methods that call their last argument with `(error, value)`. */
  readonly callbacks?: readonly string[];
  /** Milliseconds between two questions about an approval: at least 1000, default 2000. */
  readonly pollIntervalMs?: number;
  /** Milliseconds an approval is waited for: at least 5000, default 86400000 (a day). */
  readonly timeoutMs?: number;
  /**
   * Milliseconds that a call inside of a transaction of PostgreSQL or MySQL waits for an approval, while the transaction
   * holds its locks: at least 5000, default 30000. Then `ApprovalPendingError` is thrown and the transaction is rolled back.
   * A call whose connection was released or ended waits as long, and fails with `ApprovalTimeoutError`.
   */
  readonly holdLocksMs?: number;
  /**
   * Decides about a call that a person has to approve: `wait` (default) waits for `timeoutMs`; `throw` ends it with
   * `ApprovalPendingError`. The approval stays open, and {@link Session.resume} or {@link Session.once} go on after the
   * decision, in any process.
   */
  readonly pending?: 'wait' | 'throw';
  /**
   * Decides about calls while the service cannot be reached: `refuse` (default) throws `BackstopUnavailableError`;
   * `allow` runs them and records them afterwards as a violation. An answer of the service is always obeyed, and
   * operations in `requiresApproval` never run without one.
   */
  readonly onUnavailable?: 'refuse' | 'allow';
  /**
   * Decides about a writing call that has no name of its own among the connector's operations: `govern` (default) asks
   * for it as `<connector>.commands.send`; `pass` lets it through unasked and unrecorded.
   */
  readonly unknown?: 'govern' | 'pass';
}

const OPTION_NAMES: readonly (keyof WrapOptions)[] = [
  ...(['connector', 'requiresApproval', 'retryable', 'logReads', 'redact', 'operations', 'reads'] as const),
  ...(['through', 'callbacks'] as const),
  ...(['pollIntervalMs', 'timeoutMs', 'holdLocksMs', 'pending', 'onUnavailable', 'unknown'] as const),
];

const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * @param operations method paths of the connector, without its name: `rows.insert`
 * @throws WrapOptionsError
 */
export function wrapSettings(
  options: WrapOptions,
  operations: readonly string[],
  { byMethods = false, isOpen = false }: { readonly byMethods?: boolean; readonly isOpen?: boolean } = {},
): WrapSettings {
  checkNames(options, OPTION_NAMES, 'wrap()');
  const known = operations.map((operation) => `${options.connector}.${operation}`);
  const { connector } = options;
  const named = (option: 'requiresApproval' | 'retryable') => {
    const paths = listOf(options[option], option);
    const open = isOpen ? paths.filter((path) => /(^|\.)\*$/.test(path)) : [];
    const names = paths.flatMap((path) => (open.includes(path) ? [] : matched(path, known, option, connector)));
    const opens = open.map((path) => pathMatcher(path, connector));
    return (apiName: string) => names.includes(apiName) || opens.some((matches) => matches(apiName));
  };
  const [retried] = listOf(options.retryable, 'retryable');
  if (retried !== undefined && !byMethods) {
    throw new WrapOptionsError(`retryable names '${retried}', but nothing of ${options.connector} is safe to repeat`);
  }
  if (!byMethods && ((options.redact ?? []).length > 0 || (options.logReads ?? false) !== false)) {
    throw new WrapOptionsError(
      `redact and logReads are not for ${options.connector}, whose statements are recorded as rows`,
    );
  }
  const redacted = listOf(options.redact, 'redact').map((path) => path.split('.'));
  return {
    pollIntervalMs: duration('pollIntervalMs', options.pollIntervalMs, 2000, 1000),
    timeoutMs: duration('timeoutMs', options.timeoutMs, 86_400_000, 5000),
    holdLocksMs: duration('holdLocksMs', options.holdLocksMs, 30_000, 5000),
    throwsPending: throwsPending(options.pending),
    withdraws: true,
    allowsUnreachable: allowsUnreachable(options.onUnavailable),
    passesUnknown: passesUnknown(options, operations),
    requiresApproval: named('requiresApproval'),
    retries: named('retryable'),
    isRedacted: (path) => redacted.some((wanted) => samePlace(wanted, path)),
    logsReads: options.logReads !== undefined && options.logReads !== false,
    logsRead: readsNamed(options),
  };
}

function matched(path: string, known: readonly string[], option: string, connector: string): readonly string[] {
  const found = known.filter(pathMatcher(path, connector));
  if (found.length > 0) return found;
  const names = known.map((apiName) => apiName.slice(connector.length + 1));
  const [nearest] = closest(path.startsWith(`${connector}.`) ? path.slice(connector.length + 1) : path, names);
  const hint = nearest === undefined ? '' : `did you mean '${nearest}'? `;
  throw new WrapOptionsError(`${option} names '${path}'; ${hint}${connector} knows ${names.join(', ')}`);
}

function samePlace(wanted: readonly string[], path: readonly string[]): boolean {
  return wanted.length === path.length && wanted.every((name, index) => name === '*' || name === path[index]);
}

function readsNamed({ logReads = false, connector }: WrapOptions): (path: string) => boolean {
  if (typeof logReads === 'boolean') return () => logReads;
  const named = listOf(logReads, 'logReads').map((path) => pathMatcher(path, connector));
  return (path) => named.some((matches) => matches(`${connector}.${path}`));
}

/** `*` is one segment, a trailing `*` one or more; the connector's name may be left out. */
export function pathMatcher(path: string, connector: string): (apiName: string) => boolean {
  const full = path === '*' || path.startsWith(`${connector}.`) ? path : `${connector}.${path}`;
  const wanted = full.split('.');
  if (!wanted.includes('*')) return (apiName) => apiName === full;
  const open = wanted.at(-1) === '*';
  return (apiName) => {
    const actual = apiName.split('.');
    if (open ? actual.length < wanted.length : actual.length !== wanted.length) return false;
    return wanted.every((segment, index) => segment === '*' || segment === actual[index]);
  };
}

function allowsUnreachable(value: WrapOptions['onUnavailable']): boolean {
  if (value === undefined || value === 'refuse') return false;
  if (value === 'allow') return true;
  throw new WrapOptionsError(`onUnavailable must be 'refuse' or 'allow'`);
}

function throwsPending(value: WrapOptions['pending']): boolean {
  if (value === undefined || value === 'wait') return false;
  if (value === 'throw') return true;
  throw new WrapOptionsError(`pending must be 'wait' or 'throw'`);
}

function passesUnknown({ unknown, connector }: WrapOptions, operations: readonly string[]): boolean {
  if (unknown === undefined) return false;
  if (unknown !== 'govern' && unknown !== 'pass') throw new WrapOptionsError(`unknown must be 'govern' or 'pass'`);
  if (operations.includes('commands.send')) return unknown === 'pass';
  throw new WrapOptionsError(`unknown is not for ${connector}, which has no calls without a name`);
}

/** @throws WrapOptionsError for a name that is no option, with the one that was probably meant */
export function checkNames(options: object, names: readonly string[], subject: string): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const [nearest] = closest(unknown, names);
  const hint = nearest === undefined ? `it knows ${names.join(', ')}` : `did you mean '${nearest}'?`;
  throw new WrapOptionsError(`${subject} has no option '${unknown}'; ${hint}`);
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

/** Returns those of `names` that differ from `name` in a few letters at most, the most similar first. */
function closest(name: string, names: readonly string[]): readonly string[] {
  const farthest = Math.max(1, Math.floor(name.length / 4));
  return names
    .map((candidate) => ({ candidate, apart: editsBetween(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ apart }) => apart <= farthest)
    .sort((one, other) => one.apart - other.apart)
    .map(({ candidate }) => candidate);
}

/** Letters to add, to leave out or to replace. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let at = 1; at <= from.length; at += 1) {
    const next = [at];
    for (let index = 1; index <= to.length; index += 1) {
      const replaced = (row[index - 1] ?? 0) + (from[at - 1] === to[index - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
