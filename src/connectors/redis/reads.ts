import { toJson } from '../bytes.js';
import { expiry, NEVER, OTHER_TYPE, type Part, type State } from './part.js';
import type { Command, RedisTransport } from './server/transport.js';
import { scoreText } from './undo/world.js';

const MOST_BYTES = 1_000_000;
/** Parts of which the whole key is read. */
const isWhole = ({ kind }: Part) => kind === 'value' || kind === 'list' || kind === 'members';

/** The parts and the expiry of each of their keys. */
export function withExpiries(parts: readonly Part[]): Part[] {
  const keys = new Set(parts.map(({ key }) => key));
  return [...parts.filter(({ kind }) => kind !== 'expiry'), ...[...keys].map(expiry)];
}

/** The keys among these that are larger than 1 MB. It is asked before they are read. */
export async function tooLarge(client: RedisTransport, parts: readonly Part[]): Promise<ReadonlySet<string>> {
  const keys = [...new Set(parts.filter(isWhole).map(({ key }) => key))];
  const sizes = await Promise.all(keys.map((key) => client.memoryOf(key)));
  return new Set(keys.filter((_, index) => (sizes[index] ?? 0) > MOST_BYTES));
}

/** The commands that read a part, and what their replies say. */
export function reading(part: Part): { readonly commands: Command[]; state(replies: readonly unknown[]): State } {
  const { kind, key, name = '' } = part;
  switch (kind) {
    case 'value':
      return {
        commands: [
          ['type', key],
          ['dumpBuffer', key],
          ['getBuffer', key],
        ],
        state: keyOf,
      };
    case 'expiry':
      return { commands: [['pexpiretime', key]], state: ([at]) => (at === -2 ? null : at === -1 ? NEVER : Number(at)) };
    case 'field':
      return { commands: [['hgetBuffer', key, name]], state: ([held]) => bytesOf(held) };
    case 'member':
      return { commands: [['sismember', key, name]], state: ([is]) => (is === 1 ? true : null) };
    case 'score':
      return { commands: [['zscore', key, name]], state: ([held]) => (held === null ? null : scoreText(String(held))) };
    case 'list':
      return { commands: [['lrangeBuffer', key, 0, -1]], state: ([held]) => listOf((held as Buffer[]).map(bytesOf)) };
    case 'members':
      return { commands: [['smembersBuffer', key]], state: ([held]) => listOf((held as Buffer[]).map(bytesOf)) };
  }
}

/**
 * The states from the replies to all readings, in the order of the parts.
 * @throws the first error of a reply that is not about the type of a key
 */
export function statesOf(parts: readonly Part[], replies: readonly (readonly [Error | null, unknown])[]): State[] {
  let at = 0;
  return parts.map((part) => {
    const { commands, state } = reading(part);
    const own = replies.slice(at, at + commands.length);
    at += commands.length;
    const failure = own.find(([error], index) => error && !(part.kind === 'value' && index === 2))?.[0];
    if (failure?.message.startsWith('WRONGTYPE')) return OTHER_TYPE;
    if (failure) throw failure;
    return state(own.map(([, reply]) => reply));
  });
}

function keyOf([type, dump, held]: readonly unknown[]): State {
  if (type === 'none') return null;
  if (type === 'string') return { type, value: bytesOf(held) };
  return { type: String(type), dump: (dump as Buffer).toString('base64') };
}

const bytesOf = (held: unknown): State => (held === null || held === undefined ? null : toJson(held as Buffer));
const listOf = (held: State[]): State => (held.length > 0 ? held : null);
