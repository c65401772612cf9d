import { ApprovedPayloadError } from '../../errors.js';
import { isObject } from '../../json.js';
import { objectOf } from '../../method-client/one-parameter.js';
import type { Parameters, Signature } from '../../method-client/signature.js';
import { isIdempotent } from './repeats.js';
import { type Named, named, type Word } from './words.js';
import type { Write } from './write.js';

/** One form of sending a command. */
export interface Calling {
  command(args: readonly unknown[]): Named;
  /** Arguments of the method that send these words. */
  args(called: string, words: readonly Word[]): unknown[];
}

/** `client.set('a', '1')` */
export const byMethod = (name: string): Calling => ({
  command: (args) => named(name, withoutCallback(args)),
  args: (_, words) => [...words],
});

/** `client.call('set', 'a', '1')` */
export const byName: Calling = {
  command: ([name, ...args]) => named(name, withoutCallback(args)),
  args: (called, words) => [called, ...words],
};

/** `client.sendCommand(new Command('set', ['a', '1']))` */
export const bySending: Calling = {
  command: ([command]) => {
    const { name, args } = objectOf(command);
    return named(name, Array.isArray(args) ? args : []);
  },
  args: (called, words) => [called, ...words],
};

/** The values that a client adds to the payloads of its calls. */
export interface Client {
  /** Put before the names of keys by the client itself; recorded with them. */
  readonly prefix: string;
  /** The server and database to which the calls are sent. */
  readonly place: Readonly<Record<string, unknown>>;
}

/** Returns the signature of a command whose words are the arguments. */
export function signatureOf(write: Write, client: Client): Signature {
  return {
    ...STYLE,
    isIdempotent: () => isIdempotent(write.path),
    read: () => recorded(write, client),
    write: (edited) => write.words(bare(edited, client)),
  };
}

/** Returns the signature of a command that is sent together with others. */
export function signatureCollected({ path }: Write, parameters: Parameters): Signature {
  return {
    ...STYLE,
    isIdempotent: () => isIdempotent(path),
    read: () => parameters,
    write: () => {
      throw new ApprovedPayloadError('a command of a pipeline is sent as it is, or not at all.');
    },
  };
}

const STYLE: Pick<Signature, 'callback' | 'simulate'> = {
  callback: 'perhaps',
  simulate: ({ path, payload }) => {
    if (/^(keys\.(set|setMany|rename)|lists\.(set|trim)|database\.flush)$/.test(path)) return 'OK';
    if (path === 'keys.del') return (payload.keys as unknown[]).length;
    if (path === 'hashes.set') return Object.keys(objectOf(payload.fields)).length;
    return /^(commands\.execute|lists\.pop|sets\.pop)$/.test(path) ? null : 1;
  },
};

/** The service captures nothing for these operations, so that their server is not needed. */
const UNPLACED = /^(commands|channels|database)\./;

/** The payload: keys with the client's prefix, and where the call is sent. */
export function recorded({ path, parameters }: Write, { prefix, place }: Client): Parameters {
  const named = withKeys(parameters, (key) => prefix + key);
  return UNPLACED.test(path) ? named : { ...named, place };
}

function bare({ place, ...edited }: Parameters, client: Client): Parameters {
  if (place !== undefined && JSON.stringify(place) !== JSON.stringify(client.place))
    throw new ApprovedPayloadError('the client sends its calls to no other place.');
  const { prefix } = client;
  if (prefix === '') return edited;
  return withKeys(edited, (key) => {
    if (key.startsWith(prefix)) return key.slice(prefix.length);
    throw new ApprovedPayloadError(`the client names no keys that do not begin with ${prefix}.`);
  });
}

/** Changes each name of a key; other members stay. */
function withKeys(parameters: Parameters, change: (key: string) => string): Parameters {
  const { key, newKey, keys, values } = parameters;
  return {
    ...parameters,
    ...(key !== undefined && { key: change(String(key)) }),
    ...(newKey !== undefined && { newKey: change(String(newKey)) }),
    ...(Array.isArray(keys) && { keys: keys.map((one) => change(String(one))) }),
    ...(isObject(values) && {
      values: Object.fromEntries(Object.entries(values).map(([name, value]) => [change(name), value])),
    }),
  };
}

/** All keys that a payload names. */
export function keysOf({ key, newKey, keys, values, args }: Parameters): string[] {
  const named = [key, newKey, keys, args, isObject(values) ? Object.keys(values) : undefined].flat();
  return named.filter((one) => one !== undefined).map(String);
}

function withoutCallback(args: readonly unknown[]): readonly unknown[] {
  return typeof args.at(-1) === 'function' ? args.slice(0, -1) : args;
}
