import { fromJson } from '../bytes.js';
import type { Json } from '../connector.js';
import { allUnknown, type CallFacts, type FactReader, type FactValue, type ReadCall, things } from '../facts/facts.js';
import { type Keys, KNOWN_COMMANDS, keysOf, words } from './command-keys.js';
import { isRead, keysRead } from './read-operations.js';

const NAMES = ['target.key', 'statement.verb'] as const;

/** Commands that clients send for an operation. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'keys.set': words('SET SETEX PSETEX SETNX GETSET'),
  'keys.setMany': words('MSET MSETNX'),
  'keys.del': words('DEL UNLINK'),
  'keys.expire': words('EXPIRE PEXPIRE EXPIREAT PEXPIREAT'),
  'keys.persist': ['PERSIST'],
  'keys.rename': words('RENAME RENAMENX'),
  'numbers.increment': words('INCR INCRBY INCRBYFLOAT DECR DECRBY'),
  'hashes.set': words('HSET HMSET HSETNX'),
  'hashes.del': ['HDEL'],
  'hashes.increment': words('HINCRBY HINCRBYFLOAT'),
  'lists.push': words('LPUSH RPUSH LPUSHX RPUSHX'),
  'lists.pop': words('LPOP RPOP'),
  'lists.remove': ['LREM'],
  'lists.set': ['LSET'],
  'lists.trim': ['LTRIM'],
  'lists.insert': ['LINSERT'],
  'sets.add': ['SADD'],
  'sets.remove': ['SREM'],
  'sets.pop': ['SPOP'],
  'sortedSets.add': ['ZADD'],
  'sortedSets.remove': ['ZREM'],
  'sortedSets.increment': ['ZINCRBY'],
  'channels.publish': words('PUBLISH SPUBLISH'),
  'database.flush': words('FLUSHDB FLUSHALL'),
};

/** The name of a command determines its keys; those of a script or of an unknown command are not known. */
export const facts: FactReader = {
  names: NAMES,
  of,
  covers: {
    apiName: 'redis.commands.execute',
    byVerb: Object.fromEntries(
      Object.entries(COMMANDS).flatMap(([operation, commands]) =>
        commands.map((command) => [command, `redis.${operation}`]),
      ),
    ),
    others: new Set(KNOWN_COMMANDS.map((command) => command.toUpperCase())),
  },
};

function of({ apiName, payload }: ReadCall): CallFacts {
  const operation = apiName.slice('redis.'.length);
  if (operation === 'commands.execute') return ofCommand(payload);
  if (isRead(operation)) return ofRead(payload);
  const commands = COMMANDS[operation];
  if (commands === undefined) return allUnknown(NAMES);
  // The client may send any of these commands: a policy that restricts one of them holds.
  const [verb = '', ...aliases] = commands;
  return { ...keysIn(operation, payload), 'statement.verb': [{ readings: [verb], aliases }] };
}

/** A listing of keys may name any of them. */
function ofRead(payload: ReadCall['payload']): CallFacts {
  const keys = keysRead(payload);
  return { 'target.key': keys === null ? 'unknown' : keysFact(keys), 'statement.verb': [] };
}

function ofCommand({ command, args }: ReadCall['payload']): CallFacts {
  if (typeof command !== 'string') return allUnknown(NAMES);
  const keys: Keys = Array.isArray(args) ? keysOf(command.trim().toLowerCase(), args) : 'unknown';
  return {
    'target.key': keys === 'unknown' ? 'unknown' : keysFact(keys),
    'statement.verb': things([command.trim().toUpperCase()]),
  };
}

function keysIn(operation: string, payload: ReadCall['payload']): Pick<CallFacts, 'target.key'> {
  if (operation === 'channels.publish') return {};
  if (operation === 'database.flush') return { 'target.key': 'unknown' };
  if (operation === 'keys.del')
    return { 'target.key': Array.isArray(payload.keys) ? keysFact(payload.keys) : 'unknown' };
  if (operation === 'keys.setMany') {
    const { values } = payload;
    return { 'target.key': typeof values === 'object' && values ? things(Object.keys(values)) : 'unknown' };
  }
  return { 'target.key': keysFact(operation === 'keys.rename' ? [payload.key, payload.newKey] : [payload.key]) };
}

const keysFact = (keys: readonly unknown[]): FactValue =>
  things(keys.map((key) => (typeof key === 'number' ? String(key) : fromJson(key as Json)?.toString('utf8'))));
