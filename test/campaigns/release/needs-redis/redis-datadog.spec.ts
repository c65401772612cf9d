import { newGovernance } from '../../../../sdk/test/support/governance.js';
import { tracedProgram, wereSent } from '../../../../sdk/test/support/traced.js';
import { startRedis } from '../../../support/redis.mjs';

const started: Awaited<ReturnType<typeof startRedis>>[] = [];
afterEach(() => Promise.all(started.splice(0).map((server) => server.stop())));

async function newServer() {
  const server = await startRedis();
  started.push(server);
  return server;
}

it.each(['before', 'after'])(
  'ioredis beside the instrumentation of Datadog works with an SDK loaded %s it',
  async (when) => {
    const [bare, ours] = [await newServer(), await newServer()];
    const expected = await tracedProgram(when, 'ioredis', `redis://127.0.0.1:${bare.port}`, null);
    const url = `redis://127.0.0.1:${ours.port}`;
    const governance = await newGovernance({ credentials: { connector: 'redis', values: { url } } });

    const seen = await tracedProgram(when, 'ioredis', url, governance);
    expect(seen.answers).toEqual(expected.answers);
    expect(wereSent(expected, 'set', 'incr', 'get')).toEqual([true, true, true]);
    expect(wereSent(seen, 'set', 'incr', 'get')).toEqual([true, true, true]);
    expect((await governance.actions()).map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);

    await governance.policy('*', 'BLOCK');
    const refused = await tracedProgram(when, 'ioredis', url, governance);
    expect(refused.answers.slice(0, 2)).toEqual([{ error: 'policy-blocked' }, 'policy-blocked']);
    expect(refused.answers[3]).toEqual('3');
    expect(wereSent(refused, 'set', 'incr', 'get')).toEqual([false, false, true]);
  },
);
