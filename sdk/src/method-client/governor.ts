import type { Gate } from '../asking/gate.js';
import type { WrapSettings } from '../asking/settings.js';
import { UngovernedCallError } from '../errors.js';
import { answer } from '../wrapping/answer.js';
import type { Lane } from '../wrapping/lane.js';
import { type MemberRule, Membrane } from '../wrapping/membrane.js';
import { isReference } from '../wrapping/reference.js';
import type { Operation } from '../wrapping/wrappable-connector.js';
import { CallbackStyle } from './callback-style.js';
import { governedBatch } from './governed-batch.js';
import { type GovernedCall, governedMethod } from './governed-call.js';
import { endingWhen, InFlight } from './in-flight.js';
import type { CallRule, InterceptedMember, Interceptor } from './interceptor.js';
import type { Outgoing } from './outgoing.js';
import { logRead } from './read-log.js';

type Method = (...args: unknown[]) => unknown;

/** The client's own method, in the ways in which it is called. */
interface Own {
  readonly target: object;
  /** Calls it past the rules for what it sends. */
  readonly bare: Method;
  readonly own: Method;
  /** Calls the method unchanged, and records it if reads are recorded. */
  readonly read: Method;
  /** Calls the method on the governed object, so that its own calls are governed. */
  readonly governed: Method;
}

/** The value of a member at the time its rule was made. */
interface Known {
  readonly value: unknown;
  readonly rule: MemberRule | undefined;
}

type Callback = (error: unknown, value?: never) => void;

/** Governs a client that is called by methods: it decides which of its members are governed, and how each call runs. */
export class Governor {
  readonly #interceptors = new WeakMap<object, Interceptor>();
  readonly #rules = new WeakMap<object, Map<PropertyKey, Known>>();
  /** Rules for classes of clients: they govern the objects that a class makes. */
  readonly #classes = new WeakMap<object, (made: object) => object>();
  readonly #membrane = new Membrane({
    governs: (value) => typeof value === 'object' && (this.#interceptors.has(value) || this.#isOfKind(value)),
    hasMembers: (target) => this.#interceptors.has(target),
    member: (target, key, value) => this.#rule(target, key, value),
  });

  constructor(
    private readonly gate: Gate,
    private readonly settings: WrapSettings,
    private readonly connector: string,
    private readonly kindOf: (value: object) => Interceptor | null = () => null,
    private readonly inFlight = new InFlight(),
    /** The requests of a client that are classified when they are sent. */
    private readonly outgoing: Outgoing | null = null,
  ) {}

  /** @param another governs another client of the same class; without it, one is governed by the same interceptor */
  govern<T extends object>(client: T, interceptor: Interceptor, another?: (made: object) => object): T {
    this.#interceptors.set(client, interceptor);
    if (another) this.#classes.set(client, another);
    return this.#membrane.wrap(client);
  }

  #isOfKind(value: object): boolean {
    const interceptor = this.kindOf(value);
    if (interceptor) this.#interceptors.set(value, interceptor);
    return interceptor !== null;
  }

  #rule(target: object, key: PropertyKey, value: unknown): MemberRule | undefined {
    const interceptor = this.#interceptors.get(target);
    if (!interceptor) return undefined;
    const rules = this.#rules.get(target) ?? new Map<PropertyKey, Known>();
    const known = rules.get(key);
    if (known !== undefined && known.value === value) return known.rule;
    if (key === 'constructor') return { kind: 'class', govern: (made) => this.#made(made, target, interceptor) };
    const member =
      interceptor.member(key, value, target) ??
      this.#logged(interceptor, key, value) ??
      this.#entered(target, key, value);
    // A value that is data now may have methods later.
    if (!member) return undefined;
    if (member.interceptor && isReference(value) && !this.#interceptors.has(value))
      this.#interceptors.set(value, member.interceptor);
    const isMethod = typeof value === 'function';
    const descends: MemberRule | undefined = member.interceptor && { kind: 'descend' };
    const rule = isMethod ? this.#ruleOf(target, value as Method, member, pathIn(interceptor, key)) : descends;
    this.#rules.set(target, rules.set(key, { value, rule }));
    return rule;
  }

  #made(made: object, target: object, interceptor: Interceptor): object {
    if (this.#isOfKind(made)) return this.#membrane.wrap(made);
    return this.#classes.get(target)?.(made) ?? this.govern(made, interceptor);
  }

  #ruleOf(target: object, method: Method, { rule }: InterceptedMember, path: string | null): MemberRule | undefined {
    if (rule?.kind === 'listener') return { kind: 'listener' };
    if (rule?.kind === 'asks') return undefined;
    const isLogged = path !== null && this.settings.logsRead(path);
    if (rule === undefined && !isLogged && this.outgoing === null) return undefined;
    const { outgoing } = this;
    const bare: Method = (...args) => Reflect.apply(method, target, args);
    const own: Method = outgoing ? (...args) => outgoing.enter(() => bare(...args)) : bare;
    const read: Method = isLogged ? (...args) => this.#read(path, own(...args), args) : own;
    const present = (value: unknown) => this.#membrane.present(value);
    const governed: Method = (...args) => Reflect.apply(method, present(target), args.map(present));
    const methods: Own = { target, bare, own, read, governed };
    return { kind: 'call', call: (args) => this.#call(rule ?? null, methods, args) };
  }

  /** @param operation that was let through; null: the client sends only what it needs */
  #permitted(operation: Operation | null, call: Method): Method {
    const { outgoing } = this;
    return outgoing ? (...args) => outgoing.permit(operation, () => call(...args)) : call;
  }

  /**
   * Returns the rule of a method without one of its own, if the client's requests are classified when they are sent.
   */
  #entered(target: object, key: PropertyKey, value: unknown): InterceptedMember | undefined {
    if (this.outgoing === null || typeof value !== 'function' || key === 'constructor') return undefined;
    return typeof target === 'function' && key in Function.prototype ? undefined : {};
  }

  /** A method without a rule of its own, where reads are recorded. */
  #logged({ path }: Interceptor, key: PropertyKey, value: unknown): InterceptedMember | undefined {
    if (path === undefined || !this.settings.logsReads) return undefined;
    const isMethod = typeof value === 'function' && typeof key === 'string' && !/^(_|constructor$|then$)/.test(key);
    return isMethod ? {} : undefined;
  }

  #read(path: string, value: unknown, args: readonly unknown[]): unknown {
    void this.inFlight.track(logRead(`${this.connector}.${path}`, args, value, this.gate, this.settings));
    return value;
  }

  #call(rule: CallRule | null, method: Own, args: readonly unknown[]): unknown {
    switch (rule?.kind) {
      case undefined:
      case 'listener':
        return this.#membrane.present(method.read(...args));
      case 'read': {
        const value = this.#reading(rule, method.own, args);
        return this.#membrane.present(this.settings.logsRead(rule.path) ? this.#read(rule.path, value, args) : value);
      }
      case 'own':
        return method.governed(...args);
      case 'operation':
        return this.#governed(rule, method.bare, args);
      case 'instead':
        return this.#membrane.present(rule.call(method.target, method.read, args));
      case 'asks':
        return method.own(...args);
      case 'plumbing':
        return this.#permitted(null, method.bare)(...args);
      case 'route':
        return this.#call(rule.route(args), method, args);
      case 'factory':
        return this.#given(rule.make ? rule.make() : method.read(...args), rule.interceptor);
      case 'batch':
        return this.#batch(rule, method.own, args);
      case 'asyncFactory':
        return this.#handed(rule, method.read, args);
      case 'later':
        return this.#later(rule, method, args);
      case 'close':
        return this.#end(method.own, args, rule);
      case 'refuse':
        if (rule.rejects) return Promise.reject(new UngovernedCallError(rule.reason));
        throw new UngovernedCallError(rule.reason);
      default:
        return rule satisfies never;
    }
  }

  #governed(rule: CallRule & { kind: 'operation' }, call: Method, given: readonly unknown[]): unknown {
    const { operation, signature, run, watch, mayDo = [], connection, locks, signal, lane, blocks } = rule;
    const last = given.at(-1);
    const isCallback = signature.callback !== undefined && typeof last === 'function';
    const args = run?.args ?? (isCallback ? given.slice(0, -1) : given);
    const own = this.#permitted(operation, run ? run.call : call);
    const running = (permitted: readonly unknown[]) => own(...permitted);
    const start = (governed: Pick<GovernedCall, 'call'>) => {
      const stays = watch && ((value: unknown) => watch.stays(value));
      const started = this.#start(
        {
          operation,
          signature,
          mayDo,
          args,
          ...governed,
          ...(stays && { stays }),
          ...(connection && { connection }),
          ...(locks && { locks }),
          ...(signal && { signal }),
        },
        lane,
        blocks,
      );
      watch?.started(started);
      return started;
    };
    if (!isCallback) return start({ call: running });
    if (signature.callback === 'instead') return answer(last as Callback, start({ call: running }));
    const style = new CallbackStyle(last as Method, signature.callback === 'always');
    const started = start({ call: (permitted) => style.run(running, permitted) });
    // A caller that passes a callback may ignore the promise.
    started.then(
      (value) => style.succeed(value),
      (error) => style.fail(error),
    );
    return started;
  }

  /** A read overtakes no call that was made before it. */
  #reading(
    { run, lane, isReported = false }: CallRule & { kind: 'read' },
    own: Method,
    args: readonly unknown[],
  ): unknown {
    const read = () => (run ? run.call(...run.args) : own(...args));
    const waits = lane?.busy === true;
    const value = waits ? this.inFlight.track(lane.run(async () => read())) : read();
    if ((isReported || (waits && typeof args.at(-1) === 'function')) && value instanceof Promise)
      value.catch(() => undefined);
    return value;
  }

  #later(
    { rule, started, lane, answer }: CallRule & { kind: 'later' },
    method: Own,
    args: readonly unknown[],
  ): unknown {
    const decide = async () => {
      const answered = this.#call(await rule(), method, args);
      return answer && !(answered instanceof Promise) ? undefined : answered;
    };
    const decided = this.inFlight.track(lane ? lane.run(decide) : decide());
    started(decided);
    if (!answer) return decided;
    decided.catch(() => undefined);
    return this.#membrane.present(answer.value);
  }

  #batch({ batch, lane }: CallRule & { kind: 'batch' }, call: Method, given: readonly unknown[]): unknown {
    const last = given.at(-1);
    const args = typeof last === 'function' ? given.slice(0, -1) : given;
    const send = () => governedBatch(batch, async () => call(...args), this.gate, this.settings);
    const sent = lane ? lane.run(send) : send();
    return answer(typeof last === 'function' ? (last as Callback) : null, this.inFlight.track(sent));
  }

  #handed({ lane, ...rule }: CallRule & { kind: 'asyncFactory' }, call: Method, given: readonly unknown[]): unknown {
    const args = rule.args ?? given;
    if (!lane?.busy) return this.#handing(rule, call, args);
    const handed = lane.run(async () =>
      rule.isPromised ? this.#handing(rule, call, args) : void this.#handing(rule, call, args),
    );
    return rule.isPromised ? handed : undefined;
  }

  #handing(
    { isPromised, after }: Omit<CallRule & { kind: 'asyncFactory' }, 'lane'>,
    call: Method,
    args: readonly unknown[],
  ): unknown {
    const present = (value: unknown) => this.#membrane.present(value);
    const presenting = (arg: unknown) => {
      if (typeof arg !== 'function') return arg;
      return (...given: unknown[]) => {
        const call = () => (arg as Method)(...given.map(present));
        return after ? void after(given[0], given[1]).then(() => process.nextTick(call)) : call();
      };
    };
    const handed = call(...args.map(presenting));
    if (!isPromised) return present(handed);
    return (handed as Promise<unknown>).then(
      async (value) => {
        await after?.(null, value);
        return present(value);
      },
      async (error) => {
        await after?.(error);
        throw error;
      },
    );
  }

  #start(call: GovernedCall, lane?: Lane, blocks = false): Promise<unknown> {
    const start = () => governedMethod(call, this.gate, this.settings);
    const started = lane ? lane.run(start) : start();
    return blocks ? started : this.inFlight.track(started);
  }

  #given(value: unknown, interceptor: Interceptor): unknown {
    if (isReference(value) && !this.#interceptors.has(value)) this.#interceptors.set(value, interceptor);
    return this.#membrane.present(value);
  }

  /** Ends the client. With nothing in flight it ends immediately, as without the wrapper. */
  #end(call: Method, args: readonly unknown[], rule: CallRule & { kind: 'close' }): unknown {
    const { calls = this.inFlight } = rule;
    const end = () => {
      rule.ending?.();
      return call(...args);
    };
    if (calls.isIdle) return end();
    return endingWhen(Promise.race([calls.idle(), ...(rule.blocked ? [rule.blocked()] : [])]), end, args.at(-1));
  }
}

function pathIn({ path }: Interceptor, key: PropertyKey): string | null {
  if (path === undefined) return null;
  return path === '' ? String(key) : `${path}.${String(key)}`;
}
