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
  it('let a key have no more under way than its share, and begin the rest in order', async () => {
    const { begun, begin, end } = works(new Shares(2));
    const all = ['1', '2', '3', '4'].map((name) => begin('a', name));
    await new Promise(setImmediate);
    expect(begun).toEqual(['1', '2']);
    await end('2');
    expect(begun).toEqual(['1', '2', '3']);
    for (const name of ['1', '3', '4']) await end(name);
    expect(await Promise.all(all)).toEqual(['1', '2', '3', '4']);
  });

  it('hold up no other key', async () => {
    const { begun, begin } = works(new Shares(1));
    for (const name of ['a1', 'a2', 'b1']) void begin(name.slice(0, 1), name);
    await new Promise(setImmediate);
    expect(begun).toEqual(['a1', 'b1']);
  });

  it('pass a place on when the work fails', async () => {
    const { begun, begin, end } = works(new Shares(1));
    const first = begin('a', '1').catch((error: Error) => error.message);
    void begin('a', '2');
    await new Promise(setImmediate);
    await end('1', new Error('lost'));
    expect([await first, begun]).toEqual(['lost', ['1', '2']]);
    await end('2');
    void begin('a', '3');
    await new Promise(setImmediate);
    expect(begun).toEqual(['1', '2', '3']);
  });
});
