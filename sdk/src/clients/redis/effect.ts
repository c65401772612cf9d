/** The effect of a command on the data, or on the connection it is sent on. */
export type Effect = 'reads' | 'writes' | 'ends' | 'leaves' | 'collects';

const names = (text: string) => new Set(text.trim().split(/\s+/));

/** Commands that change no data. Commands that are not listed may write. */
const READS = names(`
  bitcount bitfield_ro bitpos dbsize dump exists expiretime geodist geohash geopos georadius_ro georadiusbymember_ro
  geosearch get getbit getrange hexists hexpiretime hget hgetall hkeys hlen hmget hpexpiretime hpttl hrandfield hscan
  hstrlen httl hvals keys lcs lindex llen lolwut lpos lrange mget pexpiretime pfcount pttl randomkey scan scard sdiff
  sinter sintercard sismember smembers smismember sort_ro srandmember sscan strlen substr sunion touch ttl type vcard
  vdim vemb vgetattr vinfo vismember vlinks vrandmember vrange vsim xlen xpending xrange xread xrevrange zcard zcount
  zdiff zinter zintercard zlexcount zmscore zrandmember zrange zrangebylex zrangebyscore zrank zrevrange
  zrevrangebylex zrevrangebyscore zrevrank zscan zscore zunion
  auth command discard echo exec hello info lastsave monitor ping psubscribe punsubscribe readonly readwrite role
  ssubscribe subscribe sunsubscribe time unsubscribe unwatch wait waitaof watch
`);

const READING_SUBCOMMANDS: Readonly<Record<string, ReadonlySet<string>>> = {
  acl: names('cat dryrun getuser list users whoami'),
  client: names('getname getredir id info list no-evict no-touch setinfo setname trackinginfo'),
  cluster: names('countkeysinslot getkeysinslot info keyslot links myid nodes shards slots'),
  config: names('get'),
  function: names('dump list stats'),
  latency: names('doctor graph histogram history latest'),
  memory: names('doctor malloc-stats stats usage'),
  module: names('list'),
  object: names('encoding freq idletime refcount'),
  pubsub: names('channels numpat numsub shardchannels shardnumsub'),
  script: names('exists'),
  slowlog: names('get len'),
  xinfo: names('consumers groups stream'),
};

/** Write where one of their words says so. */
const STORING = names('georadius georadiusbymember sort');

/** @param name in lower case @param words as they are sent */
export function effectOf(name: string, words: readonly (string | Buffer)[]): Effect {
  if (READS.has(name)) return 'reads';
  if (name === 'quit') return 'ends';
  if (name === 'select' || name === 'reset') return 'leaves';
  if (name === 'multi') return 'collects';
  if (STORING.has(name)) return words.some((word) => /^store(dist)?$/i.test(String(word))) ? 'writes' : 'reads';
  const subcommands = Object.hasOwn(READING_SUBCOMMANDS, name) ? READING_SUBCOMMANDS[name] : undefined;
  return subcommands?.has(String(words[0]).toLowerCase()) ? 'reads' : 'writes';
}
