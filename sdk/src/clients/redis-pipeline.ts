import { UngovernedCallError } from '../errors.js';
import type { Batch, BatchedCall } from '../method-client/governed-batch.js';
import type { Member, Place, Way } from '../method-client/place.js';
import type { Parameters } from '../method-client/signature.js';
import type { Operation } from '../wrappable-connector.js';
import {
  byMethod,
  byName,
  bySending,
  type Calling,
  type Client,
  keysOf,
  recorded,
  signatureCollected,
} from './redis-calling.js';
import { effectOf } from './redis-effect.js';
import type { Command } from './redis-words.js';
import type { Write } from './redis-write.js';

export interface Pipeline {
  readonly length: number;
  call(name: string, ...words: unknown[]): object;
  /** Commands and scripts by their names. */
  readonly [name: string]: unknown;
}

/** What the place of the client knows. */
interface Knows {
  known(command: Command): { readonly write: Write; readonly operation: Operation | undefined };
  client(isSent: boolean): Client;
}

interface Collected extends BatchedCall {
  readonly path: string;
  readonly payload: Parameters;
}

const NESTED: Way = {
  kind: 'refuse',
  reason: 'A pipeline that begins or ends a transaction by itself cannot be governed; use multi() of the client.',
};
const UNKNOWN: Way = { kind: 'refuse', reason: 'The service does not know the command; it cannot be governed.' };
const PASSING = new Set(['then', 'catch', 'finally', 'fillResult']);

/** What collects commands. Those that may write are asked for when it is executed; each is an action of its own. */
export class CollectingPlace implements Place {
  readonly #collected: Collected[] = [];

  constructor(
    private readonly pipeline: Pipeline,
    private readonly isTransaction: boolean,
    private readonly knows: Knows,
  ) {}

  member(key: PropertyKey, value: unknown): Member | undefined {
    if (typeof key !== 'string' || typeof value !== 'function' || PASSING.has(key) || key in Object.prototype)
      return undefined;
    if (key === 'exec' || key === 'execBuffer') return { way: { kind: 'route', route: () => this.#execution() } };
    if (key === 'addBatch') return { way: { kind: 'route', route: ([commands]) => this.#batched(commands) } };
    if (key === 'sendCommand') return this.#collecting(bySending);
    if (/^(call(Buffer)?|send_command)$/.test(key)) return this.#collecting(byName);
    return this.#collecting(byMethod(key.replace(/Buffer$/, '')));
  }

  /** `[['get', 'a'], ['set', 'a', '1']]` @throws UngovernedCallError */
  addBatch(commands: readonly unknown[]): void {
    for (const one of commands) {
      const [name, ...args] = Array.isArray(one) ? one : [one];
      const refused = this.#collect(byName, [name, ...args]);
      if (refused?.kind === 'refuse') throw new UngovernedCallError(refused.reason);
      if (refused?.kind === 'gives') refused.make?.();
      else this.#add(String(name), args);
    }
  }

  #add(name: string, args: readonly unknown[]): void {
    const method = this.pipeline[name];
    if (typeof method === 'function') Reflect.apply(method, this.pipeline, args);
    else this.pipeline.call(name, ...args);
  }

  #batched(commands: unknown): Way | null {
    if (!Array.isArray(commands)) return null;
    return {
      kind: 'gives',
      place: this,
      make: () => {
        this.addBatch(commands);
        return this.pipeline;
      },
    };
  }

  #collecting(calling: Calling): Member {
    return { way: { kind: 'route', route: (args) => this.#collect(calling, args) } };
  }

  /** Null: the method itself adds the command. */
  #collect(calling: Calling, args: readonly unknown[]): Way | null {
    const command = calling.command(args);
    const effect = effectOf(command.name, command.words);
    if (/^(multi|exec|discard|watch|unwatch)$/.test(command.name) || effect === 'leaves' || effect === 'ends')
      return NESTED;
    if (effect === 'reads') return null;
    const { write, operation } = this.knows.known(command);
    if (!operation) return UNKNOWN;
    const at = this.pipeline.length - (this.isTransaction ? 1 : 0);
    const { path } = write;
    const own = recorded(write, this.knows.client(calling === bySending));
    const payload = { ...own, ...(!own.command && this.#before(own)) };
    const answer = (all: unknown) => answerAt(all, at);
    this.#collected.push({ path, payload, operation, signature: signatureCollected(payload), answer });
    // What is sent as it is has its keys' prefix already, which the other command would get twice.
    if (!write.instead || calling === bySending) return null;
    const { name, words } = write.instead;
    return { kind: 'gives', place: this, make: () => this.pipeline.call(name, ...words) };
  }

  /** The writes on the same keys that are sent before this one: what it meets is what they leave. */
  #before(payload: Parameters): Parameters {
    const keys = new Set(keysOf(payload));
    const earlier = this.#collected.filter(({ payload: one }) => keysOf(one).some((key) => keys.has(key)));
    if (earlier.length === 0) return {};
    const precededBy = earlier.map(({ path, payload: { place: _, precededBy: __, ...own } }) => ({
      operation: path,
      payload: own,
    }));
    return { precededBy };
  }

  /** Null: it only reads. */
  #execution(): Way | null {
    const calls = this.#collected.splice(0);
    if (calls.length === 0) return null;
    const simulated = (values: readonly unknown[]) => values.map((value) => [null, value]);
    const batch: Batch = { calls, simulated };
    return { kind: 'batch', batch };
  }
}

/** `[error, reply]` of one command; null instead of all: a watched key was changed, and the server ran none. */
function answerAt(all: unknown, at: number): unknown {
  if (!Array.isArray(all)) throw Object.assign(new Error('ABORTED a watched key was changed'), { name: 'ReplyError' });
  const [error, reply] = (all[at] ?? []) as [unknown, unknown];
  if (error) throw error;
  return reply;
}
