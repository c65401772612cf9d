import { types } from 'node:util';
import { UngovernedCallError } from '../../errors.js';
import { isPlain } from '../../method-client/recording/recorded.js';
import { isReference } from '../../wrapping/reference.js';
import { joined } from './rules.js';
import type { AnyFunction, Origin, ViewRules } from './view-rules.js';

/** The view to which an object or a function belongs. */
interface OwnView {
  readonly rules: ViewRules;
  /** Returns the program's view of a member. */
  member(raw: object, key: PropertyKey, value: unknown, owner: object, origin: Origin): unknown;
  /** Returns a value that the program puts into the client. */
  taken(value: unknown, origin: Origin): unknown;
  unwrap(value: unknown): unknown;
  inherits(value: object, prototype: unknown): boolean;
}

/**
 * Answers everything from the client's own object, with that object as receiver, so that its internals never meet a
 * view. The target of the proxy is an empty shadow, so that no invariant is broken.
 */
export class ViewHandler implements ProxyHandler<object> {
  /** Replacements that the program made for methods: they stand before the gate, never behind it. */
  readonly #replaced = new Map<PropertyKey, unknown>();

  /** @param receiver of a method: the object it is called on, and the key under which it was found */
  constructor(
    private readonly view: OwnView,
    private readonly raw: object,
    private readonly origin: Origin,
    private readonly receiver?: object,
    private readonly key: PropertyKey | null = null,
  ) {}

  get(_: object, key: PropertyKey): unknown {
    if (this.#replaced.has(key)) return this.#replaced.get(key);
    return this.view.member(this.raw, key, Reflect.get(this.raw, key, this.raw), this, this.origin);
  }

  set(_: object, key: PropertyKey, value: unknown): boolean {
    const { raw, origin } = this;
    if (typeof value === 'function' && typeof Reflect.get(raw, key) === 'function' && !isPlain(raw)) {
      if (this.view.member(raw, key, Reflect.get(raw, key), this, origin) === value) this.#replaced.delete(key);
      else this.#replaced.set(key, value);
      return true;
    }
    this.#refuseAccessor(key);
    return Reflect.set(raw, key, this.view.taken(value, origin), raw);
  }

  #refuseAccessor(key: PropertyKey): void {
    const path = joined(this.origin.path, key);
    if (!runsCode(this.raw, key) || this.view.rules.mayRun(path, this.origin.scope)) return;
    throw new UngovernedCallError(
      `${this.view.rules.connector}.${path} runs code of the client when it is set, and setting cannot wait for an ` +
        `answer: name '${path}' in reads if that changes nothing but the client itself.`,
    );
  }

  has(_: object, key: PropertyKey): boolean {
    return Reflect.has(this.raw, key);
  }

  deleteProperty(_: object, key: PropertyKey): boolean {
    if (this.origin.read) this.origin.read.isChanged = true;
    return this.#replaced.delete(key) || Reflect.deleteProperty(this.raw, key);
  }

  ownKeys(): (string | symbol)[] {
    return Reflect.ownKeys(this.raw);
  }

  getPrototypeOf(): object | null {
    return Reflect.getPrototypeOf(this.raw);
  }

  setPrototypeOf(_: object, prototype: object | null): boolean {
    return Reflect.setPrototypeOf(this.raw, prototype);
  }

  preventExtensions(): boolean {
    return false;
  }

  defineProperty(_: object, key: PropertyKey, descriptor: PropertyDescriptor): boolean {
    this.#refuseAccessor(key);
    const value = 'value' in descriptor ? { value: this.view.taken(descriptor.value, this.origin) } : {};
    return Reflect.defineProperty(this.raw, key, { ...descriptor, ...value, configurable: true });
  }

  getOwnPropertyDescriptor(target: object, key: PropertyKey): PropertyDescriptor | undefined {
    const descriptor = Reflect.getOwnPropertyDescriptor(this.raw, key);
    if (!descriptor) return undefined;
    if (key === 'length' && Array.isArray(target)) return descriptor;
    // The shadow has no such property, so it may only be shown as configurable.
    if ('value' in descriptor) return { ...descriptor, value: this.get(target, key), configurable: true };
    const { enumerable } = descriptor;
    const get = () => this.get(target, key);
    const set = descriptor.set && ((value: unknown) => void this.set(target, key, value));
    return { enumerable, configurable: true, get, set } as PropertyDescriptor;
  }

  apply(_: object, self: unknown, args: unknown[]): unknown {
    const other = this.view.unwrap(self);
    // A method that is taken from its object, as in `const { send } = client`, keeps it.
    const receiver = this.key === null || other !== self ? other : this.receiver;
    if (!this.#isOfSubclass(self)) return this.view.rules.call(this.#called(args, receiver));
    return this.view.rules.call({ ...this.#called(args, self), isInner: true });
  }

  /** The client's own `this` in a class of the program that extends a governed class. */
  #isOfSubclass(self: unknown): boolean {
    const { receiver: holder, view } = this;
    if (!isReference(self) || holder === undefined || view.unwrap(self) !== self) return false;
    return Object.hasOwn(holder, 'constructor') && view.inherits(self, holder);
  }

  construct(_: object, args: unknown[], made: object): object {
    const own = this.view.unwrap(made) as AnyFunction;
    return this.view.rules.call({ ...this.#called(args, undefined), made: own }) as object;
  }

  #called(args: readonly unknown[], receiver: unknown) {
    return { method: this.raw as AnyFunction, receiver, origin: this.origin, key: this.key, args };
  }
}

/** Tells whether setting a member is a call of the client: it has an accessor, or the object is a proxy itself. */
function runsCode(raw: object, key: PropertyKey): boolean {
  for (let level: object | null = raw; level; level = Reflect.getPrototypeOf(level)) {
    if (types.isProxy(level)) return true;
    if (level === Object.prototype) return false;
    const descriptor = Reflect.getOwnPropertyDescriptor(level, key);
    if (descriptor) return !('value' in descriptor);
  }
  return false;
}
