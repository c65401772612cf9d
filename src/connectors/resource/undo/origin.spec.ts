import { ProviderClock } from '../requests/clock.js';
import { NOTHING_ANSWERED, originOf } from './origin.js';

const ANSWERED = 1_700_000_000_500;
const call = { answeredAt: ANSWERED, clock: new ProviderClock() };

describe('the origin of the present state', () => {
  it.each([
    ['was put before the answer', { at: ANSWERED - 400 }, 'call'],
    ['was put in the second after the answer', { at: ANSWERED + 1_000 }, 'unclear'],
    ['was put long after the answer', { at: ANSWERED + 60_000 }, 'another'],
    ['was put by a change that the provider names and the answer does not', { id: 'b' }, 'call'],
    ['came once since the capture', { id: 'b', times: 1 }, 'call'],
    ['came twice since the capture', { id: 'b', times: 2 }, 'unclear'],
    ['came twice since the capture, and long after the answer', { at: ANSWERED + 60_000, times: 2 }, 'another'],
  ] as const)('where it %s is %j: %s', (_, change, origin) => {
    expect(originOf(change, NOTHING_ANSWERED, call)).toBe(origin);
  });

  it.each([
    ['the change that is there', 'a', 'call'],
    ['another change', 'b', 'another'],
  ])('where the answer names %s (%s) is: %s', (_, id, origin) => {
    expect(originOf({ id: 'a', times: 2 }, { ...NOTHING_ANSWERED, id }, call)).toBe(origin);
  });
});
