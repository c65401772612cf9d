import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis';
import { Command, Redis } from 'ioredis';
import { newGovernance } from '../../../../../sdk/test/support/governance.js';
import { tracing } from '../../../../../sdk/test/support/tracing.js';
import { unique } from '../../../../support/client.js';
import { startRedis } from '../../../../support/redis.mjs';

let server: Awaited<ReturnType<typeof startRedis>>;
const opened: Redis[] = [];

beforeAll(async () => {
  server = await startRedis();
});

afterAll(async () => {
  for (const client of opened) client.disconnect();
  await server.stop();
});

function newClient(): Redis {
  const client = new Redis(server.port);
  opened.push(client);
  return client;
}

/** Sends a command in every way, and returns the answers. */
async function answers(client: Redis, key: string): Promise<unknown[]> {
  return [
    await client.set(key, '1'),
    await new Promise((resolve) => client.incr(key, (...given) => resolve(given))),
    await client.call('APPEND', key, '5'),
    await client.sendCommand(new Command('incrby', [key, '2'], { replyEncoding: 'utf8' })),
    await client.pipeline().incr(key).get(key).exec(),
    await client.multi().decr(key).exec(),
    await client.multi({ pipeline: false }),
    await client.set(key, '9'),
    await client.exec(),
    await client.getBuffer(key),
  ];
}

it.each(['before', 'after'])('the instrumentation of OpenTelemetry works when it is enabled %s', async (when) => {
  const { patch, unpatch, ended } = tracing(
    new IORedisInstrumentation({ enabled: false, requireParentSpan: false }),
    new Map([['ioredis', Redis]]),
  );
  const [theirs, ours] = [unique('traced'), unique('traced')];
  const bare = newClient();
  const expected = await answers(bare, theirs);
  if (when === 'before') patch();
  try {
    const { wrap, actions, policy } = await newGovernance({
      credentials: { connector: 'redis', values: { url: server.url } },
    });
    const wrapped = wrap(newClient(), { connector: 'redis' });
    if (when === 'after') patch();
    expect(await answers(wrapped, ours)).toEqual(expected);
    const recorded = (await actions()).map(({ apiName, status }) => `${apiName.slice(6)} ${status}`);
    expect(recorded).toEqual(
      [
        ...['keys.set', 'numbers.increment', 'commands.execute', 'numbers.increment', 'numbers.increment'],
        ...['numbers.increment', 'keys.set'],
      ].map((path) => `${path} SUCCESS`),
    );
    for (const name of ['set', 'incr', 'append', 'incrby', 'get', 'decr', 'exec'])
      expect(ended.map((one) => one.toLowerCase())).toContain(name);
    await policy('*', 'BLOCK');
    await expect(wrapped.set(ours, 'past')).rejects.toMatchObject({ code: 'policy-blocked' });
    expect(await bare.get(ours)).toBe('9');
  } finally {
    unpatch();
  }
});
