import { UngovernedCallError } from '../errors.js';
import { hasInternalSlots } from './internal-slots.js';
import { isReference } from './reference.js';

/** The rule for one member of a governed object. A member without a rule passes through. */
export type MemberRule =
  /** Calls come here instead, with unwrapped arguments; the result goes to the caller unchanged. */
  | { readonly kind: 'call'; call(args: unknown[]): unknown }
  /** The object behind the member is governed as well. */
  | { readonly kind: 'descend' }
  /** Functions among the arguments are handed proxies where the raw object would hand them governed objects. */
  | { readonly kind: 'listener' }
  /** The application's own function: it runs as it is, on the governed object. */
  | { readonly kind: 'own' }
  /** A class: the caller gets each new object as `govern` returns it. */
  | { readonly kind: 'class'; govern(made: object): object }
  /** A way round the gate. */
  | { readonly kind: 'refuse'; readonly reason: string };

export interface MembraneRules {
  /** Objects that never leave the membrane raw: results and listener arguments are wrapped when this holds. */
  governs(value: object): boolean;
  member(target: object, key: PropertyKey, value: unknown): MemberRule | undefined;
  /** Tells whether the members of a function are governed as well. */
  hasMembers?(target: object): boolean;
}

type AnyFunction = (...args: unknown[]) => unknown;

const INSPECT = Symbol.for('nodejs.util.inspect.custom');
const PROXIES = Symbol.for('@backstop/sdk/proxies');

/** The proxies of every copy of this package in the process: it may be imported and required. */
const shared = globalThis as { [PROXIES]?: WeakSet<object> };
shared[PROXIES] ??= new WeakSet();
const proxies = shared[PROXIES];

/** Registers a proxy as one of this package, and returns it. */
export function markWrapped<T extends object>(proxy: T): T {
  proxies.add(proxy);
  return proxy;
}

export function isMembraneProxy(value: object): boolean {
  return proxies.has(value);
}

/**
 * Makes proxies over shadow targets: everything is answered from the raw object, read with the raw object as receiver
 * and called with raw `this`, so that a client's internals never meet a proxy. There is one proxy for each raw object.
 */
export class Membrane {
  readonly #proxyOf = new WeakMap<object, object>();
  readonly #rawOf = new WeakMap<object, object>();
  readonly #functions = new WeakMap<AnyFunction, AnyFunction>();
  readonly #calls = new WeakMap<object, Map<PropertyKey, { original: AnyFunction; governed: AnyFunction }>>();
  readonly #listeners = new WeakMap<AnyFunction, AnyFunction>();
  readonly #listening = new WeakMap<AnyFunction, AnyFunction>();
  /** Replacements that a user of the proxy made for governed calls: they stand before the gate, never behind it. */
  readonly #replaced = new WeakMap<object, Map<PropertyKey, unknown>>();

  constructor(private readonly rules: MembraneRules) {}

  wrap<T extends object>(raw: T): T {
    const known = this.#proxyOf.get(raw);
    if (known) return known as T;
    const proxy = new Proxy(shadowOf(raw), this.#handler(raw));
    this.#proxyOf.set(raw, proxy);
    this.#rawOf.set(proxy, raw);
    proxies.add(proxy);
    return proxy as T;
  }

  unwrap(value: unknown): unknown {
    return isReference(value) ? (this.#rawOf.get(value) ?? value) : value;
  }

  /** The outside's view of a value from the inside. */
  present(value: unknown): unknown {
    if (!isReference(value)) return value;
    return this.#proxyOf.get(value) ?? (this.rules.governs(value) && !isOpaque(value) ? this.wrap(value) : value);
  }

  #handler(raw: object): ProxyHandler<object> {
    return {
      get: (_, key) => this.#replacement(raw, key) ?? this.#read(raw, key, Reflect.get(raw, key, raw)),
      set: (_, key, value) => this.#replace(raw, key, value) || Reflect.set(raw, key, this.unwrap(value), raw),
      has: (_, key) => Reflect.has(raw, key),
      deleteProperty: (_, key) => this.#replaced.get(raw)?.delete(key) || Reflect.deleteProperty(raw, key),
      ownKeys: () => Reflect.ownKeys(raw),
      getPrototypeOf: () => Reflect.getPrototypeOf(raw),
      setPrototypeOf: (_, prototype) => Reflect.setPrototypeOf(raw, prototype),
      preventExtensions: () => false,
      defineProperty: (_, key, descriptor) => {
        if (this.#replace(raw, key, descriptor.value)) return true;
        const value = 'value' in descriptor ? { value: this.unwrap(descriptor.value) } : {};
        return Reflect.defineProperty(raw, key, { ...descriptor, ...value, configurable: true });
      },
      getOwnPropertyDescriptor: (_, key) => {
        const descriptor = Reflect.getOwnPropertyDescriptor(raw, key);
        if (!descriptor) return undefined;
        if (key === 'length' && Array.isArray(raw)) return descriptor;
        // The shadow has no such property, so it may only be shown as configurable.
        if (!('value' in descriptor)) return { ...descriptor, configurable: true };
        return { ...descriptor, value: this.#read(raw, key, descriptor.value), configurable: true };
      },
    };
  }

  #replacement(raw: object, key: PropertyKey): unknown {
    return this.#replaced.get(raw)?.get(key);
  }

  #replace(raw: object, key: PropertyKey, value: unknown): boolean {
    if (typeof value !== 'function' || this.rules.member(raw, key, value)?.kind !== 'call') return false;
    const replaced = this.#replaced.get(raw) ?? new Map<PropertyKey, unknown>();
    this.#replaced.set(raw, replaced);
    if (this.#calls.get(raw)?.get(key)?.governed === value) replaced.delete(key);
    else replaced.set(key, value);
    return true;
  }

  #read(raw: object, key: PropertyKey, value: unknown): unknown {
    const rule = this.rules.member(raw, key, value);
    if (rule?.kind === 'descend' && isReference(value)) {
      return this.#proxyOf.get(value) ?? (isOpaque(value) ? value : this.wrap(value));
    }
    if (typeof value !== 'function') return this.present(value);
    if (key === 'constructor' && isOfTheLanguage(value as AnyFunction)) return value;
    if (rule) return this.#ruled(raw, key, value as AnyFunction, rule);
    // The callbacks of an array's method must receive the proxies.
    if (Array.isArray(raw) && value === Reflect.get(Array.prototype, key)) return value;
    return this.#passing(value as AnyFunction);
  }

  #ruled(raw: object, key: PropertyKey, original: AnyFunction, rule: MemberRule): AnyFunction {
    const calls = this.#calls.get(raw) ?? new Map<PropertyKey, { original: AnyFunction; governed: AnyFunction }>();
    this.#calls.set(raw, calls);
    const known = calls.get(key);
    if (known?.original === original) return known.governed;
    const governed: AnyFunction = new Proxy(original, {
      ...this.#membersOf(original),
      ...(rule.kind === 'class' && {
        construct: (_, args: unknown[], made) => {
          const unwrapped = args.map((arg) => this.unwrap(arg));
          return rule.govern(Reflect.construct(original, unwrapped, made === governed ? original : made));
        },
      }),
      apply: (_, __, args: unknown[]) => {
        const unwrapped = args.map((arg) => this.unwrap(arg));
        if (rule.kind === 'call') return rule.call(unwrapped);
        if (rule.kind === 'class') return this.#madeBy(rule.govern, Reflect.apply(original, raw, unwrapped));
        if (rule.kind === 'refuse') throw new UngovernedCallError(rule.reason);
        if (rule.kind === 'own') return Reflect.apply(original, this.wrap(raw), args);
        const listened = unwrapped.map((arg) => this.#listener(arg));
        return this.#listened(Reflect.apply(original, raw, listened));
      },
    });
    calls.set(key, { original, governed });
    return governed;
  }

  /** Governs an object that a class made without `new`, as old classes allow. */
  #madeBy(govern: (made: object) => object, made: unknown): unknown {
    return isReference(made) && !isOpaque(made) ? govern(made) : made;
  }

  #passing(original: AnyFunction): AnyFunction {
    const known = this.#functions.get(original);
    if (known) return known;
    const passing: AnyFunction = new Proxy(original, {
      ...this.#membersOf(original),
      apply: (target, self, args: unknown[]) =>
        this.present(
          Reflect.apply(
            target,
            this.unwrap(self),
            args.map((arg) => this.unwrap(arg)),
          ),
        ),
      construct: (target, args: unknown[], made) => {
        const unwrapped = args.map((arg) => this.unwrap(arg));
        return this.present(Reflect.construct(target, unwrapped, made === passing ? target : made)) as object;
      },
    });
    this.#functions.set(original, passing);
    this.#rawOf.set(passing, original);
    return passing;
  }

  /** Returns a handler that governs the function's members with a rule; the others stay unchanged. */
  #membersOf(original: AnyFunction): ProxyHandler<AnyFunction> {
    return {
      get: (_, key) => {
        const value: unknown = Reflect.get(original, key, original);
        if (!this.rules.hasMembers?.(original)) return value;
        return this.rules.member(original, key, value) ? this.#read(original, key, value) : value;
      },
    };
  }

  #listener(value: unknown): unknown {
    if (typeof value !== 'function') return value;
    const listener = value as AnyFunction;
    const known = this.#listeners.get(listener);
    if (known) return known;
    const membrane = this;
    const presenting = function (this: unknown, ...args: unknown[]) {
      return Reflect.apply(
        listener,
        membrane.present(this),
        args.map((arg) => membrane.present(arg)),
      );
    };
    this.#listeners.set(listener, presenting);
    this.#listening.set(presenting, listener);
    return presenting;
  }

  /** Returns the result of an EventEmitter's method, with the listeners that it was given. */
  #listened(value: unknown): unknown {
    if (!Array.isArray(value)) return this.present(value);
    return value.map((one) => this.#listening.get(one) ?? one);
  }
}

/** Returns the shadow target: `console.log` reads the target behind a proxy, and does not ask the proxy. */
function shadowOf(raw: object): object {
  const value = () => raw;
  return Object.defineProperty(Array.isArray(raw) ? [] : {}, INSPECT, { value, configurable: true });
}

/** `Object`, `Array` and the like make nothing that is governed. */
function isOfTheLanguage(value: AnyFunction): boolean {
  return Function.prototype.toString.call(value).endsWith('{ [native code] }');
}

/** Values with internal slots, which a proxy would break, and those that carry no calls. */
function isOpaque(value: object): boolean {
  return hasInternalSlots(value) || value instanceof Error;
}
