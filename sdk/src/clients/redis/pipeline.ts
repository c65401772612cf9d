import { UngovernedCallError } from '../../errors.js';
import type { Batch, BatchedCall } from '../../method-client/governed-batch.js';
import type { CallRule, InterceptedMember, Interceptor } from '../../method-client/interceptor.js';
import type { Repeats } from '../../method-client/repeats.js';
import type { Parameters } from '../../method-client/signature.js';
import type { Lane } from '../../wrapping/lane.js';
import type { Operation } from '../../wrapping/wrappable-connector.js';
import { byMethod, byName, bySending, type Calling, type Client, recorded, signatureCollected } from './calling.js';
import { effectOf } from './effect.js';
import { countWrites } from './repeats.js';
import { type CommandClass, newCommand, queued } from './sent.js';
import { precedingOf, replyError } from './transaction.js';
import type { Command, Named, Word } from './words.js';
import type { Write } from './write.js';

export interface Pipeline {
  readonly length: number;
  call(name: string, ...words: unknown[]): object;
  /** Commands and scripts by their names. */
  readonly [name: string]: unknown;
}

/** The parts of the client's interceptor that a pipeline needs. */
interface Knows {
  known(command: Command): {
    readonly write: Write;
    readonly operation: Operation | undefined;
    readonly mayDo: readonly string[];
  };
  client(isSent: boolean): Client;
  isScript(name: string): boolean;
  /** Returns the transformed command; null if its words would be changed again. */
  transformed(command: Named): Named | null;
  readonly Command: CommandClass | null;
  readonly lane: Lane;
}

interface Collected extends BatchedCall {
  readonly path: string;
  readonly payload: Parameters;
}

const NESTED: CallRule = {
  kind: 'refuse',
  reason: 'A pipeline that begins or ends a transaction by itself cannot be governed; use multi() of the client.',
};
const UNKNOWN: CallRule = { kind: 'refuse', reason: 'The service does not know the command; it cannot be governed.' };
const CHANGES: CallRule = {
  kind: 'refuse',
  reason: 'A transformer of its own changes the arguments of this command each time; pass what it makes of them.',
};
/**
 * Adds the command to the pipeline, with words that no caller can change.
 * @param given the command as it was sent @param callback the program's function for its reply, if there is one
 */
type Add = (called: string, words: readonly Word[], given: unknown, callback: readonly unknown[]) => object;
const PASSING = new Set(['then', 'catch', 'finally', 'fillResult']);

/**
 * Governs an object that collects commands. Those that may write are asked for when it is executed; each is an action
 * of its own.
 */
export class CollectingInterceptor implements Interceptor {
  readonly #collected: Collected[] = [];
  /** Methods that the client itself has put there. */
  readonly #own: ReadonlyMap<string, unknown>;

  constructor(
    private readonly pipeline: Pipeline,
    private readonly isTransaction: boolean,
    private readonly knows: Knows,
  ) {
    this.#own = new Map(Object.entries(pipeline));
  }

  member(key: PropertyKey, value: unknown): InterceptedMember | undefined {
    if (typeof key !== 'string' || typeof value !== 'function' || PASSING.has(key) || key in Object.prototype)
      return undefined;
    if (Object.hasOwn(this.pipeline, key) && this.#own.get(key) !== value) return { rule: { kind: 'own' } };
    if (key === 'exec' || key === 'execBuffer') return { rule: { kind: 'route', route: () => this.#execution() } };
    if (key === 'addBatch') return { rule: { kind: 'route', route: ([commands]) => this.#batched(commands) } };
    const isScript = this.knows.isScript(key);
    const calling = this.#callingOf(key, isScript);
    const method = value as (...args: unknown[]) => object;
    const add: Add = (called, words, given, callback) => {
      const { Command } = this.knows;
      if (calling !== bySending || !Command)
        return Reflect.apply(method, this.pipeline, [...calling.args(called, words), ...callback]);
      return Reflect.apply(method, this.pipeline, [newCommand(Command, called, words, given)]);
    };
    return { rule: { kind: 'route', route: (args) => this.#collect(calling, args, add, isScript) } };
  }

  #callingOf(key: string, isScript: boolean): Calling {
    if (isScript) return byMethod(key);
    if (key === 'sendCommand') return bySending;
    return /^(call(Buffer)?|send_command)$/.test(key) ? byName : byMethod(key.replace(/Buffer$/, ''));
  }

  /** `[['get', 'a'], ['set', 'a', '1']]` @throws UngovernedCallError */
  addBatch(commands: Iterable<unknown>): void {
    for (const one of commands) {
      const [name, ...args] = Array.isArray(one) ? one : [one];
      const key = String(name);
      const calling = this.knows.isScript(key) ? byMethod(key) : byName;
      const given = calling === byName ? [key, ...args] : args;
      const add: Add = (called, words, _, callback) => this.#add(called, [...words, ...callback]);
      const rule = this.#collect(calling, given, add, this.knows.isScript(key));
      if (rule.kind === 'refuse') throw new UngovernedCallError(rule.reason);
      if (rule.kind === 'factory') rule.make?.();
    }
  }

  #add(name: string, args: readonly unknown[]): object {
    const method = this.pipeline[name];
    if (typeof method === 'function') return Reflect.apply(method, this.pipeline, args) as object;
    return this.pipeline.call(name, ...args);
  }

  #batched(commands: unknown): CallRule | null {
    if (!Array.isArray(commands)) return null;
    return {
      kind: 'factory',
      interceptor: this,
      make: () => {
        this.addBatch(commands);
        return this.pipeline;
      },
    };
  }

  #collect(calling: Calling, args: readonly unknown[], add: Add, isScript: boolean): CallRule {
    const given = calling.command(args);
    const callback = args.slice(-1).filter((last) => typeof last === 'function');
    const command = isScript || calling === bySending ? given : this.knows.transformed(given);
    if (calling === bySending && !this.knows.Command) return UNKNOWN;
    if (command === null) return CHANGES;
    const adding: CallRule = {
      kind: 'factory',
      interceptor: this,
      make: () => add(command.called, command.words, args[0], callback),
    };
    const effect = isScript ? 'writes' : effectOf(command.name, command.words);
    if (/^(multi|exec|discard|watch|unwatch)$/.test(command.name) || effect === 'leaves' || effect === 'ends')
      return NESTED;
    if (effect === 'reads') return adding;
    const { write, operation, mayDo } = this.knows.known(command);
    if (!operation) return UNKNOWN;
    const { length } = this.pipeline;
    const at = length - (this.isTransaction ? 1 : 0);
    const { path } = write;
    const own = recorded(write, this.knows.client(calling === bySending));
    const payload = { ...own, ...(!own.command && precedingOf(this.#collected, own)) };
    const signature = signatureCollected(write, payload);
    const answer = (all: unknown) => answerAt(all, at);
    const counting = (repeats: Repeats) => countWrites(queued(this.pipeline)[length], repeats);
    this.#collected.push({ path, payload, operation, mayDo, signature, counting, answer });
    // A command that is sent as it is already has the prefix of its keys; the other command would get it twice.
    if (!write.instead || calling === bySending) return adding;
    const { name, words } = write.instead;
    return { kind: 'factory', interceptor: this, make: () => this.pipeline.call(name, ...words, ...callback) };
  }

  #execution(): CallRule {
    const { lane } = this.knows;
    const calls = this.#collected.splice(0);
    if (calls.length === 0) return { kind: 'read', path: 'pipeline', lane };
    const simulated = (values: readonly unknown[]) => values.map((value) => [null, value]);
    const batch: Batch = { calls, simulated };
    return { kind: 'batch', batch, lane };
  }
}

/** `[error, reply]` of one command; null instead of all: a watched key was changed, and the server ran none. */
function answerAt(all: unknown, at: number): unknown {
  if (!Array.isArray(all)) throw replyError('ABORTED a watched key was changed');
  const [error, reply] = (all[at] ?? []) as [unknown, unknown];
  if (error) throw error;
  return reply;
}
