import { summarize } from './action.js';

describe('the summary of a payload', () => {
  it('is the payload itself when it is short', () => {
    expect(summarize({ amount: 5 })).toBe('{"amount":5}');
  });

  it('ends with an ellipsis and never splits a character', () => {
    const summary = summarize({ text: '😀'.repeat(300) });
    expect([...summary]).toHaveLength(200);
    expect(summary.endsWith('😀…')).toBe(true);
  });
});
