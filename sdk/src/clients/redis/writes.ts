import type { Parameters } from '../../method-client/signature.js';
import { COLLECTION_READERS } from './collections.js';
import { type Command, textOf, type Word } from './words.js';
import { isWhole, only, type Reader, unusable, type Write } from './write.js';

/**
 * Returns the write of a command if its payload holds all that its words say. Every other command is
 * `commands.execute`.
 */
export function writeOf(command: Command): Write {
  const texts = command.words.map(textOf);
  const known = READERS[command.name];
  const write = known && texts.every((text) => text !== null) ? known(texts as string[], command) : null;
  return write ?? anyCommand(command);
}

const READERS: Readonly<Record<string, Reader | undefined>> = {
  ...COLLECTION_READERS,
  set: ([key, value, ...options]) => {
    if (key === undefined || value === undefined) return null;
    const [word, seconds] = options;
    const expires = options.length === 2 && /^ex$/i.test(word ?? '') && isWhole(seconds);
    if (expires) return setting({ key, value, seconds: Number(seconds) }, withWords);
    return setting({ key, value, ...(options.length > 0 && { options }) }, withWords);
  },
  setex: ([key, seconds, value]) =>
    key === undefined || value === undefined || !isWhole(seconds)
      ? null
      : setting({ key, value, seconds: Number(seconds) }, (edited) =>
          only(edited, ['key', 'value', 'seconds'], [edited.key, edited.seconds, edited.value]),
        ),
  psetex: ([key, milliseconds, value]) => fixed(key, value, ['PX', milliseconds ?? ''], (k, v) => [k, milliseconds, v]),
  setnx: ([key, value]) => fixed(key, value, ['NX'], (k, v) => [k, v]),
  getset: ([key, value]) => fixed(key, value, ['GET'], (k, v) => [k, v]),
  del: deletion,
  unlink: deletion,
  expire: expiry((amount) => Date.now() + amount * 1000),
  pexpire: expiry((amount) => Date.now() + amount),
  expireat: expiry((amount) => amount * 1000),
  pexpireat: expiry((amount) => amount),
  hset: hash,
  hmset: hash,
  publish: publication,
  spublish: publication,
  flushdb: flush,
  flushall: flush,
};

function anyCommand({ name, words }: Command, path = 'commands.execute'): Write {
  return {
    path,
    parameters: { command: name, args: [...words] },
    words: (edited) => {
      if (edited.command !== name || !Array.isArray(edited.args)) throw unusable(`{ command: '${name}', args: […] }`);
      return only(edited, ['command', 'args'], edited.args);
    },
  };
}

function setting(parameters: Parameters, words: Write['words']): Write {
  return { path: 'keys.set', parameters, words };
}

function withWords(edited: Parameters): Word[] {
  const { key, value, seconds, options = [] } = edited;
  if (!Array.isArray(options)) throw unusable('options as a list');
  const expires = seconds === undefined ? [] : ['EX', seconds];
  return only(edited, ['key', 'value', 'seconds', 'options'], [key, value, ...expires, ...options]);
}

function fixed(
  key: string | undefined,
  value: string | undefined,
  options: readonly string[],
  sent: (key: unknown, value: unknown) => unknown[],
): Write | null {
  if (key === undefined || value === undefined) return null;
  return setting({ key, value, options }, (edited) => {
    if (JSON.stringify(edited.options) !== JSON.stringify(options)) throw unusable(`options ${options.join(' ')}`);
    return only(edited, ['key', 'value', 'options'], sent(edited.key, edited.value));
  });
}

function deletion(keys: readonly string[]): Write | null {
  if (keys.length === 0) return null;
  return {
    path: 'keys.del',
    parameters: { keys },
    words: (edited) => {
      if (!Array.isArray(edited.keys) || edited.keys.length === 0) throw unusable('keys as a list');
      return only(edited, ['keys'], edited.keys);
    },
  };
}

function expiry(momentOf: (amount: number) => number): Reader {
  return ([key, amount, ...options]) => {
    const at = /^-?\d+$/.test(amount ?? '') ? momentOf(Number(amount)) : Number.NaN;
    // A moment that has passed removes the key.
    if (key === undefined || !Number.isSafeInteger(at) || at <= Date.now()) return null;
    return {
      path: 'keys.expire',
      parameters: { key, at, ...(options.length > 0 && { options }) },
      words: (edited) => {
        const { key: name, at: moment, options: flags = [] } = edited;
        if (!Array.isArray(flags)) throw unusable('options as a list');
        return only(edited, ['key', 'at', 'options'], [name, moment, ...flags]);
      },
      instead: { name: 'pexpireat', words: [key, String(at), ...options] },
    };
  };
}

function hash([key, ...pairs]: readonly string[]): Write | null {
  if (key === undefined || pairs.length === 0 || pairs.length % 2 === 1) return null;
  const fields = pairs.flatMap((field, index): [string, string][] =>
    index % 2 === 0 ? [[field, pairs[index + 1] ?? '']] : [],
  );
  return {
    path: 'hashes.set',
    parameters: { key, fields: Object.fromEntries(fields) },
    words: (edited) => only(edited, ['key', 'fields'], [edited.key, ...Object.entries(edited.fields ?? {}).flat()]),
  };
}

function publication([channel, message]: readonly string[]): Write | null {
  if (channel === undefined || message === undefined) return null;
  return {
    path: 'channels.publish',
    parameters: { channel, message },
    words: (edited) => only(edited, ['channel', 'message'], [edited.channel, edited.message]),
  };
}

function flush(_: readonly string[], command: Command): Write {
  return anyCommand(command, 'database.flush');
}
