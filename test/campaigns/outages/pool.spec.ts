import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ConnectorContext } from '../../../src/connectors/connector.js';
import { http } from '../../../src/connectors/http/http.connector.js';
import { Redactor } from '../../../src/connectors/redactor.js';
import { transientMemory } from '../../../src/connectors/undo-memory.js';
import { InterpreterPool, type PoolOptions } from '../../../src/isolation/pool.js';
import { Listener } from '../../support/listener.js';
import { eventually, patience } from '../../support/patience.mjs';

const POISONOUS = fileURLToPath(new URL('../../e2e/interpreters/misbehaving.mjs', import.meta.url));
const LONELY = fileURLToPath(new URL('../../e2e/interpreters/killed-parent.mjs', import.meta.url));
const OPTIONS = {
  deadlineMs: patience(80),
  heapMegabytes: 64,
  most: 1,
  idleMs: 60_000,
  each: 8,
  apartMs: 60_000,
  reads: [process.cwd()],
};

let pools: InterpreterPool[] = [];
const newPool = (more: Partial<PoolOptions> = {}) => {
  const pool = new InterpreterPool({ ...OPTIONS, file: POISONOUS, ...more });
  pools.push(pool);
  return pool;
};
const plan = (pool: InterpreterPool, organization: string, connector: string, ...values: unknown[]) =>
  pool.run(organization, { connector, method: 'plan', values }, null);
const POISONED = { name: 'PoisonedWorkError', mayHaveWritten: false };

afterEach(() => {
  for (const pool of pools) pool.close();
  pools = [];
});

it('the pool answers the value that a connector returns', async () => {
  const value = { text: 'ü', bytes: Buffer.from([1, 2]), none: null };
  expect(await plan(newPool(), 'one', 'echo', value)).toEqual(value);
});

it.each(['spins', 'spins later', 'aborts', 'hoards'])(
  'the pool ends a task that %s, and the same organization continues',
  async (connector) => {
    const pool = newPool();
    await expect(plan(pool, 'one', connector)).rejects.toMatchObject(POISONED);
    expect(await plan(pool, 'one', 'echo', 'well')).toBe('well');
  },
);

it('the pool ends a task whose answer is nested too deeply to be sent, and keeps its process', async () => {
  const pool = newPool();
  await expect(plan(pool, 'one', 'nests')).rejects.toMatchObject(POISONED);
  expect(await plan(pool, 'one', 'echo', 'well')).toBe('well');
  expect(pool.processes).toBe(1);
});

it('the pool blames no task when the service itself stood still', async () => {
  const pool = newPool();
  await plan(pool, 'one', 'echo', 'started');
  const working = plan(pool, 'one', 'waits', 100);
  // The thread stops, as after SIGSTOP or on a machine that sleeps: the interpreter's answer is not read yet.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, OPTIONS.deadlineMs + 500);
  expect(await working).toBe('waited');
});

it('the pool restarts the tasks of other organizations in an ended process', async () => {
  const pool = newPool();
  const neighbours = ['two', 'three'].map((organization) => plan(pool, organization, 'waits', 300));
  await expect(plan(pool, 'one', 'spins')).rejects.toMatchObject(POISONED);
  expect(await Promise.all(neighbours)).toEqual(['waited', 'waited']);
});

it('the pool finds the task that ends a process among several, and keeps the others', async () => {
  const pool = newPool({ most: 1 });
  const neighbours = ['two', 'three'].map((organization) => plan(pool, organization, 'waits', 1_000));
  await Promise.all([
    ...['aborts', 'spins later'].map((connector) =>
      expect(plan(pool, connector, connector)).rejects.toMatchObject(POISONED),
    ),
    expect(Promise.all(neighbours)).resolves.toEqual(['waited', 'waited']),
  ]);
});

it('the pool isolates an organization whose task was ended from others', async () => {
  const pool = newPool();
  await expect(plan(pool, 'one', 'spins')).rejects.toMatchObject(POISONED);
  expect(await plan(pool, 'two', 'echo', 'started')).toBe('started');
  let isOver = false;
  // The three calls take one deadline each, one after the other.
  const poisoned = Promise.allSettled(Array.from({ length: 3 }, () => plan(pool, 'one', 'spins'))).finally(() => {
    isOver = true;
  });
  expect(await plan(pool, 'two', 'echo', 'well')).toBe('well');
  expect(isOver).toBe(false);
  for (const { status } of await poisoned) expect(status).toBe('rejected');
});

it('the pool gives no organization more than its share', async () => {
  const pool = newPool({ each: 2 });
  const asked = performance.now();
  await Promise.all(Array.from({ length: 6 }, () => plan(pool, 'one', 'waits', 200)));
  expect(performance.now() - asked).toBeGreaterThan(3 * 200 - 50);
});

it('organizations take turns: one with many tasks delays another by one task', async () => {
  const pool = newPool();
  await plan(pool, 'one', 'echo', 'started');
  const busy = Promise.all(Array.from({ length: 6 }, () => plan(pool, 'one', 'computes', 300) as Promise<number>));
  const other = (await plan(pool, 'two', 'computes', 1)) as number;
  const ends = await busy;
  expect(ends.filter((end) => end < other).length).toBeLessThanOrEqual(2);
});

it.each([
  ['unnoted', false],
  ['noted', true],
])('the pool says whether a task that it ended may have written: %s', async (how, mayHaveWritten) => {
  const context: ConnectorContext = {
    ...{ credentials: {}, allowedPrivateHosts: [], timeoutMs: 1_000 },
    memory: transientMemory(),
  };
  const undo = newPool().run('one', { connector: 'writes', method: 'undo', values: [{}, how] }, context);
  await expect(undo).rejects.toMatchObject({ name: 'PoisonedWorkError', mayHaveWritten });
});

it('the pool holds the sockets, and checks the right to continue before each call', async () => {
  const listener = new Listener((_, reply) => reply.writeHead(200).end());
  const url = await listener.start();
  try {
    let asked = 0;
    const assertHeld = () => {
      if (++asked > 2) throw new Error('the lease is lost');
    };
    const context: ConnectorContext = {
      ...{ credentials: { baseUrl: url }, allowedPrivateHosts: ['127.0.0.1'], timeoutMs: 20_000 },
      secrets: new Redactor(http.credentialFields, { baseUrl: url }),
      assertHeld,
    };
    const reachable = { ...context, openTransport: () => http.transport(context) };
    const probe = () => newPool().run('one', { connector: 'http', method: 'probe', values: [] }, reachable);
    expect(await probe()).toBe(200);
    await expect(probe()).rejects.toThrow('the lease is lost');
  } finally {
    await listener.stop();
  }
});

it('the pool rejects running tasks when it is closed', async () => {
  const pool = newPool();
  const under = plan(pool, 'one', 'waits', 10_000);
  const held = expect(under).rejects.toMatchObject({ name: 'InterruptedWorkError' });
  setTimeout(() => pool.close(), 300);
  await held;
  await expect(plan(pool, 'one', 'echo', 1)).rejects.toMatchObject({ name: 'InterruptedWorkError' });
});

it('the pool ends idle processes but the last one, which stays warm', async () => {
  const pool = newPool({ idleMs: 50, most: 2 });
  const [one, other] = [plan(pool, 'one', 'waits', 500), plan(pool, 'other', 'waits', 500)];
  expect(pool.processes).toBe(2);
  await Promise.all([one, other]);
  const left = () =>
    eventually(
      () => pool.processes,
      (count) => count < 2,
    );
  expect(await left()).toBe(1);
  // Twenty times the time after which an idle process is ended.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(pool.processes).toBe(1);
  expect(await plan(pool, 'one', 'echo', 2)).toBe(2);
  expect(pool.processes).toBe(1);
});

it('the pool starts one process ahead of the first task, and none beside one that runs', () => {
  const pool = newPool({ most: 2 });
  expect(pool.processes).toBe(0);
  pool.warm();
  pool.warm();
  expect(pool.processes).toBe(1);
  pool.close();
});

it('an interpreter process does not outlive a service that is killed', async () => {
  const service = spawn(process.execPath, [LONELY], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [told] = await once(service.stdout, 'data');
  const interpreter = Number(String(told));
  const isThere = () =>
    existsSync(`/proc/${interpreter}/stat`) && !/\) Z /.test(readFileSync(`/proc/${interpreter}/stat`, 'utf8'));
  expect(isThere()).toBe(true);
  service.kill('SIGKILL');
  expect(await eventually(isThere, (is) => !is)).toBe(false);
});
