import { levelWords } from './level-words';

const level = { alarmBudget: 3, sessions: 140, driftedFrom: 0.74, reviewFrom: 0.6, heldBack: false };

describe('the level of an agent, in words', () => {
  it('names both scores, the sessions and the budget', () => {
    expect(levelWords(level)).toBe(
      'Needs review from 0.60, drifted from 0.74, learned from 140 sessions for 3 alarms in 100.',
    );
  });

  it('says why the level is lower than the newest scores', () => {
    expect(levelWords({ ...level, heldBack: true })).toMatch(/The level rises slowly/);
  });

  it('says what is missing before 20 sessions, and without a session', () => {
    expect(levelWords({ ...level, sessions: 4, driftedFrom: null })).toMatch(/knows 4 other sessions and needs 20/);
    expect(levelWords(null)).toBe('This agent has no recent live session.');
  });
});
