import { Redis } from 'ioredis';
import { unique } from '../../../test/support/client.js';
import { eventually } from '../../../test/support/patience.mjs';
import { rollBack } from '../../../test/support/roll-back.js';
import { forwardTo, listenTcp } from '../../../test/support/tcp.js';
import { newGovernance } from '../support/governance.js';
import { bare, server } from './clients.js';

const opened: Redis[] = [];
afterEach(() => {
  for (const client of opened.splice(0)) client.disconnect();
});

/**
 * Makes a wrapped client whose connection is lost once: the server gets `word`, and the client does not get its answer.
 */
async function setup(word: string | null, client: object = {}) {
  let isLost = word === null;
  const relay = await listenTcp((socket) => {
    socket.prependListener('data', (chunk: Buffer) => {
      if (isLost || !chunk.toString('latin1').toLowerCase().includes(`\r\n${word}\r\n`)) return;
      isLost = true;
      // The server's answer never reaches the client.
      socket.write = () => true;
      setTimeout(() => socket.destroy(), 50);
    });
    forwardTo(server.port)(socket);
  });
  const governance = await newGovernance({ credentials: { connector: 'redis', values: { url: server.url } } });
  const own = new Redis(relay.port, { retryStrategy: () => 1, ...client });
  opened.push(own);
  const wrapped = governance.wrap(own, { connector: 'redis' });
  await wrapped.get('nothing');
  const undone = async () => (await governance.operator.post(`/sessions/${governance.session.id}/rollback`)).body.data;
  return { ...governance, relay, wrapped, undone, lost: () => isLost };
}

const UNKNOWN = { status: 'UNKNOWN', response: { error: { name: 'SentAgainError' } } };

describe('a command that ioredis sent again after it lost its connection', () => {
  it.each([
    ['incr', (client: Redis, key: string) => client.incr(key), 'get', '3'],
    ['rpush', (client: Redis, key: string) => client.rpush(key, 'x'), 'lrange', ['1', 'x', 'x']],
    ['hincrby', (client: Redis, key: string) => client.hincrby(key, 'n', 5), 'hget', '11'],
    ['lpop', (client: Redis, key: string) => client.lpop(key), 'lrange', ['c']],
  ] as const)('as %s is UNKNOWN, and nothing is undone', async (word, call, _, expected) => {
    const { wrapped, relay, actions, undone } = await setup(word);
    const key = unique(word);
    if (word === 'incr') await bare.set(key, '1');
    if (word === 'rpush') await bare.rpush(key, '1');
    if (word === 'hincrby') await bare.hset(key, 'n', '1');
    if (word === 'lpop') await bare.rpush(key, 'a', 'b', 'c');
    const read = () =>
      word === 'incr' ? bare.get(key) : word === 'hincrby' ? bare.hget(key, 'n') : bare.lrange(key, 0, -1);
    await call(wrapped, key);
    expect(await read()).toEqual(expected);
    expect(await actions()).toMatchObject([UNKNOWN]);
    const { displayStatus, results } = await undone();
    expect([displayStatus, results[0].outcome]).toEqual(['PARTIALLY_REVERTED', 'UNKNOWN']);
    expect(await read()).toEqual(expected);
    await relay.stop();
  });

  it('as set left the same as once, and is undone', async () => {
    const { wrapped, relay, actions, session, lost } = await setup('set');
    const key = unique('set');
    await bare.set(key, 'before');
    await wrapped.set(key, 'agent');
    expect([await bare.get(key), lost()]).toEqual(['agent', true]);
    expect(await actions()).toMatchObject([{ status: 'SUCCESS' }]);
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await bare.get(key)).toBe('before');
    await relay.stop();
  });

  it('in a pipeline is UNKNOWN', async () => {
    const { wrapped, relay, actions } = await setup('incr');
    const [key, other] = [unique('piped'), unique('piped')];
    await wrapped.pipeline().set(other, 'agent').incr(key).exec();
    expect(await bare.get(key)).toBe('2');
    expect(await actions()).toMatchObject([{ status: 'SUCCESS' }, UNKNOWN]);
    await relay.stop();
  });

  it('with automatic pipelines is UNKNOWN', async () => {
    const { wrapped, relay, actions } = await setup('incr', { enableAutoPipelining: true });
    const key = unique('automatic');
    await Promise.all([wrapped.get(key), wrapped.incr(key), wrapped.get(key)]);
    expect(await bare.get(key)).toBe('2');
    expect(await actions()).toMatchObject([UNKNOWN]);
    await relay.stop();
  });

  it('is UNKNOWN where it gives up before the answer came', async () => {
    const { wrapped, relay, actions } = await setup('incr', {
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
    });
    const key = unique('given up');
    await expect(wrapped.incr(key)).rejects.toThrow();
    expect(await bare.get(key)).toBe('1');
    const [{ status, response }] = await actions();
    expect([status, response.refusal]).toEqual([expect.stringMatching(/UNKNOWN|FAILED/), undefined]);
    await relay.stop();
  });

  it('is SUCCESS, and undone, where the connection held', async () => {
    const { wrapped, relay, actions, session } = await setup(null);
    const key = unique('held');
    await wrapped.incr(key);
    expect(await actions()).toMatchObject([{ status: 'SUCCESS' }]);
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await bare.exists(key)).toBe(0);
    await relay.stop();
  });
});

describe('a transaction that the server collects, and whose EXEC is not answered', () => {
  it('is UNKNOWN, although the next connection answers that there is none', async () => {
    const { wrapped, relay, actions, session } = await setup('exec');
    const key = unique('collected');
    await wrapped.multi({ pipeline: false });
    await wrapped.incr(key);
    await expect(wrapped.exec()).rejects.toThrow('EXEC without MULTI');
    expect(await bare.get(key)).toBe('1');
    await session.flush();
    expect(await eventually(actions, ([one]) => one.status !== 'CLEARED')).toMatchObject([{ status: 'UNKNOWN' }]);
    await relay.stop();
  });
});
