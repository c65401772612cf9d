import { Shares } from './shares.js';

/** Work that is ended by hand. */
function works(shares: Shares) {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const begin = (key: string, name: string) =>
    shares.in(key, () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve(name)));
      });
    });
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error);
    await new Promise(setImmediate);
  };
  return { begun, begin, end };
}

describe('shares', () => {
  it('let a key that is alone have half of the places, and begin the rest in order', async () => {
    const { begun, begin, end } = works(new Shares(4));
    const all = ['1', '2', '3', '4'].map((name) => begin('a', name));
    await new Promise(setImmediate);
    expect(begun).toEqual(['1', '2']);
    await end('2');
    expect(begun).toEqual(['1', '2', '3']);
    for (const name of ['1', '3', '4']) await end(name);
    expect(await Promise.all(all)).toEqual(['1', '2', '3', '4']);
  });

  it('leave a place for another key where two keys take all they can', async () => {
    const { begun, begin } = works(new Shares(10));
    for (const key of ['a', 'b']) for (let number = 0; number < 20; number++) void begin(key, `${key}${number}`);
    void begin('c', 'c0');
    await new Promise(setImmediate);
    const of = (key: string) => begun.filter((name) => name.startsWith(key)).length;
    expect([of('a'), of('b'), of('c')]).toEqual([5, 3, 1]);
  });

  it('give the next free place to a key that has none before one that has several', async () => {
    const { begun, begin, end } = works(new Shares(2));
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void begin(name.slice(0, 1), name);
    await new Promise(setImmediate);
    expect(begun).toEqual(['a1', 'b1']);
    await end('b1');
    expect(begun).toEqual(['a1', 'b1', 'c1']);
    for (const name of ['c1', 'a1', 'a2', 'a3']) await end(name);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('report how many pieces of a key wait', async () => {
    const shares = new Shares(2);
    const { begin, end } = works(shares);
    for (const name of ['a1', 'a2', 'a3', 'b1']) void begin(name.slice(0, 1), name);
    await new Promise(setImmediate);
    expect(['a', 'b', 'c'].map((key) => shares.waitingOf(key))).toEqual([2, 0, 0]);
    for (const name of ['a1', 'a2', 'a3']) await end(name);
    expect(shares.waitingOf('a')).toBe(0);
  });

  it('pass a place on when the work fails', async () => {
    const { begun, begin, end } = works(new Shares(2));
    const first = begin('a', '1').catch((error: Error) => error.message);
    void begin('a', '2');
    await new Promise(setImmediate);
    expect(begun).toEqual(['1']);
    await end('1', new Error('lost'));
    expect([await first, begun]).toEqual(['lost', ['1', '2']]);
    await end('2');
    void begin('a', '3');
    await new Promise(setImmediate);
    expect(begun).toEqual(['1', '2', '3']);
  });
});
