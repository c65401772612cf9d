import { Queue, QueueEvents, UnrecoverableError, Worker } from 'bullmq';
import { Command, Redis } from 'ioredis';
import { finalErrors } from '../../../../../sdk/src/final-errors.js';
import { newGovernance } from '../../../../../sdk/test/support/governance.js';
import { unique } from '../../../../support/client.js';
import { eventually } from '../../../../support/patience.mjs';
import { startRedis } from '../../../../support/redis.mjs';

let server: Awaited<ReturnType<typeof startRedis>>;
let bare: Redis;
const opened: { disconnect(): void }[] = [];

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

function closing<T extends { disconnect(): void }>(client: T): T {
  opened.push(client);
  return client;
}

async function setup({ client, ...options }: { client?: Redis; requiresApproval?: string[] } = {}) {
  const governance = await newGovernance({ credentials: { connector: 'redis', values: { url: server.url } } });
  const raw = closing(client ?? new Redis(server.port, { maxRetriesPerRequest: null }));
  return { ...governance, raw, wrapped: governance.wrap(raw, { connector: 'redis', ...options }) };
}

type Scripted = Redis & Record<string, (...args: unknown[]) => Promise<unknown>>;

/** Commands that are not counted as writes. */
const QUIET = /^(ping|info|get|exists|hello|client|memory|multi|exec|type|dump|pexpiretime|time)$/;
/** Returns the other commands that the server received meanwhile. */
async function writesDuring(run: () => Promise<unknown>): Promise<string[]> {
  const monitor = closing(await bare.monitor());
  const seen: string[] = [];
  monitor.on('monitor', (_: unknown, [name = '']: string[]) => seen.push(name.toLowerCase()));
  await run();
  await bare.ping('end');
  await eventually(() => seen.includes('ping'));
  return seen.filter((name) => !QUIET.test(name));
}

describe('a wrapped ioredis', () => {
  it('processes jobs of BullMQ, and asks for each write', async () => {
    const { wrapped, actions } = await setup();
    const name = unique('queue');
    const options = { connection: wrapped as never, prefix: unique('bull') };
    const queue = new Queue(name, options);
    const done: unknown[] = [];
    const events = new QueueEvents(name, { ...options });
    await events.waitUntilReady();
    const worker = new Worker(name, async ({ data }) => data.n * 2, options);
    const finished = new Promise<void>((resolve, reject) => {
      worker.on('error', reject);
      worker.on('completed', (_, value) => {
        done.push(value);
        if (done.length === 2) resolve();
      });
    });
    await queue.add('double', { n: 1 });
    await queue.addBulk([{ name: 'double', data: { n: 2 } }]);
    await finished;
    expect(done.sort()).toEqual([2, 4]);
    await worker.close();
    await events.close();
    await queue.close();
    const asked = (await actions()).map(({ apiName }) => apiName);
    expect(asked.filter((one) => one === 'redis.commands.execute').length).toBeGreaterThanOrEqual(4);
  });

  it('does not run a job of BullMQ again that a policy blocked, where finalErrors() is around it', async () => {
    const { session, wrap, policy } = await setup();
    await policy('crm.*', 'BLOCK');
    const crm = wrap({ update: async () => 'updated' }, { connector: 'crm' });
    const attempts = { plain: 0, final: 0 };
    const handled = (name: 'plain' | 'final') => async () => {
      attempts[name] += 1;
      return crm.update();
    };
    const processors = { plain: handled('plain'), final: finalErrors(UnrecoverableError, handled('final')) };
    for (const name of ['plain', 'final'] as const) {
      const connection = closing(new Redis(server.port, { maxRetriesPerRequest: null }));
      const options = { connection: connection as never, prefix: unique('bull') };
      const queue = new Queue(name, options);
      const worker = new Worker(name, processors[name], options);
      const failed = new Promise<string>((resolve) => {
        worker.on('failed', (job, error) => job?.finishedOn && resolve(error.message));
      });
      await queue.add('job', {}, { attempts: 3 });
      expect(await failed).toContain('Blocked by policy');
      await worker.close();
      await queue.close();
    }
    expect(attempts).toEqual({ plain: 3, final: 1 });
    expect(session.simulated).toBe(false);
  });

  it('writes no job of BullMQ when a policy blocks everything', async () => {
    const { wrapped, policy } = await setup();
    await policy('*', 'BLOCK');
    const prefix = unique('bull');
    const queue = new Queue('jobs', { connection: wrapped as never, prefix, skipMetasUpdate: true });
    queue.on('error', () => undefined);
    await expect(queue.add('double', { n: 1 })).rejects.toMatchObject({ code: 'policy-blocked' });
    expect(await bare.keys(`${prefix}*`)).toEqual([]);
    await queue.close();
  });

  it('is not bypassed by a copy, a monitor, a script named as a read, or a function of the application', async () => {
    class Wiping extends Redis {
      override get(...args: unknown[]): never {
        return this.flushall().then(() => args) as never;
      }
    }
    const { wrapped, policy } = await setup({ client: new Wiping(server.port) });
    await policy('*', 'BLOCK');
    const key = unique('kept');
    await bare.set(key, 'kept');
    const copy = closing(wrapped.duplicate());
    wrapped.defineCommand('GET', { numberOfKeys: 1, lua: "return redis.call('del', KEYS[1])" });
    const { GET } = wrapped as unknown as Scripted;
    const monitor = closing(await wrapped.monitor());
    const blocked = { code: 'policy-blocked' };
    const calls: (() => Promise<unknown>)[] = [
      () => copy.del(key),
      () => copy.duplicate().del(key),
      () => (GET as (...args: unknown[]) => Promise<unknown>)(key),
      () => wrapped.pipeline().call('GET', key).del(key).exec(),
      () => (wrapped.pipeline() as unknown as { GET(key: string): Redis }).GET(key).exec() as Promise<unknown>,
      () => wrapped.get(key),
      () => Reflect.apply(Redis.prototype.del, wrapped, [key]),
      () => wrapped.pipeline([['GET', key]]).exec(),
      () => closing(new (wrapped.constructor as typeof Redis)(wrapped.options)).del(key),
      () => closing(new (class extends (wrapped.constructor as typeof Redis) {})(wrapped.options)).del(key),
      () => monitor.duplicate({ monitor: false } as never).del(key),
    ];
    const writes = await writesDuring(async () => {
      for (const call of calls) await expect(call()).rejects.toMatchObject(blocked);
    });
    expect(writes).toEqual([]);
    expect(await bare.get(key)).toBe('kept');
  });

  it('sends the checked command: objects that answer twice and commands that change later are read once', async () => {
    const { wrapped, policy } = await setup({ client: new Redis(server.port, { lazyConnect: true }) });
    await policy('redis.database.*', 'BLOCK');
    await policy('redis.keys.del', 'BLOCK');
    const key = unique('kept');
    await bare.set(key, 'kept');
    const twice = (first: string, second: string) => {
      let asked = 0;
      return { toString: () => (asked++ === 0 ? first : second) };
    };
    const later = new Command('get', [key], { replyEncoding: 'utf8' });
    const writing = new Command('set', [`${key}:new`, 'x']);
    const own = { name: 'get', args: [key], toWritable: () => '*1\r\n$8\r\nFLUSHALL\r\n', resolve: () => undefined };
    const bytes = Buffer.from('sent');
    const writes = await writesDuring(async () => {
      const sent = wrapped.sendCommand(later) as Promise<unknown>;
      Object.assign(later, { name: 'flushall', args: [] });
      const set = wrapped.sendCommand(writing);
      const bytesSet = wrapped.set(`${key}:bytes`, bytes);
      bytes.fill(0);
      Object.assign(writing, { name: 'del', args: [key] });
      const collected = wrapped.pipeline();
      const inside = new Command('get', [key]);
      (collected as unknown as Redis).sendCommand(inside);
      Object.assign(inside, { name: 'flushall', args: [] });
      await Promise.all([sent, set, bytesSet, collected.exec()]);
      expect(await later.promise).toBe('kept');
      expect(String(await writing.promise)).toBe('OK');
      await wrapped.call(twice('get', 'flushall') as never, key).catch(() => undefined);
      await wrapped.object(twice('encoding', 'freq') as never, key).catch(() => undefined);
      await (wrapped.sendCommand(own as never) as Promise<unknown>).catch(() => undefined);
      Command.setArgumentTransformer('strlen', (args) => (args.length === 1 ? [...args, 'more'] : []));
      expect(() => wrapped.strlen(key)).toThrow(expect.objectContaining({ code: 'ungoverned-call' }));
      Command.setArgumentTransformer('strlen', (args) => args);
    });
    expect(writes.filter((name) => !['set', 'object'].includes(name))).toEqual([]);
    expect(await bare.mget(key, `${key}:new`, `${key}:bytes`)).toEqual(['kept', 'x', 'sent']);
  });

  // A rejection without a handler fails a test by itself.
  it('fails the end of a transaction by the promise of its command, even if its caller reads no other', async () => {
    const { wrapped } = await setup({ client: new Redis(server.port) });
    await wrapped.get('nothing');
    await wrapped.multi({ pipeline: false });
    const wrong = new Command('exec', ['one', 'too', 'many'], { replyEncoding: 'utf8' });
    wrapped.sendCommand(wrong);
    await expect(wrong.promise).rejects.toThrow('wrong number of arguments');
    expect(await wrapped.ping()).toBe('PONG');
  });

  it('asks for every call that may do the operation of an option', async () => {
    const { wrapped, operator } = await setup({ requiresApproval: ['keys.del'] });
    const key = unique('named');
    await bare.set(key, 'kept');
    await bare.sadd(`${key}:s`, 'a');
    const held: ((redis: Redis) => Promise<unknown>)[] = [
      (redis) => redis.getdel(key),
      (redis) => redis.getdelBuffer(key),
      (redis) => redis.call('GeTdEl', key),
      (redis) => redis.callBuffer('UNLINK', key),
      (redis) => redis.rename(key, `${key}:other`),
      (redis) => redis.renamenx(key, `${key}:other`),
      (redis) => redis.expire(key, 0),
      (redis) => redis.pexpireat(key, 1),
      (redis) => redis.set(key, 'x', 'PXAT', 1),
      (redis) => redis.getex(key, 'EXAT', 1),
      (redis) => redis.eval("return redis.call('del', KEYS[1])", 1, key),
      (redis) => redis.flushdb(),
      (redis) => redis.move(key, 3),
      (redis) => redis.restore(key, 1, 'x', 'REPLACE'),
      (redis) => redis.sort(`${key}:none`, 'STORE', key),
      (redis) => redis.sinterstore(key, `${key}:none`, `${key}:s`),
      (redis) => redis.swapdb(0, 1),
      (redis) => redis.pipeline().getdel(key).exec(),
    ];
    const results = held.map((call) =>
      call(closing(wrapped.duplicate())).then(
        () => `ran: ${call}`,
        (error: { code?: string }) => error.code,
      ),
    );
    let settled = false;
    const all = Promise.all(results).finally(() => (settled = true));
    while (!settled) {
      for (const { id } of (await operator.get('/approvals')).body.data)
        await operator.post(`/approvals/${id}/reject`, { reason: 'Not now.' });
      await new Promise((done) => setTimeout(done, 100));
    }
    expect(new Set(await all)).toEqual(new Set(['approval-rejected']));
    expect(await bare.get(key)).toBe('kept');
    expect(await wrapped.incr(`${key}:n`)).toBe(1);
    expect(await wrapped.expire(`${key}:n`, 100)).toBe(1);
    expect(await wrapped.xadd(`${key}:x`, '*', 'a', '1')).toEqual(expect.any(String));
    expect(await wrapped.lpush(`${key}:l`, 'a')).toBe(1);
  });

  it('keeps the order of calls that are not awaited, on one connection', async () => {
    const { wrapped } = await setup();
    const key = unique('order');
    const answers = await Promise.all([
      wrapped.set(key, '1'),
      wrapped.get(key),
      wrapped.incr(key),
      wrapped.pipeline().get(key).exec(),
      wrapped.multi().incr(key).get(key).exec(),
      new Promise((resolve) => void wrapped.get(key, (...given) => resolve(given))),
      wrapped.del(key),
      wrapped.get(key),
    ]);
    const batch = (...replies: unknown[]) => replies.map((reply) => [null, reply]);
    expect(answers).toEqual(['OK', '1', 2, batch('2'), batch(3, '3'), [null, '3'], 1, null]);
    void wrapped.set(key, 'last');
    const last = wrapped.get(key);
    await wrapped.quit();
    expect(await last).toBe('last');
  });

  it('asks once when an instrumentation has replaced methods, before or after', async () => {
    const raw = new Redis(server.port);
    const seen: string[] = [];
    const instrument = (client: Redis, when: string) => {
      const original = client.set;
      client.set = function (this: Redis, ...args: unknown[]) {
        seen.push(when);
        return Reflect.apply(original, this, args) as never;
      };
    };
    instrument(raw, 'before');
    const { wrapped, actions } = await setup({ client: raw });
    instrument(wrapped, 'after');
    const key = unique('seen');
    expect(await wrapped.set(key, '1')).toBe('OK');
    expect(seen).toEqual(['after', 'before']);
    expect((await actions()).map(({ apiName }) => apiName)).toEqual(['redis.keys.set']);
  });

  it('does not wait for a blocking command when it disconnects, and adds no listeners', async () => {
    const { wrapped, raw } = await setup();
    await wrapped.ping();
    const other = closing(new Redis(server.port));
    await other.ping();
    expect(raw.listeners('ready')).toHaveLength(other.listeners('ready').length);
    const key = unique('blocks');
    const popped = wrapped.blpop(key, 0).catch((error: Error) => error.message);
    const clients = async () => String(await bare.client('LIST'));
    expect(await eventually(clients, (all) => /cmd=blpop/.test(all))).toContain('cmd=blpop');
    wrapped.disconnect();
    expect(await popped).toBe('Connection is closed.');
  });
});
