import { WrapOptionsError } from '../../errors.js';
import type { CallRule, InterceptedMember, Interceptor, Run } from '../../method-client/interceptor.js';
import type { MethodClient } from '../../method-client/method-client.js';
import { objectOf } from '../../method-client/one-parameter.js';
import { answer } from '../../wrapping/answer.js';
import { Lane } from '../../wrapping/lane.js';
import type { Operation, WrapContext } from '../../wrapping/wrappable-connector.js';
import { isListenerMethod, isUniversal } from '../members.js';
import {
  byMethod,
  byName,
  bySending,
  type Calling,
  type Client,
  recorded,
  signatureCollected,
  signatureOf,
} from './calling.js';
import { mayDoOf } from './covers.js';
import { effectOf } from './effect.js';
import { CollectingInterceptor, type Pipeline } from './pipeline.js';
import { type Connected, placeOf } from './place.js';
import { countingClient } from './repeats.js';
import { type CommandClass, commandClassOf, newCommand, settling, transformed } from './sent.js';
import { precedingOf, replyError, ServerTransaction } from './transaction.js';
import { BLOCKING, closed, WaitingCommands } from './waiting.js';
import type { Command, Named, Word } from './words.js';
import type { Write } from './write.js';
import { writeOf } from './writes.js';

interface Redis extends Connected {
  readonly scriptsSet?: object;
  readonly options: Connected['options'] & { readonly keyPrefix?: unknown };
  pipeline(): Pipeline;
  multi(): Pipeline;
  duplicate(...args: unknown[]): Redis;
  pexpireat(...args: unknown[]): unknown;
  sendCommand(command: unknown): unknown;
  once(event: 'close', listener: () => void): unknown;
  removeListener(event: 'close', listener: () => void): unknown;
}

const refuse = (reason: string): CallRule => ({ kind: 'refuse', reason });
const MAKES = refuse('createBuiltinCommand makes functions that are not governed; use call().');
const TAKEN = refuse('The client itself uses a script with this name; choose another name.');
const UNSENDABLE = refuse('The client does not show its class of commands, so that this one cannot be copied.');
const CHANGES = refuse(
  'A transformer of its own changes the arguments of this command each time; pass what it makes of them.',
);
const LEAVES = refuse('The governed connection stays in its database; connect to the other one, and wrap that client.');
const COLLECTS = refuse(
  'A pipeline inside of a transaction that the server collects cannot be governed; call exec() first.',
);

/** Neither commands nor ways to send one. */
const OWN = new Set([
  ...['connect', 'emit', 'addBuiltinCommand', 'getBuiltinCommands'],
  ...['', 's', 'h', 'z'].flatMap((kind) => [`${kind}scanStream`, `${kind}scanBufferStream`]),
]);
const ENDS = new Set(['disconnect', 'end']);

/** `Redis` of `ioredis`. */
export const redis: MethodClient = {
  id: 'redis',
  expects: 'a Redis of ioredis (a Cluster cannot be governed)',
  recognises: isRedis,
  interceptor: (client, { operations }) => new RedisInterceptor(client as Redis, operations),
  kindOf:
    ({ operations }: WrapContext) =>
    (value) =>
      isRedis(value) ? new RedisInterceptor(value as unknown as Redis, operations) : null,
};

function isRedis(value: object): boolean {
  return 'sendCommand' in value && 'pipeline' in value && 'defineCommand' in value && !('nodes' in value);
}

type Method = (...args: unknown[]) => unknown;

/** Returns the function that runs a command with these words. */
type RunOf = (command: Named, isRead: boolean) => Run;

class RedisInterceptor implements Interceptor {
  readonly #counting: Redis;
  readonly #sentTo: ReturnType<typeof placeOf>;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #all: readonly Operation[];
  readonly #Command: CommandClass | null;
  readonly #lane = new Lane();
  /** Reports the outcomes of its calls one after another. */
  readonly #reports = new Lane();
  /** The transaction that is open at this point in the order of the calls. */
  #transaction: ServerTransaction | null = null;
  readonly #waiting = new WaitingCommands();
  /** Higher after each disconnect(): a call that was made before is not sent on a later connection. */
  #connection = 0;

  constructor(
    private readonly client: Redis,
    operations: readonly Operation[],
  ) {
    this.#operations = new Map(operations.map((operation) => [operation.path, operation]));
    this.#all = operations;
    this.#Command = commandClassOf(client);
    this.#counting = countingClient(client);
    this.#sentTo = placeOf(client);
    const taken = Object.keys(client.scriptsSet ?? {}).find((name) => this.#isTaken(name));
    if (taken !== undefined)
      throw new WrapOptionsError(`The client has a script of the name '${taken}', its own method`);
  }

  member(key: PropertyKey, value: unknown): InterceptedMember | undefined {
    if (typeof key !== 'string' || typeof value !== 'function') return undefined;
    if (isListenerMethod(key, value)) return { rule: { kind: 'listener' } };
    if (isUniversal(key, value) || OWN.has(key)) return undefined;
    if (!this.#isScript(key) && !this.#isBuiltIn(key, value)) return { rule: { kind: 'own' } };
    return { rule: this.#ruleOf(key, value as Method) };
  }

  /**
   * Tells whether the method is the client's own. A replacement by the application calls the client's own methods,
   * which are governed.
   */
  #isBuiltIn(key: string, value: unknown): boolean {
    const levels: object[] = [];
    for (let level = Reflect.getPrototypeOf(this.client); level; level = Reflect.getPrototypeOf(level))
      levels.push(level);
    // The class of commands is below that of clients.
    const own = levels[levels.findLastIndex((level) => Object.hasOwn(level, 'defineCommand')) - 1];
    return own === undefined || Reflect.get(own, key) === value;
  }

  #isScript(key: string): boolean {
    const scripts = this.client.scriptsSet ?? {};
    return Object.hasOwn(scripts, key) || Object.hasOwn(scripts, key.replace(/Buffer$/, ''));
  }

  #isTaken(name: unknown): boolean {
    return String(name).replace(/Buffer$/, '') in (Object.getPrototypeOf(this.client) as object);
  }

  #ruleOf(key: string, method: Method): CallRule {
    if (this.#isScript(key)) {
      const calling = byMethod(key);
      return {
        kind: 'route',
        route: (args) => this.#writes(calling.command(args), this.#runOf(calling, method, args)),
      };
    }
    if (ENDS.has(key)) return { kind: 'close', blocked: () => this.#waiting.begun(), ending: () => this.#ends() };
    if (key === 'defineCommand') return { kind: 'route', route: ([name]) => (this.#isTaken(name) ? TAKEN : null) };
    if (key === 'createBuiltinCommand') return MAKES;
    if (key === 'duplicate') return { kind: 'route', route: (args) => this.#copied(args) };
    if (key === 'monitor') return { kind: 'asyncFactory', isPromised: true };
    if (key === 'pipeline' || key === 'multi')
      return { kind: 'route', route: (args) => this.#collects(key, args, method) };
    if (key === 'sendCommand') return { kind: 'route', route: (args) => this.#sends(args) };
    if (/^(call(Buffer)?|send_command)$/.test(key)) return this.#calls(byName, method);
    return this.#calls(byMethod(key.replace(/Buffer$/, '')), method);
  }

  #copied(args: readonly unknown[]): CallRule {
    const copy = this.client.duplicate(...args);
    try {
      return { kind: 'factory', interceptor: new RedisInterceptor(copy, this.#all), make: () => copy };
    } catch (error) {
      (copy as unknown as { disconnect(): void }).disconnect();
      throw error;
    }
  }

  #calls(calling: Calling, method: Method): CallRule {
    return {
      kind: 'route',
      route: (args) => {
        const command = this.#transformed(calling.command(args));
        if (command === null) return CHANGES;
        return this.#called(command, this.#runOf(calling, method, args));
      },
    };
  }

  /**
   * Returns the command after the transformers of the client's class, which run once; null if they would change the
   * words again.
   */
  #transformed(command: Named): Named | null {
    const Command = this.#Command;
    if (!Command) return command;
    const words = transformed(Command, command.called, command.words);
    const again = transformed(Command, command.called, words);
    const isSame = words.length === again.length && words.every((word, at) => String(word) === String(again[at]));
    return isSame ? { ...command, words } : null;
  }

  /** The method, given words that nothing can change any more. */
  #runOf(calling: Calling, method: Method, args: readonly unknown[]): RunOf {
    const last = args.at(-1);
    const callback = typeof last === 'function' ? [last] : [];
    const connection = this.#connection;
    return ({ called, words }, isRead) => ({
      args: [...words, ...(isRead ? callback : [])],
      call: (...given) => {
        const own = given.filter((one) => typeof one === 'function');
        const sent = given.filter((one) => typeof one !== 'function') as Word[];
        if (connection !== this.#connection) return closed(own[0]);
        const client = isRead ? this.client : this.#counting;
        return this.#waiting.noted(called, Reflect.apply(method, client, [...calling.args(called, sent), ...own]));
      },
    });
  }

  /** The calls before it are over, and so is a transaction that the server collects. */
  #ends(): void {
    this.#connection += 1;
    this.#transaction?.abandon(replyError('ABORTED the transaction was lost with its connection'));
    this.#transaction = null;
  }

  /** A copy of the command is sent, since its owner may change it. */
  #sends(args: readonly unknown[]): CallRule {
    const [given] = args;
    const Command = this.#Command;
    if (!Command) return UNSENDABLE;
    const command = bySending.command(args);
    const deliver = settling(given);
    const connection = this.#connection;
    const runOf: RunOf = ({ called, words }, isRead) => ({
      args: words,
      call: (...sent) => {
        if (connection !== this.#connection) return closed();
        const client = isRead ? this.client : this.#counting;
        const answer = client.sendCommand(newCommand(Command, called, sent as Word[], given)) as Promise<unknown>;
        this.#waiting.noted(called, answer);
        if (isRead) deliver(answer);
        return answer;
      },
    });
    const rule = this.#called(command, runOf, true);
    if (rule.kind === 'read') return { ...rule, isReported: true };
    if (rule.kind !== 'operation') return rule;
    return { ...rule, watch: { started: deliver, stays: (value) => rule.watch?.stays(value) ?? null } };
  }

  #called(command: Named, runOf: RunOf, isSent = false): CallRule {
    const { name, words } = command;
    switch (effectOf(name, words)) {
      case 'reads':
        return { kind: 'read', path: name, run: this.#following(command, runOf(command, true)), lane: this.#lane };
      case 'ends':
        return { kind: 'close' };
      case 'leaves':
        return LEAVES;
      case 'collects':
        return this.#begins(runOf(command, true));
      case 'writes':
        return this.#writes(command, runOf, isSent);
    }
  }

  #writes(command: Named, runOf: RunOf, isSent = false): CallRule {
    const { write, operation, mayDo } = this.#known(command);
    if (!operation) return refuse(`The service does not know redis.${write.path}; the command cannot be governed.`);
    // A command that is sent as it is already has the prefix of its keys.
    const client = this.#client(isSent);
    const blocks = BLOCKING.has(command.name);
    const together = this.#together(write, client);
    const signature = together?.signature ?? signatureOf(write, client);
    const stays = (reply: unknown) => together?.stays(reply) ?? { ended: null, reports: this.#reports };
    const watch = { started: () => undefined, stays };
    const rule = { kind: 'operation', operation, signature, mayDo, lane: this.#lane, blocks, watch } as const;
    const { instead } = write;
    if (!instead) return { ...rule, run: runOf(command, false) };
    const run: Run = isSent
      ? runOf({ ...instead, called: instead.name }, false)
      : { args: instead.words, call: (...edited) => this.#counting.pexpireat(...edited) };
    return { ...rule, run };
  }

  #known(command: Command): { write: Write; operation: Operation | undefined; mayDo: readonly string[] } {
    const write = writeOf(command);
    const also = mayDoOf(write);
    const mayDo = this.#all.filter(({ path }) => also === null || also.includes(path)).map(({ apiName }) => apiName);
    return { write, operation: this.#operations.get(write.path), mayDo };
  }

  #client(isSent: boolean): Client {
    return {
      prefix: isSent ? '' : String(this.client.options.keyPrefix ?? ''),
      place: { ...this.#sentTo(this.#transaction === null) },
    };
  }

  /** A write within a transaction that the server collects: its outcome is known when that is executed. */
  #together(write: Write, client: Client) {
    const transaction = this.#transaction;
    if (!transaction) return null;
    const own = recorded(write, client);
    const payload = { ...own, ...(!own.command && precedingOf(transaction.sent, own)) };
    transaction.sent.push({ path: write.path, payload });
    return { signature: signatureCollected(write, payload), stays: (reply: unknown) => transaction.stays(reply) };
  }

  #begins(run: Run): CallRule {
    if (this.#transaction) return { kind: 'read', path: 'multi', run, lane: this.#lane };
    // Asked for now, it is none of the commands that are queued.
    this.#sentTo(true);
    const transaction = new ServerTransaction(this.#reports);
    this.#transaction = transaction;
    const failed = (error: unknown) => transaction.abandon(error);
    return { kind: 'read', path: 'multi', run: received(run, () => undefined, failed), lane: this.#lane };
  }

  /** A read: within a transaction the server queues it as well, or ends the transaction with it. */
  #following({ name }: Named, run: Run): Run {
    const transaction = this.#transaction;
    if (!transaction) return run;
    if (name !== 'exec' && name !== 'discard') return received(run, (reply) => transaction.queued(reply));
    this.#transaction = null;
    const failed = (error: unknown) => transaction.abandon(error);
    if (name === 'discard') return this.reportBefore(received(run, () => transaction.discarded(), failed));
    return this.reportBefore(received(this.#losing(transaction, run), (replies) => transaction.ran(replies), failed));
  }

  /** An EXEC that loses its connection may have been executed, whichever answer a later connection gives. */
  #losing(transaction: ServerTransaction, { args, call }: Run): Run {
    return {
      args,
      call: (...given) => {
        const lost = () => transaction.lost();
        this.client.once('close', lost);
        const forget = () => this.client.removeListener('close', lost);
        const answer = call(...given);
        if (answer instanceof Promise) answer.then(forget, forget);
        return answer;
      },
    };
  }

  /** A later call takes effect later, so it is reported later, on any connection. */
  reportBefore({ args, call }: Run): Run {
    return {
      args,
      call: (...given) => {
        const last = given.at(-1);
        const callback = typeof last === 'function' ? (last as (error: unknown, value?: never) => void) : null;
        const answered = call(...(callback ? given.slice(0, -1) : given));
        if (!(answered instanceof Promise)) return answered;
        const reports = answered.finally(() => this.#reports.run(async () => undefined));
        answer(callback, reports);
        return reports;
      },
    };
  }

  #collects(key: 'pipeline' | 'multi', args: readonly unknown[], method: Method): CallRule {
    const connection = this.#connection;
    const isOver = () => connection !== this.#connection;
    const call: Run['call'] = (...given) => (isOver() ? closed() : Reflect.apply(method, this.client, given));
    const run = { args, call };
    if (key === 'multi' && args.some((arg) => objectOf(arg).pipeline === false)) return this.#begins(run);
    if (this.#transaction) return COLLECTS;
    const pipeline = this.client[key]();
    const interceptor = new CollectingInterceptor(pipeline, key === 'multi', {
      known: (command) => this.#known(command),
      client: (isSent) => this.#client(isSent),
      isScript: (key) => this.#isScript(key),
      transformed: (command) => this.#transformed(command),
      Command: this.#Command,
      lane: this.#lane,
    });
    const [commands] = args;
    if (Array.isArray(commands)) interceptor.addBatch(commands);
    return { kind: 'factory', interceptor, make: () => pipeline };
  }
}

/** Returns the same run; `answered` is called before the caller gets the answer. */
function received(
  { args, call }: Run,
  answered: (value: unknown) => void,
  failed: (error: unknown) => void = () => undefined,
): Run {
  return {
    args,
    call: (...given) => {
      const answer = call(...given);
      if (answer instanceof Promise) answer.then(answered, failed);
      return answer;
    },
  };
}
