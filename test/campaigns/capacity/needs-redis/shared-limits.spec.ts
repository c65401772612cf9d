import { Redis } from 'ioredis';
import { type Answer, Caller, newOrganization, newSession } from '../../../support/client.js';
import { freePort } from '../../../support/free-port.mjs';
import { tally } from '../../../support/ledger.js';
import { eventually, patience } from '../../../support/patience.mjs';
import { valueAt } from '../../../support/prometheus-names.js';
import { type RedisServer, startRedis } from '../../../support/redis.mjs';
import { type ServiceProcess, startService } from '../../../support/service.mjs';

const OUTAGE = 'Redis does not answer';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let redis: RedisServer;
let inside: Redis;
let services: ServiceProcess[];
let metricsPorts: number[];

const start = (url: string, more = {}) => startService({ RATE_LIMIT_MULTIPLIER: '1', REDIS_URL: url, ...more });

beforeAll(async () => {
  redis = await startRedis();
  inside = new Redis(redis.url);
  inside.on('error', () => undefined);
  metricsPorts = [await freePort(), await freePort()];
  services = await Promise.all(metricsPorts.map((port) => start(redis.url, { METRICS_PORT: String(port) })));
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  inside.disconnect();
  await redis.stop();
});
beforeEach(() => inside.flushall());

/** An exchange that is counted and then refused for its empty body, at the first or the second process. */
const exchange = (index: number, at = services) =>
  new Caller(at[index % at.length] ?? { url: '' }, null).post('/auth/token', {});

/** Sends so many requests together, in turns to the processes. */
const together = (count: number, at = services): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => exchange(index, at)));

const outages = ({ output }: ServiceProcess) => output.filter((line) => line.includes(OUTAGE)).length;

describe('limits shared by two processes', () => {
  it('let exactly the limit of an address pass, of 1 000 requests at once', async () => {
    const answers = await together(1_000);
    expect(tally(answers)).toEqual({ 400: 60, 429: 940 });
    const passed = answers.filter(({ status }) => status === 400).map(({ headers }) => headers.get('ratelimit') ?? '');
    const numbers = passed.map((header) => Number(/^"default";r=(\d+);t=\d+$/.exec(header)?.[1]));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index));
  });

  it('let exactly the limit of an organization pass, and disturb no other', async () => {
    const [one, other] = [await newOrganization(), await newOrganization()];
    const session = await newSession(one.agent);
    const precapture = (index: number) =>
      one.agent
        .at(services[index % 2] ?? { url: '' })
        .post(`/sessions/${session}/actions/precapture`, { apiName: 'a.b', payload: {} });
    const answers = await Promise.all(Array.from({ length: 1_000 }, (_, index) => precapture(index)));
    expect(tally(answers)).toEqual({ 200: 120, 429: 880 });
    const others = await newSession(other.agent);
    const asked = await other.agent
      .at(services[0] ?? { url: '' })
      .post(`/sessions/${others}/actions/precapture`, { apiName: 'a.b', payload: {} });
    expect(asked.headers.get('ratelimit')).toMatch(/^"default";r=119;t=60$/);
  });

  it('let a caller in again when the window ends, also one who never stopped asking', async () => {
    await together(100);
    const [key = ''] = await inside.keys('*');
    expect(await inside.keys('*')).toHaveLength(1);
    const leftMs = patience(600);
    expect(await inside.pttl(key)).toBeGreaterThan(leftMs);
    // The end of the window, without the wait for it.
    const endsAfter = performance.now() + leftMs - 5;
    await inside.pexpire(key, leftMs);
    const endsBefore = performance.now() + leftMs;
    const first = await exchange(0);
    expect(first.status).toBe(429);
    const seconds = Number(first.headers.get('retry-after'));
    expect([seconds > 0, seconds * 1_000 <= leftMs + 1_000]).toEqual([true, true]);
    expect(first.headers.get('ratelimit')).toBe(`"default";r=0;t=${seconds}`);
    // A request that was slow to arrive is the first of the new window.
    let passed = 0;
    for (let index = 0; performance.now() < endsAfter - 100; index++) {
      const { status } = await exchange(index);
      if (performance.now() < endsAfter) expect(status).toBe(429);
      else if (status === 400) passed++;
    }
    await pause(endsBefore - performance.now() + 50);
    expect(tally(await together(100))).toEqual({ 400: 60 - passed, 429: 40 + passed });
    expect(await inside.pttl(key)).toBeGreaterThan(leftMs);
  });

  it('leave only keys in Redis that expire', async () => {
    await exchange(0);
    const keys = await inside.keys('*');
    expect(keys).toEqual(['{backstop:POST /auth/token address 127.0.0.1:address}:hits']);
    for (const key of keys) expect(await inside.pttl(key)).toBeLessThanOrEqual(60_000);
  });
});

describe('while Redis', () => {
  it('is down, no request waits for it, each process counts for itself and logs it once; then they share again', async () => {
    const up = () => Promise.all(metricsPorts.map((port) => valueAt(port, 'backstop_redis_up')));
    const before = services.map(outages);
    expect(await up()).toEqual([1, 1]);
    await redis.stop();
    for (const service of services) expect(tally(await together(100, [service]))).toEqual({ 400: 60, 429: 40 });
    const said = () => services.map((service, index) => outages(service) - (before[index] ?? 0));
    expect(await eventually(said, (counts) => counts.every(Boolean))).toEqual([1, 1]);
    expect(await up()).toEqual([0, 0]);

    redis = await startRedis(redis.port);
    await eventually(
      () =>
        exchange(0)
          .then(() => inside.keys('*'))
          .catch(() => []),
      (keys) => keys.length > 0,
    );
    await eventually(
      () => exchange(1).then(({ headers }) => headers.get('ratelimit')),
      (left) => !left?.includes('r=0;'),
    );
    await inside.flushall();
    expect(tally(await together(1_000))).toEqual({ 400: 60, 429: 940 });
  });

  it('is silent with open connections, requests are answered, and the next ones do not ask it', async () => {
    const heard = async () =>
      [...(await inside.info('commandstats')).matchAll(/^cmdstat_eval(?:sha)?:calls=(\d+)/gm)].reduce(
        (sum, [, calls]) => sum + Number(calls),
        0,
      );
    const before = await heard();
    redis.signal('SIGSTOP');
    expect((await together(50)).filter(({ status }) => status !== 400 && status !== 429)).toEqual([]);
    for (let index = 0; index < 100; index++) expect([400, 429]).toContain((await exchange(index)).status);
    redis.signal('SIGCONT');
    // One request a second checks whether Redis is back.
    const asked = (await eventually(heard, (now) => now > before)) - before;
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(50 + 100 / 2);
    const shared = await eventually(
      async () => {
        await inside.flushall();
        return tally(await together(200));
      },
      (counts) => counts[400] === 60,
    );
    expect(shared).toEqual({ 400: 60, 429: 140 });
  });

  it('refuses the password, the log line of the outage does not show it', async () => {
    const guarded = await startRedis(undefined, 'the right one');
    const at = (password: string) => start(guarded.url.replace('//', `//:${password}@`));
    const [wrong, right] = [await at('a%20wrong%20one'), await at('the%20right%20one')];
    try {
      expect(tally(await together(61, [wrong]))).toEqual({ 400: 60, 429: 1 });
      expect(await eventually(() => outages(wrong), Boolean)).toBe(1);
      expect(wrong.output.join()).toContain('WRONGPASS');
      expect(wrong.output.join()).not.toMatch(/a(%20| )wrong/);
      expect(tally(await together(61, [right]))).toEqual({ 400: 60, 429: 1 });
      expect(outages(right)).toBe(0);
    } finally {
      await Promise.all([wrong.stop(), right.stop()]);
      await guarded.stop();
    }
  });

  it('is not there at the start, the service starts, logs it, counts, and shares as soon as Redis comes', async () => {
    const port = await freePort();
    const lonely = await start(`redis://127.0.0.1:${port}`);
    try {
      expect(tally(await together(100, [lonely]))).toEqual({ 400: 60, 429: 40 });
      expect(await eventually(() => outages(lonely), Boolean)).toBe(1);
      expect(lonely.output.join()).toContain('ECONNREFUSED');
      const late = await startRedis(port);
      const status = () => exchange(0, [lonely]).then((answer) => answer.status);
      expect(await eventually(status, (seen) => seen === 400)).toBe(400);
      await late.stop();
    } finally {
      await lonely.stop();
    }
  });
});
