import { sharedWithNewer } from './same-resource.js';

const call = (sequence: number, effectSequence: number | null, ...touches: string[]) => ({
  sequence,
  effectSequence,
  touches,
});

describe('two calls of a session share a resource', () => {
  it('if both touch it, and the newer one took effect later', () => {
    expect(sharedWithNewer(call(1, 2, 'a', 'b'), call(2, 1, 'c', 'b'))).toBe('b');
    expect(sharedWithNewer(call(2, 1, 'b'), call(1, 2, 'b'))).toBeNull();
  });

  it('if the effect of one is not confirmed and the newer one was asked for later', () => {
    expect(sharedWithNewer(call(2, null, 'a'), call(1, 1, 'a'))).toBe('a');
    expect(sharedWithNewer(call(2, 1, 'a'), call(1, null, 'a'))).toBe('a');
    expect(sharedWithNewer(call(1, null, 'a'), call(2, 1, 'a'))).toBeNull();
  });

  it('not if they touch different ones, or nothing tells what they touch', () => {
    expect(sharedWithNewer(call(2, 2, 'a'), call(1, 1, 'b'))).toBeNull();
    expect(sharedWithNewer(call(2, 2), call(1, 1))).toBeNull();
  });
});
