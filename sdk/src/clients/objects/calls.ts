import type { Gate } from '../../asking/gate.js';
import type { WrapSettings } from '../../asking/settings.js';
import { UngovernedCallError } from '../../errors.js';
import { CallbackStyle } from '../../method-client/callback-style.js';
import { endingWhen, InFlight } from '../../method-client/in-flight.js';
import { logRead } from '../../method-client/read-log.js';
import { isReference } from '../../wrapping/reference.js';
import type { Operation } from '../../wrapping/wrappable-connector.js';
import { type Asker, Group, type GroupStep } from './group.js';
import { type Continuing, type Further, needsWait, pendingResult } from './pending.js';
import { joined, type Rules } from './rules.js';
import { currentScope, newScope, runIn, runOutside, type Scope } from './scope.js';
import type { Making } from './step.js';
import { Turns } from './turns.js';
import { isPlainPromise, isStarted } from './values.js';
import { View } from './view.js';
import type { AnyFunction, Called, Origin, ViewRules } from './view-rules.js';

const ENDS = new Set<PropertyKey>(['end', 'close', 'disconnect', 'quit', Symbol.asyncDispose, Symbol.dispose]);
const LONGEST_NAME = 255;
const MOST_NAMES = 100;

/** Decides the calls of one wrapped object of no known kind. */
export class ObjectCalls implements ViewRules, Asker, Continuing {
  readonly inFlight = new InFlight();
  readonly turns = new Turns();
  readonly broken = new WeakMap<object, unknown>();
  readonly busy = new WeakMap<object, Promise<void>>();
  readonly #view = new View(this);

  constructor(
    readonly gate: Gate,
    readonly settings: WrapSettings,
    readonly connector: string,
    private readonly rules: Rules,
    private readonly root: object,
  ) {}

  get view(): object {
    return this.#view.present(this.root, { path: '', by: 'member', scope: null }) as object;
  }

  call(called: Called): unknown {
    const { origin, key, args } = called;
    const path = origin.path || 'call';
    const handed = origin.scope?.isOpen ? origin.scope : null;
    const scope = handed ?? (called.isInner ? currentScope() : null);
    if (scope?.kind === 'permitted') return this.#within(called, path, scope);
    if (this.rules.isRead(path)) return this.#pass(called, path, 'read');
    if (this.rules.isThrough(path)) return this.#pass(called, path, 'through');
    if (called.receiver === this.root && key !== null && this.#isEnd(key, path, args)) return this.#end(called);
    if (scope) throw this.#inRead(path, scope);
    if (key === Symbol.iterator) throw needsWait(this.#nameOf(path), path);
    if (this.rules.callsBack(path) && typeof args.at(-1) === 'function') return this.#callingBack(called, path);
    const step = this.#start(called, path, args, (given) => run(called, given));
    return key === Symbol.asyncIterator ? this.iterate(step) : pendingResult(step, this);
  }

  #within(called: Called, path: string, scope: Scope): unknown {
    const { origin, args } = called;
    const value = runIn(scope, () => run(called, this.#view.given(args, origin)));
    return this.#view.present(value, { path, by: 'call', scope }, true);
  }

  #pass(called: Called, path: string, by: 'read' | 'through'): unknown {
    const args = this.#view.given(called.args, { ...called.origin, path, by });
    const scope = newScope('read', path);
    const value = by === 'read' ? runIn(scope, () => run(called, args)) : runOutside(() => run(called, args));
    const close = () => {
      scope.isOpen = false;
    };
    if (isReference(value) && isPlainPromise(value)) void value.then(close, close);
    else close();
    if (by === 'read' && this.settings.logsRead(path)) {
      void this.inFlight.track(logRead(`${this.connector}.${path}`, called.args, value, this.gate, this.settings));
    }
    return this.#view.present(value, { path, by, scope: null, read: { isChanged: false } }, true);
  }

  #start(called: Called, path: string, args: readonly unknown[], perform: Making['perform']): GroupStep {
    const { origin, receiver } = called;
    const group = new Group(this);
    const labelled = this.#view.labelled(args, (step) => join(group, step));
    // The result of an earlier call is a query under construction, or may be one.
    const on = origin.by !== 'member' && isReference(receiver) ? receiver : undefined;
    return group.add({ path, args: labelled, perform, on });
  }

  #callingBack(called: Called, path: string): unknown {
    const own = this.#view.callback(called.args.at(-1) as AnyFunction, { ...called.origin, path, by: 'call' });
    const style = new CallbackStyle(own);
    // Another return value, a stream of the answer for example, does not show that the call has ended.
    const once = (permitted: readonly unknown[]) => {
      const returned = run(called, permitted);
      return isStarted(returned) ? returned : undefined;
    };
    const step = this.#start(called, path, called.args.slice(0, -1), (given) => style.run(once, given));
    step.isObserved = true;
    step.done.promise.then(
      (value) => style.succeed(value),
      (error) => style.fail(error),
    );
    step.group.begin();
    return pendingResult(step, this);
  }

  proceed(step: GroupStep, names: readonly PropertyKey[], kind: Further, args: readonly unknown[]): GroupStep {
    step.isContinued = true;
    const isNew = step.group.hasBegun;
    const group = isNew ? new Group(this) : step.group;
    if (isNew) group.dependOn(step);
    const path = kind === 'get' ? step.path : names.reduce<string>(joined, step.path);
    const labelled = this.#view.labelled(args, (used) => join(group, used));
    const perform = (given: readonly unknown[]) => further(step.value, names, kind, given);
    return group.add({ path, args: labelled, perform, on: isNew ? step : undefined });
  }

  awaitValue(value: PromiseLike<unknown>, origin: Origin): Promise<unknown>;
  awaitValue(step: GroupStep): Promise<unknown>;
  awaitValue(of: GroupStep | PromiseLike<unknown>, origin?: Origin): Promise<unknown> {
    const path = joined(origin ? origin.path : (of as GroupStep).path, 'then');
    const perform = () => (origin ? of : (of as GroupStep).value);
    const step = new Group(this).add({ path, args: [], perform, on: of });
    step.isWanted = true;
    step.isObserved = true;
    step.group.begin();
    return step.done.promise;
  }

  async *iterate(step: GroupStep): AsyncGenerator<unknown> {
    step.isObserved = true;
    step.group.begin();
    await step.ran.promise;
    if (step.isSimulated) return;
    const value = isStarted(step.value) ? await step.value : step.value;
    yield* this.present(value, step.path) as AsyncIterable<unknown>;
  }

  given(args: readonly unknown[], path: string): readonly unknown[] {
    return this.#view.given(args, { path, by: 'call', scope: null });
  }

  present(value: unknown, path: string): unknown {
    return this.#view.present(value, { path, by: 'call', scope: null }, true);
  }

  mayRun(path: string, scope: Scope | null): boolean {
    const isPermitted = scope?.isOpen === true && scope.kind === 'permitted';
    return isPermitted || this.rules.isRead(path) || this.rules.isThrough(path);
  }

  /** Several calls are known by the name of the last one, and held by what holds any of them. */
  operationOf(paths: readonly string[]): { operation: Operation; mayDo: readonly string[] } {
    const [first = '', ...later] = [...new Set(paths)];
    const last = later.at(-1) ?? first;
    const short = later.map((path) => `${first}.${path.slice(path.lastIndexOf('.') + 1)}`);
    const bare = paths.map((path) => path.replace(/(\.(call|apply|bind))+$/, ''));
    const names = [first, ...later, ...short, ...bare].filter((path) => this.#nameOf(path).length <= LONGEST_NAME);
    const path = this.#nameOf(last).length <= LONGEST_NAME ? last : (short.at(-1) ?? first);
    const declared = [last, ...short.toReversed(), ...later.toReversed(), first].find((one) =>
      this.rules.types.has(one),
    );
    const operationType = (declared !== undefined && this.rules.types.get(declared)) || 'EXECUTE';
    const others = [...new Set(names)].filter((one) => one !== path).slice(-MOST_NAMES);
    return {
      operation: { path, apiName: this.#nameOf(path), operationType },
      mayDo: others.map((one) => this.#nameOf(one)),
    };
  }

  #nameOf(path: string): string {
    return `${this.connector}.${path}`;
  }

  #isEnd(key: PropertyKey, path: string, args: readonly unknown[]): boolean {
    // Without arguments the call ends the client itself; with arguments it may do anything.
    return ENDS.has(key) && !this.rules.types.has(path) && args.every((arg) => typeof arg === 'function');
  }

  #end(called: Called): unknown {
    const { origin } = called;
    const end = () => this.#view.present(run(called, this.#view.given(called.args, origin)), origin);
    if (this.inFlight.isIdle) return end();
    return endingWhen(this.inFlight.idle(), end, called.args.at(-1));
  }

  #inRead(path: string, scope: Scope): UngovernedCallError {
    return new UngovernedCallError(
      `${this.#nameOf(path)} is called while the read ${this.#nameOf(scope.path)} runs, and cannot wait for an answer ` +
        `there: name '${path}' in reads if it changes nothing, or '${scope.path}' in through instead of reads, so that ` +
        'each call inside of it is asked for.',
    );
  }
}

/** A call works on the result of another one: both are asked for as one, or it waits for the other one. */
function join(group: Group, step: GroupStep): void {
  step.isContinued = true;
  if (step.group.hasBegun) group.dependOn(step);
  else group.absorb(step.group);
}

function run({ method, receiver, made }: Called, args: readonly unknown[]): unknown {
  return made ? Reflect.construct(method, args, made) : Reflect.apply(method, receiver, args);
}

function further(value: unknown, names: readonly PropertyKey[], kind: Further, args: readonly unknown[]): unknown {
  // biome-ignore lint/suspicious/noExplicitAny: errors must be those of the language.
  let holder = value as any;
  const last = names.at(-1) as string;
  for (const name of names.slice(0, -1)) holder = holder[name];
  switch (kind) {
    case 'get':
      return holder[last];
    case 'set':
      holder[last] = args[0];
      return undefined;
    case 'construct':
      return new holder[last](...args);
    case 'call':
      return holder[last](...args);
    default:
      return kind satisfies never;
  }
}
