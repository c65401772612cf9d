import { bare, setup } from './clients.js';

describe('a policy of the service on an operation of Redis', () => {
  it('holds every call that may do it, whatever that call is named', async () => {
    const { wrapped, policy, actions } = await setup();
    await policy('redis.keys.del', 'BLOCK');
    await bare.mset('a', '1', 'b', '2');
    const calls = [
      () => wrapped.getdel('a'),
      () => wrapped.rename('a', 'c'),
      () => wrapped.eval("return redis.call('DEL', 'a')", 0),
      () => wrapped.pipeline().get('b').getdel('a').exec(),
      () => wrapped.multi().pexpire('a', -1).exec(),
      () => wrapped.flushdb(),
    ];
    for (const made of calls) await expect(made()).rejects.toMatchObject({ code: 'policy-blocked' });
    expect(await bare.mget('a', 'b', 'c')).toEqual(['1', '2', null]);
    await wrapped.incr('b');
    await wrapped.append('a', 'x');
    expect(await bare.mget('a', 'b')).toEqual(['1x', '3']);
    expect((await actions()).map(({ status }) => status)).toEqual([
      ...calls.map(() => 'BLOCKED'),
      'SUCCESS',
      'SUCCESS',
    ]);
  });
});
