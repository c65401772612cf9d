import { answer } from '../answer.js';
import { UngovernedCallError } from '../errors.js';
import type { Gate } from '../gate.js';
import { type MemberRule, Membrane } from '../membrane.js';
import type { WrapSettings } from '../options.js';
import { CallbackStyle } from './callback-style.js';
import { type GovernedCall, governedCall } from './governed-call.js';
import { InFlight } from './in-flight.js';
import type { Member, Place, Way } from './place.js';

type Method = (...args: unknown[]) => unknown;
type Callback = (error: unknown, value?: never) => void;

/** A client that is called by methods: which of its members are governed, and what becomes of a call of one. */
export class Governor {
  readonly #places = new WeakMap<object, Place>();
  readonly #rules = new WeakMap<object, Map<PropertyKey, { method: unknown; rule: MemberRule | undefined }>>();
  readonly #inFlight = new InFlight();
  readonly #membrane = new Membrane({
    governs: (value) => typeof value === 'object' && this.#places.has(value),
    hasMembers: (target) => this.#places.has(target),
    member: (target, key, value) => this.#rule(target, key, value),
  });

  constructor(
    private readonly gate: Gate,
    private readonly settings: WrapSettings,
  ) {}

  govern<T extends object>(client: T, place: Place): T {
    this.#places.set(client, place);
    return this.#membrane.wrap(client);
  }

  #rule(target: object, key: PropertyKey, value: unknown): MemberRule | undefined {
    const member = this.#places.get(target)?.member(key, value);
    if (!member) return undefined;
    if (member.place && isObject(value) && !this.#places.has(value)) this.#places.set(value, member.place);
    if (typeof value !== 'function') return member.place ? { kind: 'descend' } : undefined;
    const rules = this.#rules.get(target) ?? new Map<PropertyKey, { method: unknown; rule: MemberRule | undefined }>();
    this.#rules.set(target, rules);
    const known = rules.get(key);
    if (known?.method === value) return known.rule;
    const rule = this.#ruleOf(target, value as Method, member);
    rules.set(key, { method: value, rule });
    return rule;
  }

  #ruleOf(target: object, method: Method, { way }: Member): MemberRule | undefined {
    if (way === undefined) return undefined;
    if (way.kind === 'listener') return { kind: 'listener' };
    const call: Method = (...args) => Reflect.apply(method, target, args);
    return { kind: 'call', call: (args) => this.#call(way, call, args) };
  }

  #call(way: Way, call: Method, args: readonly unknown[]): unknown {
    switch (way.kind) {
      case 'operation':
        return this.#governed(way, call, args);
      case 'route': {
        const found = way.route(args);
        return found ? this.#call(found, call, args) : this.#membrane.present(call(...args));
      }
      case 'gives':
        return this.#given(call(...args), way.place);
      case 'end':
        return this.#end(call, args);
      case 'refuse':
        throw new UngovernedCallError(way.reason);
      case 'read':
      case 'listener':
        return this.#membrane.present(call(...args));
      default:
        return way satisfies never;
    }
  }

  #governed({ operation, signature }: Way & { kind: 'operation' }, call: Method, args: readonly unknown[]): unknown {
    const last = args.at(-1);
    const isCallback = signature.callback !== undefined && typeof last === 'function';
    const own = (permitted: readonly unknown[]) => call(...permitted);
    const governed: GovernedCall = { operation, signature, args: isCallback ? args.slice(0, -1) : args, call: own };
    if (!isCallback) return this.#start(governed);
    if (signature.callback === 'instead') return answer(last as Callback, this.#start(governed));
    const style = new CallbackStyle(last as Method);
    const started = this.#start({ ...governed, call: (permitted) => style.run(own, permitted) });
    // Who has given a callback may not look at the promise.
    started.then(
      (value) => style.succeed(value),
      (error) => style.fail(error),
    );
    return started;
  }

  #start(call: GovernedCall): Promise<unknown> {
    return this.#inFlight.track(governedCall(call, this.gate, this.settings));
  }

  #given(value: unknown, place: Place): unknown {
    if (isObject(value) && !this.#places.has(value) && place.admits?.(value) !== false) this.#places.set(value, place);
    return this.#membrane.present(value);
  }

  /** Nothing in flight: it ends at once, as it does by itself. */
  #end(call: Method, args: readonly unknown[]): unknown {
    if (this.#inFlight.isIdle) return call(...args);
    const last = args.at(-1);
    const callback = typeof last === 'function' ? (last as Callback) : null;
    const ended = this.#inFlight.idle().then(() => call(...args));
    return callback ? undefined : ended;
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
