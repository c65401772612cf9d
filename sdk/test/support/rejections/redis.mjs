import { Command, Redis } from 'ioredis';

export function subject(url, { wrapped, heard, calledBack, sleep }) {
  const opened = [];
  const of = (end, options = {}) => {
    const client = new Redis(url, options);
    client.on('error', () => undefined);
    opened.push(client);
    return wrapped(client, end, { connector: 'redis', logReads: true });
  };
  const withClient =
    (use, options = {}) =>
    async (end) => {
      const client = of(end, options);
      await use(client);
      await heard(() => client.disconnect());
    };
  const calls = [
    (client, ...more) => client.set('key', 'x', ...more),
    (client, ...more) => client.lpush('key', 'x', ...more),
    (client, ...more) => client.get('key', ...more),
    (client, ...more) => client.call('nothing', 'x', ...more),
    (client, ...more) => client.eval('return redis.call("nothing")', 0, ...more),
    (client, ...more) => client.select(1, ...more),
  ];
  const scenarios = {
    promises: withClient((client) => Promise.all(calls.map((call) => heard(() => call(client))))),
    callbacks: withClient((client) => Promise.all(calls.map((call) => calledBack((done) => call(client, done))))),
    'one command at a time': withClient(async (client) => {
      for (const call of calls) await calledBack((done) => call(client, done));
    }),
    'commands that are sent': withClient(async (client) => {
      for (const [name, ...args] of [['set', 'key', 'x'], ['get', 'key'], ['nothing']]) {
        const command = new Command(name, args);
        await heard(() => client.sendCommand(command));
        await calledBack((done) => client.sendCommand(new Command(name, args, {}, done)));
      }
    }),
    'a pipeline': withClient(async (client) => {
      await heard(() => client.pipeline().set('key', 'x').lpush('key', 'y').get('key').exec());
      await calledBack((done) => client.pipeline().set('key', 'x').lpush('key', 'y').exec(done));
      await heard(() => client.multi().set('key', 'x').call('nothing').exec());
      client.pipeline().set('key', 'never executed');
    }),
    'a transaction that the server collects': withClient(async (client) => {
      await heard(() => client.multi({ pipeline: false }));
      const queued = [heard(() => client.set('key', 'x')), heard(() => client.lpush('key', 'x'))];
      await heard(() => client.exec());
      await Promise.all(queued);
      await heard(() => client.multi({ pipeline: false }));
      const lost = heard(() => client.set('key', 'x'));
      client.disconnect();
      await Promise.race([lost, sleep(20)]);
    }),
    'an end while calls are under way': async (end) => {
      for (const finish of ['quit', 'disconnect', 'end']) {
        const client = of(end);
        const call = heard(() => client.set('key', 'x'));
        const ended = heard(() => client[finish]());
        await Promise.all([ended, Promise.race([call, sleep(20)])]);
        await Promise.race([heard(() => client.set('key', 'x')), sleep(20)]);
        await calledBack((done) => client.set('key', 'x', done));
      }
    },
    'an end while a command waits at the server': withClient(async (client) => {
      const call = heard(() => client.blpop('nothing there', 0));
      await sleep(10);
      client.disconnect();
      await Promise.race([call, sleep(20)]);
    }),
    'a queue of a client that is offline': withClient(
      async (client) => {
        const call = heard(() => client.set('key', 'x'));
        await calledBack((done) => client.set('key', 'x', done));
        client.disconnect();
        await Promise.race([call, sleep(20)]);
      },
      { host: '127.0.0.1', port: 1, lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null },
    ),
    'calls that are pipelined by themselves': withClient(
      (client) => Promise.all(calls.slice(0, 4).map((call) => heard(() => call(client)))),
      { enableAutoPipelining: true },
    ),
    'a stream of a scan that ends early': withClient(async (client) => {
      const stream = client.scanStream();
      stream.on('error', () => undefined);
      await heard(async () => {
        for await (const _ of stream) break;
      });
      client.scanStream().destroy();
    }),
    'copies of the client': withClient(async (client) => {
      const copy = client.duplicate();
      await heard(() => copy.set('key', 'x'));
      copy.disconnect();
    }),
  };
  const stop = () => {
    for (const client of opened) client.disconnect();
  };
  return { scenarios, stop };
}
