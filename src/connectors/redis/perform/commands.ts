import type { Json, JsonObject } from '../../connector.js';
import { NotCapturable } from '../../resource/resource.js';
import { facts } from '../facts.js';
import { text, texts } from '../rules/rule.js';
import type { Command } from '../server/transport.js';

type Writer = (payload: JsonObject) => Command;

const words = (payload: JsonObject) => texts(payload, 'options').map((word) => word.toUpperCase());
const isWhole = (payload: JsonObject) => /^[+-]?\d+$/.test(text(payload, 'by'));
/** INCRBY takes no plus sign. */
const amount = (payload: JsonObject) => text(payload, 'by').replace(/^\+/, '');
const flat = (pairs: Json | undefined) =>
  Object.entries((pairs ?? {}) as JsonObject).flatMap(([k, v]) => [k, String(v)]);
const isLeft = ({ end }: JsonObject) => end === 'left';
const counted = ({ count }: JsonObject) => (count === undefined ? [] : [Number(count)]);

/** The command of each operation that writes, by its name without `redis.`. */
const WRITERS: Readonly<Record<string, Writer>> = {
  'keys.set': (payload) => {
    const expires = payload.seconds === undefined ? [] : ['EX', Number(payload.seconds)];
    return ['set', text(payload, 'key'), text(payload, 'value'), ...expires, ...words(payload)];
  },
  'keys.setMany': (payload) => [words(payload).includes('NX') ? 'msetnx' : 'mset', ...flat(payload.values)],
  'keys.del': (payload) => ['del', ...texts(payload, 'keys')],
  'keys.expire': (payload) => ['pexpireat', text(payload, 'key'), Number(payload.at), ...words(payload)],
  'keys.persist': (payload) => ['persist', text(payload, 'key')],
  'keys.rename': (payload) => [
    words(payload).includes('NX') ? 'renamenx' : 'rename',
    text(payload, 'key'),
    text(payload, 'newKey'),
  ],
  'numbers.increment': (payload) => [
    isWhole(payload) ? 'incrby' : 'incrbyfloat',
    text(payload, 'key'),
    amount(payload),
  ],
  'hashes.set': (payload) => {
    const fields = flat(payload.fields);
    if (!words(payload).includes('NX')) return ['hset', text(payload, 'key'), ...fields];
    if (fields.length > 2) throw new NotCapturable('HSETNX sets one field');
    return ['hsetnx', text(payload, 'key'), ...fields];
  },
  'hashes.del': (payload) => ['hdel', text(payload, 'key'), ...texts(payload, 'fields')],
  'hashes.increment': (payload) => [
    isWhole(payload) ? 'hincrby' : 'hincrbyfloat',
    text(payload, 'key'),
    text(payload, 'field'),
    amount(payload),
  ],
  'lists.push': (payload) => [
    `${isLeft(payload) ? 'lpush' : 'rpush'}${payload.onlyIfThere === true ? 'x' : ''}`,
    text(payload, 'key'),
    ...texts(payload, 'values'),
  ],
  'lists.pop': (payload) => [isLeft(payload) ? 'lpop' : 'rpop', text(payload, 'key'), ...counted(payload)],
  'lists.remove': (payload) => ['lrem', text(payload, 'key'), Number(payload.count), text(payload, 'value')],
  'lists.set': (payload) => ['lset', text(payload, 'key'), Number(payload.index), text(payload, 'value')],
  'lists.trim': (payload) => ['ltrim', text(payload, 'key'), Number(payload.start), Number(payload.stop)],
  'lists.insert': (payload) => [
    'linsert',
    text(payload, 'key'),
    text(payload, 'where').toUpperCase(),
    text(payload, 'pivot'),
    text(payload, 'value'),
  ],
  'sets.add': (payload) => ['sadd', text(payload, 'key'), ...texts(payload, 'members')],
  'sets.remove': (payload) => ['srem', text(payload, 'key'), ...texts(payload, 'members')],
  'sets.pop': (payload) => ['spop', text(payload, 'key'), ...counted(payload)],
  'sortedSets.add': (payload) => [
    'zadd',
    text(payload, 'key'),
    ...words(payload),
    ...Object.entries(payload.scores as JsonObject).flatMap(([member, score]) => [String(score), member]),
  ],
  'sortedSets.remove': (payload) => ['zrem', text(payload, 'key'), ...texts(payload, 'members')],
  'sortedSets.increment': (payload) => ['zincrby', text(payload, 'key'), text(payload, 'by'), text(payload, 'member')],
  'channels.publish': (payload) => ['publish', text(payload, 'channel'), text(payload, 'message')],
  'database.flush': ({ command = 'flushdb', args = [] }) => {
    if (!/^flush(db|all)$/i.test(String(command))) throw new NotCapturable(`${command} is no flush`);
    return [String(command), ...argumentsIn(args)];
  },
  'commands.execute': ({ command, args = [] }) => anyCommand(String(command), args),
};

/** Commands that change the connection, wait at the server or answer without end. */
const NEVER = new Set(
  `asking auth blmove blmpop blpop brpop brpoplpush bzmpop bzpopmax bzpopmin client debug discard exec hello migrate monitor
   multi psubscribe psync punsubscribe quit readonly readwrite replconf reset select sentinel ssubscribe subscribe
   sunsubscribe sync unsubscribe unwatch wait waitaof watch xread xreadgroup`.split(/\s+/),
);

/** @throws NotCapturable for one that is not performed, or that has an operation of its own, which is undone */
function anyCommand(command: string, args: Json): Command {
  const name = command.trim().toLowerCase();
  if (!/^[a-z][\w.-]*$/.test(name)) throw new NotCapturable(`${JSON.stringify(command)} is no command`);
  if (NEVER.has(name)) throw new NotCapturable(`${name.toUpperCase()} is not performed`);
  const own = facts.covers?.byVerb[name.toUpperCase()];
  if (own !== undefined) throw new NotCapturable(`${name.toUpperCase()} has an operation of its own: ${own}`);
  // A client has no method for a command that it does not know.
  return ['call', name, ...argumentsIn(args)];
}

function argumentsIn(args: Json): string[] {
  const isList = Array.isArray(args) && args.every((one) => ['string', 'number'].includes(typeof one));
  if (!isList) throw new NotCapturable('the arguments are no list of texts and numbers');
  return args.map(String);
}

/** Undefined for an operation that only reads. @param name without `redis.` @throws NotCapturable */
export const writing = (name: string, payload: JsonObject): Command | undefined => WRITERS[name]?.(payload);
