import type { Gate } from '../../asking/gate.js';
import type { WrapSettings } from '../../asking/settings.js';
import { ApprovedPayloadError } from '../../errors.js';
import { governedMethod } from '../../method-client/governed-call.js';
import type { InFlight } from '../../method-client/in-flight.js';
import { recordObject } from '../../method-client/recording/recorded.js';
import type { Signature } from '../../method-client/signature.js';
import { canonicalJson } from '../../wire/canonical-json.js';
import { warn } from '../../wire/runtime.js';
import type { Operation } from '../../wrapping/wrappable-connector.js';
import { deferred } from './deferred.js';
import { newScope, runIn, type Scope } from './scope.js';
import { type Making, Step } from './step.js';
import type { Turn, Turns } from './turns.js';
import { isThenable } from './values.js';

export interface Asker {
  readonly gate: Gate;
  readonly settings: WrapSettings;
  readonly inFlight: InFlight;
  readonly turns: Turns;
  /** The errors of objects from earlier calls that a program has not read. */
  readonly broken: WeakMap<object, unknown>;
  /** For such objects, a promise that resolves when their last call has run or was refused. */
  readonly busy: WeakMap<object, Promise<void>>;
  operationOf(paths: readonly string[]): { readonly operation: Operation; readonly mayDo: readonly string[] };
  /** Arguments as the client's method takes them. @param path of the call */
  given(args: readonly unknown[], path: string): readonly unknown[];
  present(value: unknown, path: string): unknown;
}

const soon: (run: () => void) => unknown = globalThis.setImmediate ?? ((run) => setTimeout(run, 0));

export type GroupStep = Step<Group>;

/**
 * Calls that a program makes in one go, each on the result of an earlier one: they are asked for as one, and when they
 * were let through they run one after another, as they do by themselves.
 */
export class Group {
  readonly steps: GroupStep[] = [];
  /** Ends when its calls have run or were refused. */
  readonly #ran = deferred<void>();
  /** Ends when it waits for a person. */
  readonly #held = deferred<void>();
  readonly #ended = deferred<void>();
  readonly #turn: Turn;
  readonly #before: Promise<unknown>[] = [];
  #hasBegun = false;

  constructor(private readonly asker: Asker) {
    this.#turn = asker.turns.take();
    void asker.inFlight.track(this.#ended.promise);
    soon(() => this.begin());
  }

  /** Calls that are made from now on are asked for by themselves. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  add(making: Making): GroupStep {
    const step = new Step<Group>(this, making);
    this.steps.push(step);
    const { on } = step;
    if (on) {
      const earlier = this.asker.busy.get(on);
      if (earlier && earlier !== this.#ran.promise) this.#before.push(earlier);
      this.asker.busy.set(on, this.#ran.promise);
    }
    return step;
  }

  /** Takes over the calls of another group, if a call of this one works on their results. */
  absorb(other: Group): void {
    if (other === this || other.#hasBegun) return;
    other.#hasBegun = true;
    for (const step of other.steps) step.group = this;
    this.steps.unshift(...other.steps);
    this.#before.push(...other.#before);
    this.#ran.promise.then(other.#ran.resolve, other.#ran.resolve);
    this.#ended.promise.then(other.#ended.resolve);
    other.#turn.end();
  }

  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    void this.#run();
  }

  /** The value that this group works on does not exist yet; this group waits whenever the other one does. */
  dependOn(step: GroupStep): void {
    if (step.group === this) return;
    this.#before.push(step.ran.promise);
    void step.group.#held.promise.then(() => this.#hold());
  }

  #hold(): void {
    this.#turn.end();
    this.#held.resolve();
  }

  async #run(): Promise<void> {
    const { asker, steps } = this;
    const scope = newScope('permitted', steps.at(-1)?.path ?? '');
    let failure: { readonly error: unknown } | null = null;
    let answer: unknown;
    try {
      await Promise.all(this.#before);
      this.#refuseBroken();
      const { operation, mayDo } = asker.operationOf(steps.map(({ path }) => path));
      const args = steps.map((step) => argumentsOf(step));
      const call = (lists: readonly unknown[]) => this.#perform(lists as readonly unknown[][], scope);
      const signature = signatureOf(steps.map(({ path }) => path));
      const held = () => this.#hold();
      answer = await governedMethod({ operation, signature, mayDo, args, call, held }, asker.gate, asker.settings);
    } catch (error) {
      failure = { error };
    }
    scope.isOpen = false;
    this.#finish(failure, answer);
    this.#turn.end();
    this.#ran.resolve();
    this.#ended.resolve();
  }

  async #perform(lists: readonly unknown[][], scope: Scope): Promise<Answers> {
    await this.#turn.before;
    this.#refuseBroken();
    try {
      runIn(scope, () => {
        for (const [index, step] of this.steps.entries()) step.perform(this.asker.given(lists[index] ?? [], step.path));
        for (const step of this.steps) if (step.isAwaited) step.outcome = Promise.resolve(step.value);
      });
    } catch (error) {
      for (const step of this.steps) step.breakOff(error);
      throw error;
    } finally {
      for (const step of this.steps) if (step.state === 'ran') step.ran.resolve();
      this.#turn.end();
      this.#ran.resolve();
    }
    const ended = await Promise.allSettled(this.steps.map(({ outcome }) => outcome));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
    const last = ended.findLast((one, index) => one.status === 'fulfilled' && this.steps[index]?.isContinued === false);
    const { outcome, value } = this.steps.findLast(({ isContinued }) => !isContinued) ?? {};
    const result = outcome && last?.status === 'fulfilled' ? last.value : value;
    return new Answers(isThenable(result) ? undefined : result);
  }

  #refuseBroken(): void {
    for (const { on } of this.steps) if (on && this.asker.broken.has(on)) throw this.asker.broken.get(on);
  }

  #finish(failure: { readonly error: unknown } | null, answer: unknown): void {
    const wasRun = this.steps.some(({ state }) => state !== 'waiting');
    for (const step of this.steps) {
      if (failure && step.state === 'waiting') step.fail(failure.error);
      else if (step.outcome) step.end(step.outcome.then((value) => this.asker.present(value, step.path)));
      else if (step.state === 'waiting') {
        // It was simulated.
        step.value = answer;
        step.isSimulated = true;
        step.state = 'ran';
        step.ran.resolve();
        step.done.resolve(answer);
      } else if (step.state === 'ran' && !isThenable(step.value)) {
        step.done.resolve(this.asker.present(step.value, step.path));
      }
    }
    if (failure && !this.steps.some(({ isObserved }) => isObserved)) this.#tellUnobserved(failure.error, wasRun);
  }

  /** A program that does not know that a call of its query was refused must not send the rest of it. */
  #tellUnobserved(error: unknown, wasRun: boolean): void {
    if (!wasRun) for (const { on } of this.steps) if (on) this.asker.broken.set(on, error);
    const { apiName } = this.asker.operationOf(this.steps.map(({ path }) => path)).operation;
    const message = error instanceof Error ? error.message : String(error);
    warn(`The call ${apiName} failed, and the program did not wait for it: ${message}`);
  }
}

/** Returns the caller's own objects, or their values from the time of the call if they have changed since. */
function argumentsOf({ args, asMade }: GroupStep): readonly unknown[] {
  const [now, then] = [recordObject({ args }).json, recordObject({ args: asMade }).json];
  return canonicalJson(now) === canonicalJson(then) ? args : asMade;
}

/** Boxed, so that it is not asked for its value once more. */
class Answers {
  constructor(readonly last: unknown) {}
}

/** Returns the signature: one call is `{ args: […] }`, several are `{ calls: [{ method, args }] }`. */
function signatureOf(paths: readonly string[]): Signature {
  const isSingle = paths.length === 1;
  return {
    read: (lists) =>
      isSingle
        ? { args: lists[0] as readonly unknown[] }
        : { calls: lists.map((args, index) => ({ method: paths[index], args })) },
    write: ({ args, calls, ...rest }) => {
      if (isSingle && Array.isArray(args) && calls === undefined && Object.keys(rest).length === 0) return [args];
      const isSame =
        !isSingle &&
        args === undefined &&
        Array.isArray(calls) &&
        calls.length === paths.length &&
        calls.every(({ method, args: own }, index) => method === paths[index] && Array.isArray(own));
      if (isSame) return (calls as { args: unknown[] }[]).map((call) => call.args);
      throw new ApprovedPayloadError(
        isSingle ? 'it is not { args: […] }.' : 'it is not { calls: […] } with the same methods.',
      );
    },
    response: (value) => (value instanceof Answers ? value.last : value),
    simulate: ({ path, actionId }) => ({ simulated: true, path, actionId }),
  };
}
