import { perform } from '../../../src/connectors/connector.testkit.js';
import { redis } from '../../../src/connectors/redis/redis.connector.js';
import { unique } from '../../support/client.js';
import { acted, INCREMENT, type Scenario, send, undo, world } from './redis-world.js';

const SCENARIOS: [string, Scenario][] = [
  ['an INCRBY after which another client added is a conflict', INCREMENT],
  [
    'a counter that INCR made and another client added to is a conflict',
    {
      before: [],
      ...{ operation: 'numbers.increment', payload: { by: '1' }, call: ['INCR', '$'] },
      meanwhile: [['INCR', '$']],
      outcome: 'conflict',
      left: [[['GET', '$'], '2']],
    },
  ],
  [
    'a counter that expired and that another client set to the same number is a conflict',
    {
      before: [['SET', '$', '10', 'PXAT', '32503680000000']],
      ...{ operation: 'numbers.increment', payload: { by: '5' }, call: ['INCRBY', '$', '5'] },
      meanwhile: [
        ['DEL', '$'],
        ['SET', '$', '15', 'PXAT', '32503680000001'],
      ],
      outcome: 'conflict',
      left: [[['GET', '$'], '15']],
    },
  ],
  [
    'a counter of a hash that another client recreated with the same number, and that expires now, is a conflict',
    {
      before: [['HSET', '$', 'n', '1']],
      ...{ operation: 'hashes.increment', payload: { field: 'n', by: '2' }, call: ['HINCRBY', '$', 'n', '2'] },
      meanwhile: [
        ['DEL', '$'],
        ['HSET', '$', 'n', '3'],
        ['PEXPIREAT', '$', '32503680000000'],
      ],
      outcome: 'conflict',
      left: [[['HGET', '$', 'n'], '3']],
    },
  ],
  [
    'a counter that still expires when it did is undone',
    {
      before: [['SET', '$', '10', 'PXAT', '32503680000000']],
      ...{ operation: 'numbers.increment', payload: { by: '5' }, call: ['INCRBY', '$', '5'] },
      meanwhile: [],
      outcome: 'done',
      left: [
        [['GET', '$'], '10'],
        [['PEXPIRETIME', '$'], 32503680000000],
      ],
    },
  ],
  [
    'a counter that another client deleted is a conflict',
    {
      before: [['SET', '$', '10']],
      ...{ operation: 'numbers.increment', payload: { by: '5' }, call: ['INCRBY', '$', '5'] },
      meanwhile: [['DEL', '$']],
      outcome: 'conflict',
      left: [[['EXISTS', '$'], 0]],
    },
  ],
  [
    'a HINCRBY after which another client added is a conflict',
    {
      before: [['HSET', '$', 'n', '1']],
      ...{ operation: 'hashes.increment', payload: { field: 'n', by: '2' }, call: ['HINCRBY', '$', 'n', '2'] },
      meanwhile: [
        ['HINCRBY', '$', 'n', '10'],
        ['HSET', '$', 'x', 'theirs'],
      ],
      outcome: 'conflict',
      left: [
        [
          ['HGETALL', '$'],
          ['n', '13', 'x', 'theirs'],
        ],
      ],
    },
  ],
  [
    'a hash that HSET made keeps the fields of another client',
    {
      before: [],
      ...{ operation: 'hashes.set', payload: { fields: { a: '1' } }, call: ['HSET', '$', 'a', '1'] },
      meanwhile: [['HSET', '$', 'b', 'theirs']],
      outcome: 'done',
      left: [
        [
          ['HGETALL', '$'],
          ['b', 'theirs'],
        ],
      ],
    },
  ],
  [
    'a field that another client set after HDEL is a conflict',
    {
      before: [['HSET', '$', 'a', '1', 'b', '2']],
      ...{ operation: 'hashes.del', payload: { fields: ['a', 'b'] }, call: ['HDEL', '$', 'a', 'b'] },
      meanwhile: [['HSET', '$', 'a', 'theirs']],
      outcome: 'conflict',
      left: [
        [
          ['HMGET', '$', 'a', 'b'],
          ['theirs', '2'],
        ],
      ],
    },
  ],
  [
    'a SADD is undone for the members that were absent before',
    {
      before: [['SADD', '$', 'a']],
      ...{ operation: 'sets.add', payload: { members: ['a', 'b'] }, call: ['SADD', '$', 'a', 'b'] },
      meanwhile: [['SADD', '$', 'c']],
      outcome: 'done',
      left: [
        [
          ['SMISMEMBER', '$', 'a', 'b', 'c'],
          [1, 0, 1],
        ],
      ],
    },
  ],
  [
    'a score that another client changed after ZADD is a conflict',
    {
      before: [['ZADD', '$', '1', 'a']],
      ...{ operation: 'sortedSets.add', payload: { scores: { a: '2' } }, call: ['ZADD', '$', '2', 'a'] },
      meanwhile: [['ZADD', '$', '3', 'a']],
      outcome: 'conflict',
      left: [[['ZSCORE', '$', 'a'], '3']],
    },
  ],
  [
    'a ZINCRBY after which another client added is a conflict',
    {
      before: [['ZADD', '$', '1', 'a']],
      ...{ operation: 'sortedSets.increment', payload: { member: 'a', by: '2' }, call: ['ZINCRBY', '$', '2', 'a'] },
      meanwhile: [
        ['ZINCRBY', '$', '10', 'a'],
        ['ZADD', '$', '5', 'b'],
      ],
      outcome: 'conflict',
      left: [
        [
          ['ZRANGE', '$', '0', '-1', 'WITHSCORES'],
          ['b', '5', 'a', '13'],
        ],
      ],
    },
  ],
  [
    'an RPUSH is undone between what other clients popped and pushed',
    {
      before: [['RPUSH', '$', 'a', 'b']],
      ...{ operation: 'lists.push', payload: { values: ['x', 'y'], end: 'right' }, call: ['RPUSH', '$', 'x', 'y'] },
      meanwhile: [
        ['LPOP', '$'],
        ['RPUSH', '$', 'c', 'x'],
      ],
      outcome: 'done',
      left: [
        [
          ['LRANGE', '$', '0', '-1'],
          ['b', 'c', 'x'],
        ],
      ],
    },
  ],
  [
    'an LPOP is undone behind what another client pushed',
    {
      before: [['RPUSH', '$', 'a', 'b', 'c']],
      ...{ operation: 'lists.pop', payload: { end: 'left' }, call: ['LPOP', '$'] },
      meanwhile: [['LPUSH', '$', 'new']],
      outcome: 'done',
      left: [
        [
          ['LRANGE', '$', '0', '-1'],
          ['new', 'a', 'b', 'c'],
        ],
      ],
    },
  ],
  [
    'an element that a consumer took after RPUSH is a conflict',
    {
      before: [],
      ...{ operation: 'lists.push', payload: { values: ['x', 'y'], end: 'right' }, call: ['RPUSH', '$', 'x', 'y'] },
      meanwhile: [['LPOP', '$']],
      outcome: 'conflict',
      left: [[['LRANGE', '$', '0', '-1'], ['y']]],
    },
  ],
  [
    'an LPOP of the last element is a conflict when another client pushed, for the place is not known',
    {
      before: [['RPUSH', '$', 'a']],
      ...{ operation: 'lists.pop', payload: { end: 'left' }, call: ['LPOP', '$'] },
      meanwhile: [['RPUSH', '$', 'b']],
      outcome: 'conflict',
      left: [[['LRANGE', '$', '0', '-1'], ['b']]],
    },
  ],
  [
    'a key that another client made after DEL is a conflict',
    {
      before: [['HSET', '$', 'a', '1']],
      ...{ operation: 'keys.del', payload: { keys: ['$'] }, call: ['DEL', '$'] },
      meanwhile: [['SADD', '$', 'theirs']],
      outcome: 'conflict',
      left: [[['SMEMBERS', '$'], ['theirs']]],
    },
  ],
  [
    'an expiry that SET took away from an equal value comes back',
    {
      before: [['SET', '$', 'v', 'PXAT', '32503680000000']],
      ...{ operation: 'keys.set', payload: { value: 'v' }, call: ['SET', '$', 'v'] },
      meanwhile: [],
      outcome: 'done',
      left: [[['PEXPIRETIME', '$'], 32503680000000]],
    },
  ],
  [
    'an expiry that another client set after SET is a conflict, and the value is restored beside it',
    {
      before: [['SET', '$', 'v']],
      ...{ operation: 'keys.set', payload: { value: 'w', seconds: 60 }, call: ['SET', '$', 'w', 'EX', '60'] },
      meanwhile: [['PEXPIREAT', '$', '32503680000000']],
      outcome: 'conflict',
      left: [
        [['GET', '$'], 'v'],
        [['PEXPIRETIME', '$'], 32503680000000],
      ],
    },
  ],
  [
    'a key that SET made is a conflict once another client made it expire',
    {
      before: [],
      ...{ operation: 'keys.set', payload: { value: 'w' }, call: ['SET', '$', 'w'] },
      meanwhile: [['PEXPIREAT', '$', '32503680000000']],
      outcome: 'conflict',
      left: [
        [['GET', '$'], 'w'],
        [['PEXPIRETIME', '$'], 32503680000000],
      ],
    },
  ],
  [
    'a SET NX that set nothing is not undone',
    {
      before: [['SET', '$', 'theirs']],
      ...{ operation: 'keys.set', payload: { value: 'w', options: ['NX'] }, call: ['SET', '$', 'w', 'NX'] },
      meanwhile: [['SET', '$', 'w']],
      outcome: 'done',
      left: [[['GET', '$'], 'w']],
    },
  ],
  [
    'a RENAME whose new key another client changed is a conflict, and nothing is doubled',
    {
      before: [['SET', '$', 'v']],
      ...{ operation: 'keys.rename', payload: { newKey: '$:new' }, call: ['RENAME', '$', '$:new'] },
      meanwhile: [['SET', '$:new', 'theirs']],
      outcome: 'conflict',
      left: [
        [['EXISTS', '$'], 0],
        [['GET', '$:new'], 'theirs'],
      ],
    },
  ],
];

describe('the redis connector beside another client', () => {
  it.each(SCENARIOS)('%s', async (_, scenario) => {
    const { key, effect } = await acted(scenario);
    for (const command of scenario.meanwhile) await send(world.other, key, command);
    const report = await undo(effect);
    expect(report).toMatchObject({ outcome: scenario.outcome });
    for (const [command, left] of scenario.left) expect(await send(world.other, key, command)).toEqual(left);
    if (scenario.outcome === 'conflict') expect(report.detail).toMatch(/^Changed since the call: key "/);
  });

  it('writes no field to a key of another type, even by force', async () => {
    const key = unique('key');
    await world.other.hset(key, { a: '1' });
    const payload = { key, fields: { a: '2' }, place: { server: world.runId, database: 0 } };
    const act = () => world.agent.hset(key, { a: '2' });
    const effect = await perform({
      connector: redis,
      context: world.context,
      apiName: 'redis.hashes.set',
      payload,
      act,
    });
    await world.other.set(key, 'theirs');
    expect((await redis.undo(effect, 'force', world.context)).outcome).toBe('conflict');
    expect(await world.other.get(key)).toBe('theirs');
  });

  it('is a conflict when the answer shows that another client was faster', async () => {
    const key = unique('key');
    await world.other.sadd(key, 'a');
    const place = { server: world.runId, database: 0 };
    const act = async () => {
      await world.other.sadd(key, 'b');
      return world.agent.sadd(key, 'b', 'c');
    };
    const payload = { key, members: ['b', 'c'], place };
    const effect = await perform({ connector: redis, context: world.context, apiName: 'redis.sets.add', payload, act });
    expect(await undo(effect)).toMatchObject({ outcome: 'conflict', detail: expect.stringContaining('does not fit') });
    expect((await world.other.smembers(key)).sort()).toEqual(['a', 'b', 'c']);
  });
});
