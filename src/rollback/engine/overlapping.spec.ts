import { overlapping } from './overlapping.js';

const run = (id: string, begunAt: number, endedAt: number | null, connector = 'postgres') => ({
  ...{ id, connector, begunAt, endedAt },
});

describe('concurrent calls', () => {
  it('are those of one transaction, and not those that came one after the other', () => {
    const runs = [run('c', 3, 10), run('a', 1, 10), run('b', 2, 10), run('d', 10, 12), run('e', 12, 13)];
    expect([...overlapping(runs)].sort()).toEqual(['a', 'b', 'c']);
  });

  it('are also those that began while a long one ran, with a short one in between', () => {
    expect([...overlapping([run('a', 1, 10), run('b', 2, 3), run('c', 9, 11)])].sort()).toEqual(['a', 'b', 'c']);
  });

  it('are also those that began after one whose end is not known, and none of another connector', () => {
    const runs = [run('a', 1, null), run('b', 5, 6), run('c', 5, 6, 'mysql')];
    expect([...overlapping(runs)].sort()).toEqual(['a', 'b']);
  });
});
