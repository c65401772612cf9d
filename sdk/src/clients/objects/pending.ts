import { UngovernedCallError } from '../../errors.js';
import type { GroupStep } from './group.js';
import { isStarted, isThenable } from './values.js';

/** The operations on the client that the results of waiting calls need. */
export interface Continuing {
  /** A further call on the result of `step`: of the member behind `names`, or a value of it. */
  proceed(step: GroupStep, names: readonly PropertyKey[], kind: Further, args: readonly unknown[]): GroupStep;
  /** Asks for the value of an object that begins its work with that. */
  awaitValue(step: GroupStep): Promise<unknown>;
  /** Iterates over the result. */
  iterate(step: GroupStep): AsyncIterator<unknown>;
  present(value: unknown, path: string): unknown;
  readonly connector: string;
}

export type Further = 'call' | 'construct' | 'get' | 'set';

const steps = new WeakMap<object, GroupStep>();

/** Returns the call whose result this value stands for; undefined for any other value. */
export function stepOf(value: unknown): GroupStep | undefined {
  return typeof value === 'object' && value !== null ? steps.get(value) : undefined;
}

/**
 * The result of a call that has yet to be asked for: a promise of it, on which the program can already make the next
 * call, as a builder is used.
 */
export function pendingResult(step: GroupStep, client: Continuing): object {
  const target = Object.create(Promise.prototype) as object;
  const proxy = new Proxy(target, {
    get: (_, key) => {
      const own = promised(step, client, key);
      if (own !== undefined) return own;
      if (key === 'constructor') return Promise;
      return isOwnOfNothing(key) ? undefined : pendingMember(step, [key], client);
    },
    set: (_, key, value) => {
      client.proceed(step, [key], 'set', [value]);
      return true;
    },
    has: (_, key) => key in Promise.prototype,
    defineProperty: () => false,
  });
  steps.set(proxy, step);
  return proxy;
}

/** A member of such a result, which can be called and is a promise of its value. */
function pendingMember(step: GroupStep, names: readonly PropertyKey[], client: Continuing): object {
  const target = Function.prototype.bind.call(() => undefined, null);
  const value = () => pendingResult(client.proceed(step, names, 'get', []), client);
  return new Proxy(target, {
    get: (_, key) => {
      if (key === 'then' || key === 'catch' || key === 'finally') return Reflect.get(value(), key);
      if (key === Symbol.asyncIterator || key === Symbol.iterator || key === Symbol.toPrimitive) {
        return promised(step, client, key);
      }
      if (typeof key === 'symbol' || key === 'toJSON') return undefined;
      return pendingMember(step, [...names, key], client);
    },
    apply: (_, __, args: unknown[]) => pendingResult(client.proceed(step, names, 'call', args), client),
    construct: (_, args: unknown[]) => pendingResult(client.proceed(step, names, 'construct', args), client),
    set: (_, key, value) => {
      client.proceed(step, [...names, key], 'set', [value]);
      return true;
    },
  });
}

function promised(step: GroupStep, client: Continuing, key: PropertyKey): unknown {
  switch (key) {
    case 'then':
      return (...handlers: [never, never]) => settledValue(step, client).then(...handlers);
    case 'catch':
      return (handler: never) => settledValue(step, client).catch(handler);
    case 'finally':
      return (handler: never) => settledValue(step, client).finally(handler);
    case Symbol.toStringTag:
      return 'Promise';
    case Symbol.asyncIterator:
      return () => client.iterate(step);
    case Symbol.iterator:
    case Symbol.toPrimitive:
      return () => {
        throw needsWait(`${client.connector}.${step.path}`, step.path);
      };
    default:
      return undefined;
  }
}

/** The refusal of a call whose answer the language needs at once. */
export function needsWait(apiName: string, path: string): UngovernedCallError {
  return new UngovernedCallError(
    `The call ${apiName} answers a promise, because it is asked for first: await it, ` +
      `or name '${path}' in reads if it changes nothing.`,
  );
}

function settledValue(step: GroupStep, client: Continuing): Promise<unknown> {
  step.isObserved = true;
  if (step.state === 'waiting') {
    step.isWanted = true;
    step.group.begin();
  } else if (step.state === 'ran' && step.outcome === null && isThenable(step.value)) {
    const { value, path } = step;
    step.outcome = isStarted(value) ? value.then((given) => given) : client.awaitValue(step);
    step.end(isStarted(value) ? step.outcome.then((given) => client.present(given, path)) : step.outcome);
  }
  return step.done.promise;
}

/** Members that the language asks everything for, and that would be taken for an answer. */
function isOwnOfNothing(key: PropertyKey): boolean {
  return typeof key === 'symbol' || key === 'toJSON' || key === 'asymmetricMatch' || key === '$$typeof';
}
