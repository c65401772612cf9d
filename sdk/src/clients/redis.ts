import { WrapOptionsError } from '../errors.js';
import type { MethodClient } from '../method-client/method-client.js';
import { objectOf } from '../method-client/one-parameter.js';
import type { Member, Place, Way } from '../method-client/place.js';
import type { Operation } from '../wrappable-connector.js';
import { isListenerMethod, isUniversal } from './members.js';
import {
  byMethod,
  byName,
  bySending,
  type Calling,
  type Client,
  sameKind,
  signatureInstead,
  signatureOf,
} from './redis-calling.js';
import { effectOf } from './redis-effect.js';
import { CollectingPlace, type Pipeline } from './redis-pipeline.js';
import { type Connected, placeOf } from './redis-place.js';
import type { Command } from './redis-words.js';
import type { Write } from './redis-write.js';
import { writeOf } from './redis-writes.js';

interface Redis extends Connected {
  readonly scriptsSet?: object;
  readonly options: Connected['options'] & { readonly keyPrefix?: unknown };
  pipeline(): Pipeline;
  multi(): Pipeline;
  pexpireat(...args: unknown[]): unknown;
  sendCommand(command: unknown): unknown;
}

const refuse = (reason: string): Way => ({ kind: 'refuse', reason });
const MAKES = refuse('createBuiltinCommand makes functions that nobody governs; use call().');
const TAKEN = refuse(
  'A script of a name that the client uses itself could not be told from that; give it another one.',
);
const COPIES = refuse(
  'duplicate() makes a client that nobody governs; wrap what duplicate() of the bare client makes.',
);
const LEAVES = refuse('The governed connection stays in its database; connect to the other one, and wrap that client.');
const COLLECTS = refuse('Commands that multi() collects on the server cannot be governed; call them one by one.');

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
  recognises: (client) =>
    'sendCommand' in client && 'pipeline' in client && 'defineCommand' in client && !('nodes' in client),
  place: (client, { operations }) => new RedisPlace(client as Redis, operations),
};

class RedisPlace implements Place {
  readonly #sentTo: ReturnType<typeof placeOf>;
  readonly #operations: ReadonlyMap<string, Operation>;

  constructor(
    private readonly client: Redis,
    operations: readonly Operation[],
  ) {
    this.#operations = new Map(operations.map((operation) => [operation.path, operation]));
    this.#sentTo = placeOf(client);
    const taken = Object.keys(client.scriptsSet ?? {}).find((name) => this.#isTaken(name));
    if (taken !== undefined)
      throw new WrapOptionsError(`The client has a script of the name '${taken}', its own method`);
  }

  member(key: PropertyKey, value: unknown): Member | undefined {
    if (typeof key !== 'string' || typeof value !== 'function') return undefined;
    if (isListenerMethod(key, value)) return { way: { kind: 'listener' } };
    if (isUniversal(key, value) || OWN.has(key)) return undefined;
    return { way: this.#wayOf(key) };
  }

  #isTaken(name: unknown): boolean {
    return String(name).replace(/Buffer$/, '') in (Object.getPrototypeOf(this.client) as object);
  }

  #wayOf(key: string): Way {
    if (ENDS.has(key)) return { kind: 'end' };
    if (key === 'defineCommand') return { kind: 'route', route: ([name]) => (this.#isTaken(name) ? TAKEN : null) };
    if (key === 'createBuiltinCommand') return MAKES;
    if (key === 'duplicate') return COPIES;
    if (key === 'pipeline' || key === 'multi') return { kind: 'route', route: (args) => this.#collects(key, args) };
    if (key === 'sendCommand') return this.#calls(bySending);
    if (/^(call(Buffer)?|send_command)$/.test(key)) return this.#calls(byName);
    return this.#calls(byMethod(key.replace(/Buffer$/, '')));
  }

  #calls(calling: Calling): Way {
    return { kind: 'route', route: (args) => this.#called(calling, args) };
  }

  #called(calling: Calling, args: readonly unknown[]): Way {
    const { name, words } = calling.command(args);
    switch (effectOf(name, words)) {
      case 'reads':
        return { kind: 'read', path: name };
      case 'ends':
        return { kind: 'end' };
      case 'leaves':
        return LEAVES;
      case 'collects':
        return COLLECTS;
      case 'writes':
        return this.#writes(calling, args);
    }
  }

  #writes(calling: Calling, args: readonly unknown[]): Way {
    const { write, operation } = this.#known(calling.command(args));
    if (!operation) return refuse(`The service does not know redis.${write.path}; the command cannot be governed.`);
    // What is sent as it is has its keys' prefix already.
    const client = this.#client(calling === bySending);
    if (!write.instead) return { kind: 'operation', operation, signature: signatureOf(calling, write, client) };
    const { name, words } = write.instead;
    const [sent] = args;
    const call =
      calling === bySending
        ? (...edited: unknown[]) => this.client.sendCommand(sameKind(sent, name, edited as string[]))
        : (...edited: unknown[]) => this.client.pexpireat(...edited);
    return { kind: 'operation', operation, signature: signatureInstead(write, client), run: { args: words, call } };
  }

  #known(command: Command): { write: Write; operation: Operation | undefined } {
    const write = writeOf(command);
    return { write, operation: this.#operations.get(write.path) };
  }

  #client(isSent: boolean): Client {
    return { prefix: isSent ? '' : String(this.client.options.keyPrefix ?? ''), place: { ...this.#sentTo() } };
  }

  #collects(key: 'pipeline' | 'multi', args: readonly unknown[]): Way {
    if (args.some((arg) => objectOf(arg).pipeline === false)) return COLLECTS;
    const pipeline = this.client[key]();
    const place = new CollectingPlace(pipeline, key === 'multi', {
      known: (command) => this.#known(command),
      client: (isSent) => this.#client(isSent),
    });
    const [commands] = args;
    if (Array.isArray(commands)) place.addBatch(commands);
    return { kind: 'gives', place, make: () => pipeline };
  }
}
