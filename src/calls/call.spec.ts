import { AS_LEFT, NOT_HAPPENED, proved, UNKNOWN } from '../connectors/proof/proof.js';
import { endedAsSeen, isOfTheKey } from './call.js';

describe('a call whose answer was lost', () => {
  it.each([
    ['SUCCESS', 'a proof', proved('key'), true],
    ['UNKNOWN', 'equal values', AS_LEFT, false],
    ['UNKNOWN', 'nothing', UNKNOWN, false],
    ['UNKNOWN', 'the state before it, while its request may still arrive', NOT_HAPPENED, true],
    ['FAILED', 'the state before it, when nothing of it can arrive any more', NOT_HAPPENED, false],
  ] as const)('is %s where a read shows %s', (outcome, _, found, mayArrive) => {
    expect(endedAsSeen(found, null, mayArrive).outcome).toBe(outcome);
  });

  it('has no answer that an undo could take for the one of its provider', () => {
    expect(endedAsSeen(UNKNOWN, null, false).response).toBeNull();
  });
});

describe('the refusal of a second sending under the same key', () => {
  it.each([401, 403, 409])('does not mention the first one with %i', (status) => {
    expect(isOfTheKey({ outcome: 'refused', refusal: { message: 'no', status } })).toBe(false);
  });

  it.each([400, 402, 404, undefined])('is also the answer to the first one with %s', (status) => {
    expect(isOfTheKey({ outcome: 'refused', refusal: { message: 'no', ...(status && { status }) } })).toBe(true);
  });
});
