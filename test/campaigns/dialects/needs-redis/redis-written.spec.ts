import type { Json, JsonObject } from '../../../../src/connectors/connector.js';
import { redis } from '../../../../src/connectors/redis/redis.connector.js';
import { world } from '../../../connectors/needs-redis/redis-world.js';
import { unique } from '../../../support/client.js';
import fc from '../../../support/properties.js';

/**
 * Values of the agent. A value that another client has never written is the agent's, whatever a payload, a response or
 * the commands before a call say.
 */
const SAID = ['said-a', 'said-b', '777'];
const THEIRS = ['a', 'b', '10'];
const value = fc.constantFrom(...SAID, ...THEIRS);
const by = fc.constantFrom('777', '1', '-3');
const end = fc.constantFrom('left', 'right');
const texts = fc.uniqueArray(value, { minLength: 1, maxLength: 3 });
const fields = fc.dictionary(value, value, { minKeys: 1, maxKeys: 3 });
const scores = fc.dictionary(value, by, { minKeys: 1, maxKeys: 3 });

/** Generators for the members of a payload, by their names in its schema; the property draws the keys. */
const MEMBERS: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  ...{ value, pivot: value, field: value, member: value, by, end, fields, scores, members: texts },
  ...{
    count: fc.constantFrom(1, 2),
    index: fc.constantFrom(0, 1),
    start: fc.constantFrom(0, 1),
    stop: fc.constantFrom(0, 1),
  },
  ...{ at: fc.constant(32503680000000), seconds: fc.constant(900), where: fc.constantFrom('before', 'after') },
  ...{ onlyIfThere: fc.boolean(), options: fc.constant([]) },
};

interface Schema {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, object>>;
}
const OPERATIONS = redis.operations.filter(({ reversibility }) => reversibility !== 'none');

function payloadOf({ apiName, payloadSchema }: (typeof OPERATIONS)[number], key: string): fc.Arbitrary<JsonObject> {
  const { properties, required } = payloadSchema as Schema;
  const keys: JsonObject = { key, newKey: `${key}:new`, keys: [key] };
  const values = apiName === 'redis.keys.setMany' ? value.map((one): Json => ({ [key]: one })) : texts;
  const named = Object.keys(properties).filter((name) => name !== 'place' && name !== 'precededBy');
  const members = named.map((name) => {
    const own = name === 'fields' && apiName === 'redis.hashes.del' ? texts : MEMBERS[name];
    const member = name in keys ? fc.constant(keys[name] ?? null) : name === 'values' ? values : own;
    if (!member) throw new Error(`${apiName}: nothing is known of ${name}`);
    return [name, member] as const;
  });
  return fc.record(Object.fromEntries(members), { requiredKeys: [...required] }) as fc.Arbitrary<JsonObject>;
}

const SEEDS: readonly (readonly [string, ...string[]][])[] = [
  [],
  [['SET', '$', 'a']],
  [['SET', '$', '10', 'EX', '500']],
  [['HSET', '$', 'a', 'b', 'b', '10']],
  [['RPUSH', '$', 'a', 'b', 'a']],
  [['SADD', '$', 'a', 'b']],
  [['ZADD', '$', '10', 'a', '5', 'b']],
];

/** Collects everything in the keys: every text, number and time. */
async function standing(...keys: string[]): Promise<Set<string>> {
  const found: string[] = [];
  for (const key of keys) {
    const type = await world.other.type(key);
    if (type === 'none') continue;
    if (type === 'string') found.push((await world.other.get(key)) ?? '');
    if (type === 'hash') found.push(...Object.entries(await world.other.hgetall(key)).flat());
    if (type === 'list') found.push(...(await world.other.lrange(key, 0, -1)));
    if (type === 'set') found.push(...(await world.other.smembers(key)));
    if (type === 'zset') found.push(...(await world.other.zrange(key, 0, -1, 'WITHSCORES')));
    found.push(`expires ${await world.other.pexpiretime(key)}`);
  }
  return new Set(found);
}

const send = (key: string, [name, ...args]: readonly [string, ...string[]]) =>
  world.other.call(name, ...args.map((arg) => arg.replace('$', key)));

const operation = fc.constantFrom(...OPERATIONS);
const call = operation.chain((one) =>
  fc.record({
    apiName: fc.constant(one.apiName),
    payload: payloadOf(one, '$'),
    precededBy: fc.array(
      operation.chain((earlier) =>
        payloadOf(earlier, '$').map((payload) => ({ operation: earlier.apiName.slice('redis.'.length), payload })),
      ),
      { maxLength: 3 },
    ),
  }),
);
const story = fc.record({
  call,
  seed: fc.constantFrom(...SEEDS),
  meanwhile: fc.constantFrom(
    ...SEEDS,
    [['DEL', '$']] as [string, ...string[]][],
    [['INCRBY', '$', '777']] as [string, ...string[]][],
  ),
  response: fc.oneof(fc.constantFrom<Json>('OK', 0, 1, 2, null, 787), texts, value),
  isPlaceNamed: fc.boolean(),
  onConflict: fc.constantFrom('skip' as const, 'force' as const),
});

/** Returns the values that the undo wrote and that were there neither at the precapture nor right before the undo. */
async function newAfter(
  {
    call: { apiName, payload, precededBy },
    seed,
    meanwhile,
    response,
    isPlaceNamed,
    onConflict,
  }: (typeof told)[number],
  plant = async (_key: string) => undefined as unknown,
): Promise<string[]> {
  const key = unique('written');
  const named = <T>(one: T): T => JSON.parse(JSON.stringify(one).replaceAll('$', key)) as T;
  for (const command of seed) await send(key, command);
  const sent: JsonObject = named({
    ...payload,
    ...(precededBy.length > 0 && { precededBy: precededBy as Json[] }),
    ...(isPlaceNamed && { place: { server: world.runId, database: 0 } }),
  });
  const before = await standing(key, `${key}:new`);
  const captured = await redis.capture({ apiName, payload: sent }, world.context);
  if (!captured.captured) return [];
  const snapshot = JSON.parse(JSON.stringify(captured.content)) as JsonObject;
  // The undo does not run; other clients continue.
  for (const command of meanwhile) await Promise.resolve(send(key, command)).catch(() => undefined);
  const now = await standing(key, `${key}:new`);
  await redis.undo({ apiName, payload: sent, response, snapshot }, onConflict, world.context);
  await plant(key);
  const left = await standing(key, `${key}:new`);
  // A key that comes back without an expiry never had one.
  return [...left].filter((one) => !before.has(one) && !now.has(one) && one !== 'expires -1');
}

const told = fc.sample(story, { numRuns: 400, seed: 39 });

describe('an undo of a redis call that never ran', () => {
  it('writes only what was captured or stands there, whatever payload, response and earlier calls say', async () => {
    const tried = new Set<string>();
    for (const one of told) {
      tried.add(one.call.apiName);
      expect([one, await newAfter(one)]).toEqual([one, []]);
    }
    expect([...tried].sort()).toEqual(OPERATIONS.map(({ apiName }) => apiName).sort());
  });

  it('is noticed where it writes what a payload says', async () => {
    const [one] = told;
    if (!one) throw new Error('nothing was told');
    expect(await newAfter(one, (key) => world.other.set(`${key}:new`, 'said-planted'))).toContain('said-planted');
  });
});
