import { overtakingOf } from './replaced.js';

const before = { fields: { a: 1, b: 2 }, version: '1' };
const UNSEEN = { isShown: false, fields: [] };
const SEEN = { isShown: true, fields: [] };

describe('what a call shows of the state that it replaced', () => {
  it.each([
    ['nothing', before, {}, UNSEEN],
    ['the captured version', before, { version: '1' }, SEEN],
    ['another version', before, { version: '2' }, { isShown: true, fields: ['a'] }],
    ['a version that was not captured', { fields: { a: 1 } }, { version: '2' }, UNSEEN],
    ['the captured value', before, { fields: { a: 1 } }, SEEN],
    ['another value', before, { fields: { a: 3 } }, { isShown: true, fields: ['a'] }],
    ['the value of another field', before, { fields: { b: 3 } }, UNSEEN],
    ['all there was, without the field', before, { fields: {}, isWhole: true }, { isShown: true, fields: ['a'] }],
    ['that nothing was there', before, { fields: null }, { isShown: true, fields: ['a'] }],
    ['that nothing was there, as captured', null, { fields: null }, SEEN],
    ['that something was there', null, { fields: { a: 3 } }, { isShown: true, fields: ['a'] }],
    ['that a field was not there', null, { fields: { a: null } }, UNSEEN],
    ['other fields as captured', before, { beside: { a: 9, b: 2 } }, UNSEEN],
    ['another field otherwise', before, { beside: { a: 9, b: 3 } }, { isShown: true, fields: ['a'] }],
  ])('is %s', (_, captured, told, expected) => {
    expect(overtakingOf(captured, ['a'], told)).toEqual(expected);
  });

  it('is not asked of a call that gave no field another value', () => {
    expect(overtakingOf(before, [], {})).toEqual(SEEN);
  });
});
