import { fromJson } from '../bytes.js';
import type { Captured } from '../captured.js';
import type { Json, JsonObject } from '../connector.js';
import { NEVER, type Part, type State } from './part.js';
import type { Command } from './server/transport.js';

/** The state that a key is to have after an undo. */
export interface Wanted {
  readonly part: Part;
  /** Null when the part is to be removed. */
  readonly to: Captured<State> | null;
}

/**
 * The commands that write parts of one key. A key that is written anew loses its expiry, which is written last.
 * @param expires the expiry that the key is to have afterwards
 */
export function writes(wanted: readonly Wanted[], expires: State): Command[] {
  const key = wanted[0]?.part.key ?? '';
  const commands = wanted.flatMap(({ part, to }) => (part.kind === 'expiry' ? [] : writing(part, to?.value ?? null)));
  if (expires === null) return commands;
  return [...commands, expires === NEVER ? ['persist', key] : ['pexpireat', key, Number(expires)]];
}

function writing({ kind, key, name = '' }: Part, to: State): Command[] {
  switch (kind) {
    case 'value':
      return [valueWriting(key, to as JsonObject | null)];
    case 'field':
      return [to === null ? ['hdel', key, name] : ['hset', key, name, bytesOf(to)]];
    case 'member':
      return [[to === null ? 'srem' : 'sadd', key, name]];
    case 'score':
      return [to === null ? ['zrem', key, name] : ['zadd', key, String(to), name]];
    case 'list':
      return [['del', key], ...(to === null ? [] : [['rpush', key, ...(to as Json[]).map(bytesOf)] as Command])];
    default:
      return [];
  }
}

function valueWriting(key: string, to: JsonObject | null): Command {
  if (to === null) return ['del', key];
  if (to.type === 'string') return ['set', key, bytesOf(to.value ?? '')];
  return ['restore', key, 0, Buffer.from(String(to.dump), 'base64'), 'REPLACE'];
}

const bytesOf = (held: Json): Buffer => fromJson(held) ?? Buffer.alloc(0);

/** The command in a form for operators. */
export function describeCommand([name, ...args]: Command): string {
  const words = args.map((arg) =>
    Buffer.isBuffer(arg)
      ? name === 'restore'
        ? '…'
        : JSON.stringify(arg.toString())
      : typeof arg === 'number'
        ? String(arg)
        : JSON.stringify(arg),
  );
  return [name.toUpperCase(), ...words].join(' ');
}
