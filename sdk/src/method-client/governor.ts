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
    governs: (value) => typeof value === 'object' && (this.#places.has(value) || this.#isOfKind(value)),
    hasMembers: (target) => this.#places.has(target),
    member: (target, key, value) => this.#rule(target, key, value),
  });

  constructor(
    private readonly gate: Gate,
    private readonly settings: WrapSettings,
    private readonly kindOf: (value: object) => Place | null = () => null,
  ) {}

  govern<T extends object>(client: T, place: Place): T {
    this.#places.set(client, place);
    return this.#membrane.wrap(client);
  }

  #isOfKind(value: object): boolean {
    const place = this.kindOf(value);
    if (place) this.#places.set(value, place);
    return place !== null;
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
      case 'hands':
        return this.#handed(way, call, args);
      case 'end':
        return this.#end(call, args, way.calls ?? this.#inFlight);
      case 'refuse':
        throw new UngovernedCallError(way.reason);
      case 'read':
      case 'listener':
        return this.#membrane.present(call(...args));
      default:
        return way satisfies never;
    }
  }

  #governed(
    { operation, signature, run, watch }: Way & { kind: 'operation' },
    call: Method,
    given: readonly unknown[],
  ): unknown {
    const last = given.at(-1);
    const isCallback = signature.callback !== undefined && typeof last === 'function';
    const args = run?.args ?? (isCallback ? given.slice(0, -1) : given);
    const own = (permitted: readonly unknown[]) => (run?.call ?? call)(...permitted);
    const start = (governed: Pick<GovernedCall, 'call'>) => {
      const stays = watch && ((value: unknown) => watch.stays(value));
      const started = this.#start({ operation, signature, args, ...governed, ...(stays && { stays }) });
      watch?.started(started);
      return started;
    };
    if (!isCallback) return start({ call: own });
    if (signature.callback === 'instead') return answer(last as Callback, start({ call: own }));
    const style = new CallbackStyle(last as Method, signature.callback === 'always');
    const started = start({ call: (permitted) => style.run(own, permitted) });
    // Who has given a callback may not look at the promise.
    started.then(
      (value) => style.succeed(value),
      (error) => style.fail(error),
    );
    return started;
  }

  #handed({ isPromised, after }: Way & { kind: 'hands' }, call: Method, args: readonly unknown[]): unknown {
    const present = (value: unknown) => this.#membrane.present(value);
    const presenting = (arg: unknown) => {
      if (typeof arg !== 'function') return arg;
      return (...given: unknown[]) => {
        after?.(given[0]);
        return (arg as Method)(...given.map(present));
      };
    };
    const handed = call(...args.map(presenting));
    if (!isPromised) return present(handed);
    return (handed as Promise<unknown>).then(
      (value) => {
        after?.(null);
        return present(value);
      },
      (error) => {
        after?.(error);
        throw error;
      },
    );
  }

  #start(call: GovernedCall): Promise<unknown> {
    return this.#inFlight.track(governedCall(call, this.gate, this.settings));
  }

  #given(value: unknown, place: Place): unknown {
    if (isObject(value) && !this.#places.has(value) && place.admits?.(value) !== false) this.#places.set(value, place);
    return this.#membrane.present(value);
  }

  /** Nothing in flight: it ends at once, as it does by itself. */
  #end(call: Method, args: readonly unknown[], calls: InFlight): unknown {
    if (calls.isIdle) return call(...args);
    const callback = typeof args.at(-1) === 'function';
    const ended = calls.idle().then(() => call(...args));
    return callback ? undefined : ended;
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
