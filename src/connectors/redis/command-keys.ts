/**
 * Finds the arguments of a command that are keys; imports nothing. A command that is missing here may touch any key.
 */

export type Keys = readonly unknown[] | 'unknown';
type Args = readonly unknown[];

/** The words of a text, which blanks separate. */
export const words = (text: string) => text.trim().split(/\s+/);

/** Keys after a number that gives their count. */
function counted(args: Args, at: number): Keys {
  const count = Number(args[at]);
  return Number.isInteger(count) && count > 0 && count <= args.length ? args.slice(at + 1, at + 1 + count) : 'unknown';
}

function withStored(args: Args): Keys {
  const sources = counted(args, 1);
  return sources === 'unknown' ? sources : [args[0], ...sources];
}

const READERS: readonly (readonly [readonly string[], (args: Args) => Keys])[] = [
  [
    words(`
      append bitfield decr decrby expire expireat geoadd getdel getex getset hdel hexpire hexpireat hgetdel hgetex hincrby
      hincrbyfloat hmset hpersist hpexpire hpexpireat hset hsetex hsetnx incr incrby incrbyfloat linsert lpop lpush lpushx
      lrem lset ltrim persist pexpire pexpireat pfadd psetex restore rpop rpush rpushx sadd set setbit setex setnx
      setrange spop srem xack xackdel xadd xautoclaim xclaim xdel xdelex xsetid xtrim zadd zincrby zpopmax zpopmin zrem
      zremrangebylex zremrangebyrank zremrangebyscore
    `),
    (args) => args.slice(0, 1),
  ],
  [
    words('blmove brpoplpush copy geosearchstore lmove rename renamenx rpoplpush smove zrangestore'),
    (args) => args.slice(0, 2),
  ],
  [words('del pfmerge sdiffstore sinterstore sunionstore touch unlink'), (args) => args],
  [words('blpop brpop bzpopmax bzpopmin'), (args) => args.slice(0, -1)],
  [words('mset msetnx'), (args) => args.filter((_, index) => index % 2 === 0)],
  [words('bitop'), (args) => args.slice(1)],
  [words('lmpop zmpop'), (args) => counted(args, 0)],
  [words('blmpop bzmpop'), (args) => counted(args, 1)],
  [words('zdiffstore zinterstore zunionstore'), withStored],
  [words('publish spublish'), () => []],
];
const BY_COMMAND = new Map(
  READERS.flatMap(([commands, reader]) => commands.map((command) => [command, reader] as const)),
);

export const KNOWN_COMMANDS: readonly string[] = [...BY_COMMAND.keys()];

/** @param command in lower case */
export function keysOf(command: string, args: Args): Keys {
  const keys = BY_COMMAND.get(command)?.(args) ?? 'unknown';
  return command.endsWith('publish') || keys.length > 0 ? keys : 'unknown';
}
