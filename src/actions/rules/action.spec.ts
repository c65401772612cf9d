import {
  MAY_HAVE_EFFECT,
  NEVER_RAN,
  OPEN,
  summarize,
  TOOK_EFFECT,
  UNCERTAIN,
  UNCONFIRMED,
  UNDOABLE,
} from './action.js';

describe('the statuses', () => {
  it('are sorted by what is known about the effect', () => {
    expect(OPEN).toEqual(['CLEARED', 'PENDING_APPROVAL']);
    expect(UNDOABLE).toEqual(['SUCCESS', 'ROLLBACK_FAILED']);
    expect(UNCERTAIN).toEqual(['CLEARED', 'FAILED', 'UNKNOWN']);
    expect(UNCONFIRMED).toEqual(['CLEARED', 'UNKNOWN']);
    expect(MAY_HAVE_EFFECT).toEqual(['SUCCESS', 'ROLLBACK_FAILED', 'CLEARED', 'FAILED', 'UNKNOWN']);
    expect(NEVER_RAN).toEqual(['PENDING_APPROVAL', 'REJECTED', 'BLOCKED']);
    expect(TOOK_EFFECT).toEqual(['SUCCESS', 'ROLLED_BACK', 'ROLLBACK_FAILED']);
  });
});

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
