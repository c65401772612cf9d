import { recentlyUsed } from './recently-used.js';

describe('recentlyUsed', () => {
  it('forgets the value that was used longest ago once there are more than it keeps', () => {
    const values = recentlyUsed<object>(2);
    for (const key of ['first', 'second']) values.set(key, { key });
    values.get('first');
    values.set('third', {});
    expect([...values.keys()].toSorted()).toEqual(['first', 'third']);
  });

  it('keeps the newer value of a key, as one of the most that it keeps', () => {
    const values = recentlyUsed<object>(2);
    for (const key of ['first', 'second', 'second', 'second']) values.set(key, { key });
    expect(values.size).toBe(2);
  });
});
