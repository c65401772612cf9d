import { Redis } from 'ioredis';
import { KNOWN_COMMANDS, keysOf } from '../../../src/connectors/redis/command-keys.js';
import { type RedisServer, startRedis } from '../../support/redis.mjs';

let server: RedisServer;
let client: Redis;
beforeAll(async () => {
  server = await startRedis();
  client = new Redis(server.url);
});
afterAll(async () => {
  client.disconnect();
  await server.stop();
});

/** Arguments that differ, with a number of keys where some commands have one. */
const ARGUMENTS = [2, 3, 4, 5, 6, 1].flatMap((length) =>
  [null, 0, 1].map((number) => Array.from({ length }, (_, index) => (index === number ? '1' : `k${index}`))),
);

/** Returns the keys that the server itself finds; null if it does not know the command, or not with these arguments. */
const toldBy = (command: string, args: readonly string[]): Promise<string[] | null> =>
  (client.call('COMMAND', 'GETKEYS', command, ...args) as Promise<string[]>).catch(() => null);

it('the keys of a command are those that the server finds in it', async () => {
  let compared = 0;
  for (const command of KNOWN_COMMANDS) {
    for (const args of ARGUMENTS) {
      const told = await toldBy(command, args);
      if (told === null) continue;
      compared++;
      expect([command, args, keysOf(command, args)]).toEqual([command, args, told]);
    }
  }
  expect(compared).toBeGreaterThan(300);
  expect(await toldBy('set', ['k0', 'k1'])).not.toEqual(keysOf('del', ['k0', 'k1']));
});
