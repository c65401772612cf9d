import { sharedWithNewer, TouchingMemory } from './same-resource.js';

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

  it('not if they touch different ones, or if it is unknown what they touch', () => {
    expect(sharedWithNewer(call(2, 2, 'a'), call(1, 1, 'b'))).toBeNull();
    expect(sharedWithNewer(call(2, 2), call(1, 1))).toBeNull();
  });
});

describe('what a call touches is remembered', () => {
  const recorded = (id: string, status = 'CLEARED', at = 0) => ({ id, status, updated_at: new Date(at) });

  it('for each call, until its record changes', () => {
    const memory = new TouchingMemory();
    expect(memory.of(recorded('a'))).toBeNull();
    memory.keep(recorded('a'), call(1, null, 'x'));
    memory.keep(recorded('b'), call(2, null, 'y'));
    expect(memory.of(recorded('a'))).toEqual(call(1, null, 'x'));
    expect(memory.of(recorded('b'))).toEqual(call(2, null, 'y'));
    expect(memory.of(recorded('a', 'SUCCESS'))).toBeNull();
    expect(memory.of(recorded('a', 'CLEARED', 1))).toBeNull();
  });
});
