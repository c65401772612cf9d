import { sameState } from './same-state.js';

it('the order of lists and of members means nothing, everything else does', () => {
  const state = { a: [{ x: 1, y: [2, 3] }, 'b'], c: null };
  expect(sameState(state, { c: null, a: ['b', { y: [3, 2], x: 1 }] })).toBe(true);
  expect(sameState(state, { ...state, c: false })).toBe(false);
  expect(sameState(['a', 'a', 'b'], ['a', 'b', 'b'])).toBe(false);
});
