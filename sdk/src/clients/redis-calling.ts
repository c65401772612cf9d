import { ApprovedPayloadError } from '../errors.js';
import { objectOf } from '../method-client/one-parameter.js';
import type { Parameters, Signature } from '../method-client/signature.js';
import { type Command, commandOf, type Word } from './redis-words.js';
import { type Write, writeOf } from './redis-writes.js';

/** One of the ways to send a command. */
export interface Calling {
  command(args: readonly unknown[]): Command;
  /** Arguments that send these words. */
  args(words: readonly Word[], args: readonly unknown[]): unknown[];
}

/** `client.set('a', '1')` */
export const byMethod = (name: string): Calling => ({
  command: (args) => commandOf(name, withoutCallback(args)),
  args: (words) => [...words],
});

/** `client.call('set', 'a', '1')` */
export const byName: Calling = {
  command: ([name, ...args]) => commandOf(name, withoutCallback(args)),
  args: (words, [name]) => [name, ...words],
};

/** `client.sendCommand(new Command('set', ['a', '1']))` */
export const bySending: Calling = {
  command: ([command]) => {
    const { name, args } = objectOf(command);
    return commandOf(name, Array.isArray(args) ? args : []);
  },
  args: (words, [command, ...rest]) => [sameKind(command, objectOf(command).name, words), ...rest],
};

/** Another command of the same class. */
export function sameKind(command: unknown, name: unknown, words: readonly Word[]): object {
  const { replyEncoding = 'utf8' } = command as { replyEncoding?: unknown };
  return Reflect.construct((command as object).constructor, [name, [...words], { replyEncoding }]) as object;
}

/** The names of keys are recorded with the client's prefix, which the client puts before them itself. */
export function signatureOf(calling: Calling, prefix: string): Signature {
  return {
    ...STYLE,
    read: (args) => prefixed(writeOf(calling.command(args)).parameters, prefix),
    write: (edited, args) => calling.args(writeOf(calling.command(args)).words(bare(edited, prefix)), args),
  };
}

/** Of a command that is sent as another one: its words are its arguments. */
export function signatureInstead(write: Write, prefix: string): Signature {
  return {
    ...STYLE,
    read: () => prefixed(write.parameters, prefix),
    write: (edited) => write.words(bare(edited, prefix)),
  };
}

const STYLE: Pick<Signature, 'callback' | 'simulate'> = {
  callback: 'perhaps',
  simulate: ({ path, payload }) => {
    if (path === 'keys.set' || path === 'database.flush') return 'OK';
    if (path === 'keys.del') return (payload.keys as unknown[]).length;
    if (path === 'hashes.set') return Object.keys(objectOf(payload.fields)).length;
    return path === 'commands.execute' ? null : 1;
  },
};

function prefixed(parameters: Parameters, prefix: string): Parameters {
  const { key, keys } = parameters;
  return {
    ...parameters,
    ...(typeof key === 'string' && { key: prefix + key }),
    ...(Array.isArray(keys) && { keys: keys.map((one) => prefix + String(one)) }),
  };
}

function bare(edited: Parameters, prefix: string): Parameters {
  if (prefix === '') return edited;
  const { key, keys } = edited;
  const without = (name: unknown) => {
    if (typeof name === 'string' && name.startsWith(prefix)) return name.slice(prefix.length);
    throw new ApprovedPayloadError(`the client names no keys that do not begin with ${prefix}.`);
  };
  return {
    ...edited,
    ...(key !== undefined && { key: without(key) }),
    ...(Array.isArray(keys) && { keys: keys.map(without) }),
  };
}

function withoutCallback(args: readonly unknown[]): readonly unknown[] {
  return typeof args.at(-1) === 'function' ? args.slice(0, -1) : args;
}
