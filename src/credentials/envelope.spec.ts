import { randomBytes } from 'node:crypto';
import { open, seal } from './envelope.js';

describe('a sealed value', () => {
  const key = randomBytes(32);
  const sealed = seal(key, 'organization a, connector postgres', Buffer.from('secret'));

  it('opens with its key and its context', () => {
    expect(open(key, 'organization a, connector postgres', sealed).toString()).toBe('secret');
  });

  it('opens in no other context', () => {
    expect(() => open(key, 'organization b, connector postgres', sealed)).toThrow();
  });

  it('opens with no other key', () => {
    expect(() => open(randomBytes(32), 'organization a, connector postgres', sealed)).toThrow();
  });

  it('does not open when any one byte was changed', () => {
    let refused = 0;
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => open(key, 'organization a, connector postgres', changed)).toThrow();
      refused++;
    }
    expect(refused).toBe(12 + 16 + 6);
  });

  it('never looks the same twice', () => {
    expect(seal(key, 'c', Buffer.from('x')).equals(seal(key, 'c', Buffer.from('x')))).toBe(false);
  });
});
