import { unique } from '../../../test/support/client.js';
import { blockingGate, wrapRecorded } from '../support/every-method.js';
import { RecordingGate } from '../support/recording-gate.js';
import { bare, newClient } from './clients.js';

const CALLS = 20;
const times = Array.from({ length: CALLS }, (_, at) => at);

describe('what the queues of ioredis send later', () => {
  it.each([
    ['offline, until the client connects', { lazyConnect: true }],
    ['of commands that it pipelines by itself', { enableAutoPipelining: true }],
  ])('%s, is asked for once, and not sent where that is blocked', async (_, options) => {
    for (const [gate, expected] of [
      [new RecordingGate(), CALLS],
      [blockingGate(), 0],
    ] as const) {
      const key = unique('later');
      const wrapped = wrapRecorded(newClient(options), gate, { connector: 'redis' });
      await Promise.allSettled(times.map((at) => wrapped.rpush(key, `${at}`)));
      expect(gate.asked.length).toBe(expected);
      expect(await bare.lrange(key, 0, -1)).toEqual(times.slice(0, expected).map(String));
    }
  });
});
