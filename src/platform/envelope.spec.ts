import { randomBytes } from 'node:crypto';
import { open, SealError, seal } from './envelope.js';

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

  it('does not open when any one bit was changed', () => {
    let refused = 0;
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => open(key, 'organization a, connector postgres', changed)).toThrow(SealError);
      refused++;
    }
    expect(refused).toBe((12 + 16 + 6) * 8);
  });

  it('does not open when anything was cut off', () => {
    for (let length = 0; length < sealed.length; length++)
      expect(() => open(key, 'organization a, connector postgres', sealed.subarray(0, length))).toThrow(SealError);
  });

  it('never looks the same twice', () => {
    expect(seal(key, 'c', Buffer.from('x')).equals(seal(key, 'c', Buffer.from('x')))).toBe(false);
  });
});
