import { Redis } from 'ioredis';
import type { ConnectorContext, Effect, JsonObject } from '../../../src/connectors/connector.js';
import { perform } from '../../../src/connectors/connector.testkit.js';
import { redis } from '../../../src/connectors/redis/redis.connector.js';
import { unique } from '../../support/client.js';
import { patience } from '../../support/patience.mjs';
import { startRedis } from '../../support/redis.mjs';

/** A server of the suite, with the agent's client and another one. */
export const world = {} as {
  server: Awaited<ReturnType<typeof startRedis>>;
  agent: Redis;
  other: Redis;
  context: ConnectorContext;
  runId: string;
};

beforeAll(async () => {
  const server = await startRedis();
  const [agent, other] = [new Redis(server.port), new Redis(server.port)];
  const runId = /^run_id:(\w+)/m.exec(await agent.info('server'))?.[1] ?? '';
  const context = { credentials: { url: server.url }, allowedPrivateHosts: ['127.0.0.1'], timeoutMs: patience(600) };
  Object.assign(world, { server, agent, other, context, runId });
});

afterAll(async () => {
  world.agent.disconnect();
  world.other.disconnect();
  await world.server.stop();
});

type Sent = readonly string[];
/** `$` stands for the key. */
export interface Scenario {
  readonly before: readonly Sent[];
  readonly operation: string;
  readonly payload: JsonObject;
  readonly call: Sent;
  readonly meanwhile: readonly Sent[];
  readonly outcome: 'done' | 'conflict';
  /** Reading commands, each with its answer afterwards. */
  readonly left: readonly (readonly [Sent, unknown])[];
}

export const send = (client: Redis, key: string, [name = '', ...args]: Sent) =>
  client.call(name, ...args.map((arg) => arg.replace('$', key)));

/** Names the key in a payload; `keys.del` has a list of them. */
function payloadOf({ payload }: Scenario, key: string): JsonObject {
  const named = JSON.parse(JSON.stringify(payload).replaceAll('$', key)) as JsonObject;
  const place = { server: world.runId, database: 0 };
  return { ...(named.keys === undefined && { key }), ...named, place };
}

export async function acted(scenario: Scenario): Promise<{ key: string; effect: Effect }> {
  const key = unique('key');
  for (const command of scenario.before) await send(world.other, key, command);
  const act = () => send(world.agent, key, scenario.call);
  const apiName = `redis.${scenario.operation}`;
  return {
    key,
    effect: await perform({
      connector: redis,
      context: world.context,
      apiName,
      payload: payloadOf(scenario, key),
      act,
    }),
  };
}

export const undo = (effect: Effect, more: Partial<ConnectorContext> = {}) =>
  redis.undo(effect, 'skip', { ...world.context, idempotencyKey: unique('step'), ...more });

/**
 * The agent adds 5 to 10, and another client adds too before the undo: the sum does not show which part the agent's
 * call added.
 */
export const INCREMENT: Scenario = {
  before: [['SET', '$', '10']],
  ...{ operation: 'numbers.increment', payload: { by: '5' }, call: ['INCRBY', '$', '5'] },
  meanwhile: [
    ['INCRBY', '$', '100'],
    ['EXPIRE', '$', '900'],
  ],
  outcome: 'conflict',
  left: [
    [['GET', '$'], '115'],
    // It runs down while the test looks.
    [['TTL', '$'], expect.closeTo(900, -1)],
  ],
};
