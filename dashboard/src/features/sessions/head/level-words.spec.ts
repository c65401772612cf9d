import { levelWords } from './level-words';

const level = { alarmBudget: 3, sessions: 140, driftedFrom: 0.7364, percentile: 97.5, heldBack: false };

describe('the words about the level of an agent', () => {
  it('name the score, its rank, the level and how it was learned', () => {
    expect(levelWords({ driftScore: 0.812, verdict: 'DRIFTED', level })).toBe(
      'Drift 0.81. Higher than 97 of 100 sessions of this agent. Sessions drift from 0.74: 140 sessions and a budget of 3 alarms in 100 set this threshold.',
    );
  });

  it('say that the level is held back, that sessions are few, and that there is nothing to judge by', () => {
    expect(levelWords({ driftScore: 0.9, verdict: 'DRIFTED', level: { ...level, heldBack: true } })).toContain(
      'The level rises slowly',
    );
    const few = { ...level, sessions: 4, driftedFrom: null, percentile: null };
    expect(levelWords({ driftScore: 0.9, verdict: 'REVIEW', level: few })).toBe(
      'Drift 0.90. Backstop needs 20 other sessions of this agent to mark one as drifted, and has 4.',
    );
    expect(levelWords({ driftScore: 0, verdict: 'INSUFFICIENT_EVIDENCE', level: few })).toContain('too few calls');
  });
});
