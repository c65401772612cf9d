import { Redis } from 'ioredis';
import { startRedis } from '../../../test/support/redis.mjs';
import { type Governance, newGovernance } from '../support/governance.js';

export let server: Awaited<ReturnType<typeof startRedis>>;
export let bare: Redis;
const opened: Redis[] = [];

beforeAll(async () => {
  server = await startRedis();
  bare = new Redis(server.port);
});

afterEach(() => {
  for (const client of opened.splice(0)) client.disconnect();
});

afterAll(async () => {
  bare.disconnect();
  await server.stop();
});

export function newClient(options: object = {}): Redis {
  const client = new Redis(server.port, options);
  opened.push(client);
  return client;
}

export async function setup({ client = {}, ...options }: Record<string, unknown> = {}, given?: Governance) {
  const values = { url: server.url };
  const governance = given ?? (await newGovernance({ credentials: { connector: 'redis', values } }));
  return { ...governance, wrapped: governance.wrap(newClient(client as object), { connector: 'redis', ...options }) };
}

export const refused = expect.objectContaining({ code: 'ungoverned-call' });
