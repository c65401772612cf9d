import { UngovernedCallError } from '../../errors.js';
import { isPlain } from '../../method-client/recording/recorded.js';
import { isReference } from '../../wrapping/reference.js';
import { isClass } from '../members.js';
import { replaced, Stand } from './arguments.js';
import { isIteration, isOfCollection, languageMember } from './language.js';
import { stepOf } from './pending.js';
import { joined } from './rules.js';
import { currentScope } from './scope.js';
import { copyOf, isData, isLazy, isOpaque, isPlainPromise, isSink } from './values.js';
import { ViewHandler } from './view-handler.js';
import type { AnyFunction, Origin, ViewRules } from './view-rules.js';

/** Methods of a Map or a Set that change it. */
const CHANGES = new Set(['set', 'add', 'delete', 'clear']);
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/**
 * The program's view of a client: each object and each function of it is seen through a proxy that leads calls to the
 * rules, whichever call returned it. Data is copied.
 */
export class View {
  readonly #views = new WeakMap<object, object>();
  readonly #raws = new WeakMap<object, object>();
  readonly #methods = new WeakMap<object, Map<PropertyKey, { original: AnyFunction; view: AnyFunction }>>();
  readonly #callbacks = new WeakMap<AnyFunction, AnyFunction>();
  readonly #given = new WeakSet<object>();

  constructor(readonly rules: ViewRules) {}

  /** Returns the program's view of a value of the client. @param isFresh a call has returned it: data is copied */
  present(value: unknown, origin: Origin, isFresh = false): unknown {
    if (!isReference(value)) return value;
    const known = this.#known(value, origin);
    if (known) return known;
    if (this.#raws.has(value)) return value;
    if (isOpaque(value) && (origin.by === 'call' || !isSink(value, origin.by !== 'read'))) return value;
    // The program's own object, unless the client has given it methods.
    if (this.#given.has(value) && isData(value)) return value;
    if (origin.scope?.isOpen && isData(value)) return value;
    if (isFresh && isPlainPromise(value)) return value.then((given) => this.present(given, origin, true));
    if (isFresh && isData(value)) return copyOf(value);
    return this.#view(value, origin);
  }

  #known(value: object, { scope }: Origin): object | undefined {
    const own = scope?.isOpen ? scope.views?.get(value) : this.#views.get(value);
    return own ?? (typeof value === 'function' ? this.#raws.get(value) : undefined);
  }

  #viewsOf({ scope }: Origin): WeakMap<object, object> {
    if (!scope?.isOpen) return this.#views;
    scope.views ??= new WeakMap();
    return scope.views;
  }

  #view(raw: object, origin: Origin): object {
    const handler = new ViewHandler(this, raw, origin);
    const view = new Proxy(shadowOf(raw), handler) as object;
    this.#viewsOf(origin).set(raw, view);
    this.#raws.set(view, raw);
    return view;
  }

  /** Returns the program's view of a member. */
  member(raw: object, key: PropertyKey, value: unknown, owner: object, origin: Origin): unknown {
    if (!isReference(value)) return value;
    if (typeof value !== 'function') return this.#known(value, origin) ?? this.present(value, within(origin, key));
    const own = this.#raws.get(value) as AnyFunction | undefined;
    const seen = own ? undefined : this.#methods.get(owner)?.get(key);
    if (seen?.original === value) return seen.view;
    // The program's own function, which the client has kept.
    if (own && this.#callbacks.has(own)) return own;
    // Methods of an array make their result with it, at once.
    if (key === Symbol.species && isListClass(raw)) return value;
    // A class that extends a governed one inherits views of methods.
    const method = own ?? (value as AnyFunction);
    if (key === Symbol.hasInstance && typeof raw === 'function') return this.#hasInstance(raw as AnyFunction);
    const kind = languageMember(raw, key, method);
    if (kind === 'on-view') return method;
    const methods = this.#methodsOf(owner);
    const known = methods.get(key);
    if (known?.original === method) return known.view;
    const presented =
      kind === null
        ? this.#method(method, raw, key, within(origin, key), origin)
        : this.#ofLanguage(method, raw, kind, origin);
    methods.set(key, { original: method, view: presented });
    return presented;
  }

  #hasInstance(raw: AnyFunction): AnyFunction {
    const view = this;
    return function (this: unknown, made) {
      if (view.unwrap(this) !== raw) return Function.prototype[Symbol.hasInstance].call(this as AnyFunction, made);
      return isReference(made) && view.inherits(view.unwrap(made) as object, raw.prototype);
    };
  }

  /** Tells whether an object has another one, or the program's view of it, among its prototypes. */
  inherits(value: object, prototype: unknown): boolean {
    for (let level = Reflect.getPrototypeOf(value); level; level = Reflect.getPrototypeOf(level))
      if (this.unwrap(level) === prototype) return true;
    return false;
  }

  #methodsOf(owner: object) {
    const methods = this.#methods.get(owner) ?? new Map<PropertyKey, { original: AnyFunction; view: AnyFunction }>();
    this.#methods.set(owner, methods);
    return methods;
  }

  #method(method: AnyFunction, raw: object, key: PropertyKey, inner: Origin, origin: Origin): AnyFunction {
    if (isIteration(raw, key) && (hasBegun(origin) || isOfCollection(raw)))
      return this.#iteration(method, raw, key, origin);
    if (key === 'then' && isLazy(raw)) return this.#lazyThen(raw, origin);
    const view = new Proxy(shadowOf(method), new ViewHandler(this, method, inner, raw, key)) as AnyFunction;
    this.#raws.set(view, method);
    return view;
  }

  #ofLanguage(method: AnyFunction, raw: object, kind: 'listener' | 'promise' | 'passes', origin: Origin): AnyFunction {
    if (kind === 'promise') {
      const presenting = (handler: unknown) =>
        typeof handler === 'function' ? (value: unknown) => handler(this.present(value, origin, true)) : handler;
      return (...handlers) => Reflect.apply(method, raw, handlers.map(presenting));
    }
    return (...args) => {
      if (origin.read && CHANGES.has(method.name)) origin.read.isChanged = true;
      const value = Reflect.apply(method, raw, this.given(args, origin));
      if (Array.isArray(value) && kind === 'listener')
        return value.map((one) => this.#raws.get(one) ?? this.present(one, origin));
      return this.present(value, origin);
    };
  }

  /** Iterating over the result of a call belongs to the call. */
  #iteration(method: AnyFunction, raw: object, key: PropertyKey, origin: Origin): AnyFunction {
    const result = (given: unknown) => {
      if (!isReference(given) || typeof key === 'symbol') return this.present(given, origin);
      const { done, value } = given as IteratorResult<unknown>;
      return { done, value: this.present(value, origin, true) };
    };
    return (...args) => {
      const given = Reflect.apply(method, raw, this.given(args, origin));
      return isPlainPromise(Object(given)) ? (given as Promise<unknown>).then(result) : result(given);
    };
  }

  #lazyThen(raw: PromiseLike<unknown>, origin: Origin): AnyFunction {
    return (...handlers) => {
      const isFree = origin.scope?.isOpen || (origin.by === 'read' && !origin.read?.isChanged);
      const settled = isFree
        ? new Promise((resolve, reject) => raw.then((value) => resolve(this.present(value, origin, true)), reject))
        : this.rules.awaitValue(raw, origin);
      return settled.then(...(handlers as [never, never]));
    };
  }

  unwrap(value: unknown): unknown {
    return isReference(value) ? (this.#raws.get(value) ?? value) : value;
  }

  /** Returns the program's arguments as they are recorded: with a `Stand` for each value of the client. */
  labelled(args: readonly unknown[], used: (step: NonNullable<ReturnType<typeof stepOf>>) => void): readonly unknown[] {
    const label = (value: unknown) => {
      const step = stepOf(value);
      if (step) {
        used(step);
        return new Stand(`result of ${this.rules.connector}.${step.path}`, () => step.value);
      }
      const raw = isReference(value) ? this.#raws.get(value) : undefined;
      if (raw === undefined) return value;
      if (typeof raw === 'function' && this.#callbacks.has(raw as AnyFunction)) return value;
      return new Stand(nameOf(raw), () => raw);
    };
    return args.map((arg) => {
      this.#give(arg);
      return replaced(arg, label);
    });
  }

  /** Arguments as the client takes them: its own objects, and functions that are handed views. */
  given(args: readonly unknown[], origin: Origin): readonly unknown[] {
    const give = (value: unknown) => {
      if (value instanceof Stand) return value.value();
      const raw = this.unwrap(value);
      if (raw !== value || typeof value !== 'function') return raw;
      return this.callback(value as AnyFunction, origin);
    };
    return args.map((arg) => replaced(arg, give));
  }

  /** A function of the program, as the client calls it. */
  callback(own: AnyFunction, origin: Origin): AnyFunction {
    if (isClass(own) || isOfTheLanguage(own)) return own;
    const known = this.#callbacks.get(own);
    if (known) return known;
    const from = (): Origin => {
      const scope = currentScope();
      return scope ? { path: scope.path, by: 'call', scope } : { ...origin, scope: null };
    };
    const callback: AnyFunction = new Proxy(own, {
      apply: (_, self, args: unknown[]) => {
        const here = from();
        const seen = args.map((arg) => (isData(arg) ? arg : this.present(arg, here)));
        return this.back(Reflect.apply(own, this.present(self, here), seen), origin);
      },
    });
    this.#callbacks.set(own, callback);
    this.#raws.set(callback, own);
    return callback;
  }

  /** Returns the result of a program's function in the form that the client takes. */
  back(value: unknown, origin: Origin): unknown {
    const isPromised = stepOf(value) !== undefined || (isReference(value) && isPlainPromise(value));
    if (isPromised) return Promise.resolve(value).then((given) => this.back(given, origin));
    return this.given([value], origin)[0];
  }

  #give(value: unknown, depth = 0): void {
    if (typeof value !== 'object' || value === null || depth > 4 || this.#raws.has(value) || stepOf(value)) return;
    if (this.#given.has(value) || !(Array.isArray(value) || isPlain(value))) return;
    this.#given.add(value);
    for (const key of Object.keys(value)) {
      const descriptor = Reflect.getOwnPropertyDescriptor(value, key);
      this.#give(descriptor?.value, depth + 1);
    }
  }

  /** A value that the program puts into the client. */
  taken(value: unknown, origin: Origin): unknown {
    if (origin.read) origin.read.isChanged = true;
    this.#give(value);
    const step = stepOf(value);
    if (step)
      throw new UngovernedCallError(
        `The result of ${this.rules.connector}.${step.path} is set before it is there: await it first.`,
      );
    return this.given([value], origin)[0];
  }
}

/** Tells whether a call that was asked for, or a read, has handed it out: iterating over it belongs to that call. */
/** The origin of a member of what has this origin. */
const within = (origin: Origin, key: PropertyKey): Origin => ({ ...origin, path: joined(origin.path, key) });

function hasBegun({ by, scope }: Origin): boolean {
  return by === 'call' || by === 'read' || scope?.isOpen === true;
}

/** Returns the shadow target: `console.log` reads the target behind a proxy, and does not ask the proxy. */
function shadowOf(raw: object): object {
  // A bound function can be called and made, and has no fixed members.
  if (typeof raw === 'function') return Function.prototype.bind.call(function shadow() {}, null);
  const value = () => raw;
  return Object.defineProperty(Array.isArray(raw) ? [] : {}, INSPECT, { value, configurable: true });
}

function isListClass(value: object): boolean {
  const prototype: unknown = Reflect.get(value, 'prototype');
  return isReference(prototype) && (Array.isArray(prototype) || isListClass(Object.getPrototypeOf(value)));
}

function nameOf(value: object): string {
  if (typeof value === 'function') return value.name || 'function';
  const kind: unknown = Reflect.get(value, 'constructor');
  return typeof kind === 'function' && kind.name !== '' ? kind.name : 'Object';
}

/** `String`, `Date` and the like, which stand for themselves in a schema. */
function isOfTheLanguage(value: AnyFunction): boolean {
  return Object.values(Object.getOwnPropertyDescriptors(globalThis)).some((global) => global.value === value);
}
