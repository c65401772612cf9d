import type { ChainableCommander, Redis } from 'ioredis';
import { unique } from '../../../test/support/client.js';
import { blockingGate, wrapRecorded } from '../support/every-method.js';
import { RecordingGate } from '../support/recording-gate.js';
import { bare, newClient } from './clients.js';

type Hear = (error: Error | null | undefined, reply: unknown) => void;
type Collect = (client: Redis, key: string, hear: Hear) => ChainableCommander;

const expiring = Date.now() + 60_000;
const WAYS: [string, Collect][] = [
  ['a pipeline', (client, key, hear) => client.pipeline().set(key, 'x', hear).get(key, hear).lpush(key, 'y', hear)],
  ['a transaction', (client, key, hear) => client.multi().set(key, 'x', hear).get(key, hear)],
  ['a transaction with a fault', (client, key, hear) => client.multi().call('set', key, hear).get(key, hear)],
  [
    'a list of commands',
    (client, key, hear) => client.pipeline([['set', key, 'x', hear] as never, ['get', key, hear] as never]),
  ],
  [
    'a relative expiry, which is sent as another command',
    (client, key, hear) => client.pipeline().set(key, 'x').expire(key, 100, hear).pexpireat(key, expiring, hear),
  ],
];

describe('the callbacks of the commands that are collected', () => {
  const heardOf = async (collect: Collect, client: Redis) => {
    const heard: unknown[] = [];
    const collected = collect(client, unique('called'), (error, reply) => heard.push(error?.message ?? reply));
    const answer = await collected.exec().catch((error: Error) => error.message);
    return { heard, answer };
  };

  it.each(WAYS)('in %s are called as by the bare client, before exec() is answered', async (_, collect) => {
    const wrapped = wrapRecorded(newClient(), new RecordingGate(), { connector: 'redis' });
    const [theirs, ours] = [await heardOf(collect, bare), await heardOf(collect, wrapped)];
    expect(ours).toEqual(theirs);
    expect(theirs.heard.length).toBeGreaterThan(1);
  });

  it('are not called where nothing was sent', async () => {
    const wrapped = wrapRecorded(newClient(), blockingGate(), { connector: 'redis' });
    for (const [, collect] of WAYS) expect((await heardOf(collect, wrapped)).heard).toEqual([]);
  });
});
