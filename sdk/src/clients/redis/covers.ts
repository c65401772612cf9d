import type { Write } from './write.js';

const names = (text: string) => text.trim().split(/\s+/);

/** Operations that remove something from a collection. */
const TAKES = names(`
  hashes.del lists.pop lists.remove lists.trim sets.remove sets.pop sortedSets.remove
`);

/** Operations that calls of an operation may do besides their own. */
const OF_OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  'keys.setMany': ['keys.set'],
  'keys.rename': ['keys.del', 'keys.set', ...TAKES],
  'keys.del': TAKES,
  'numbers.increment': ['keys.set'],
  'hashes.increment': ['hashes.set'],
  'lists.pop': ['lists.remove', 'lists.trim'],
  'lists.trim': ['lists.pop', 'lists.remove'],
  'lists.remove': ['lists.pop', 'lists.trim'],
  'sets.pop': ['sets.remove'],
  'sortedSets.increment': ['sortedSets.add'],
};

const STORES = ['keys.del', 'keys.set', ...TAKES];
/** The operations that a command without its own operation may perform. Commands that are not listed may do anything. */
const OF_COMMANDS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  (
    [
      ['append setrange setbit bitfield getset pfadd pfmerge', ['keys.set']],
      ['getdel', ['keys.del', ...TAKES]],
      ['getex', ['keys.del', 'keys.expire', 'keys.persist', ...TAKES]],
      ['expire pexpire expireat pexpireat', ['keys.expire', 'keys.del', ...TAKES]],
      ['setex psetex setnx', ['keys.set', 'keys.expire']],
      ['hgetdel', ['hashes.del']],
      ['hsetex hgetex hexpire hpexpire hexpireat hpexpireat hpersist', ['hashes.set', 'hashes.del']],
      ['lmove blmove rpoplpush brpoplpush', ['lists.pop', 'lists.push', 'lists.remove', 'lists.trim']],
      ['blpop brpop lmpop blmpop', ['lists.pop', 'lists.remove', 'lists.trim']],
      ['smove', ['sets.add', 'sets.remove', 'sets.pop']],
      [
        'zpopmin zpopmax bzpopmin bzpopmax zmpop bzmpop zremrangebyrank zremrangebyscore zremrangebylex',
        ['sortedSets.remove'],
      ],
      ['geoadd', ['sortedSets.add']],
      ['xadd xack xackdel xclaim xautoclaim xdel xdelex xgroup xreadgroup xsetid xtrim', []],
    ] as const
  ).flatMap(([commands, operations]) => names(commands).map((command) => [command, operations])),
);

/**
 * Returns the operations that a call may do besides its own, without the connector's name; null if they are unknown: a
 * script, a restored value, a setting of the server.
 */
export function mayDoOf({ path, parameters }: Write): readonly string[] | null {
  if (path === 'database.flush') return null;
  // A moment that has passed removes the key.
  if (path === 'keys.set') return hasMoment(parameters.options) ? STORES : [];
  if (path !== 'commands.execute') return OF_OPERATIONS[path] ?? [];
  const command = String(parameters.command);
  const known = Object.hasOwn(OF_COMMANDS, command) ? OF_COMMANDS[command] : undefined;
  if (known) return known;
  return /store$/.test(command) || /^(sort|georadius|georadiusbymember|copy|move)$/.test(command)
    ? [...STORES, 'sortedSets.add', 'sets.add', 'lists.push']
    : null;
}

function hasMoment(options: unknown): boolean {
  return Array.isArray(options) && options.some((word) => /^(px|ex)at$/i.test(String(word)));
}
