import { WrapOptionsError } from '../errors.js';
import type { MethodClient } from '../method-client/method-client.js';
import { objectOf } from '../method-client/one-parameter.js';
import type { Member, Place, Way } from '../method-client/place.js';
import type { Operation } from '../wrappable-connector.js';
import { isListenerMethod, isUniversal } from './members.js';
import { byMethod, byName, bySending, type Calling, sameKind, signatureInstead, signatureOf } from './redis-calling.js';
import { effectOf } from './redis-effect.js';
import { batchRefused, PIPELINE } from './redis-pipeline.js';
import { writeOf } from './redis-writes.js';

interface Redis {
  readonly scriptsSet?: object;
  readonly options: { readonly keyPrefix?: unknown };
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
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #prefix: string;

  constructor(
    private readonly client: Redis,
    operations: readonly Operation[],
  ) {
    this.#operations = new Map(operations.map((operation) => [operation.path, operation]));
    this.#prefix = String(client.options.keyPrefix ?? '');
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
    if (key === 'pipeline' || key === 'multi') return { kind: 'route', route: collecting };
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
    const write = writeOf(calling.command(args));
    const operation = this.#operations.get(write.path);
    if (!operation) return refuse(`The service does not know redis.${write.path}; the command cannot be governed.`);
    // What is sent as it is has its keys' prefix already.
    const prefix = calling === bySending ? '' : this.#prefix;
    if (!write.instead) return { kind: 'operation', operation, signature: signatureOf(calling, prefix) };
    const { name, words } = write.instead;
    const [sent] = args;
    const call =
      calling === bySending
        ? (...edited: unknown[]) => this.client.sendCommand(sameKind(sent, name, edited as string[]))
        : (...edited: unknown[]) => this.client.pexpireat(...edited);
    return { kind: 'operation', operation, signature: signatureInstead(write, prefix), run: { args: words, call } };
  }
}

function collecting(args: readonly unknown[]): Way {
  if (args.some((arg) => objectOf(arg).pipeline === false)) return COLLECTS;
  return batchRefused(args[0]) ?? { kind: 'gives', place: PIPELINE };
}
