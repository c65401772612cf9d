import { levelWords } from './level-words';

const level = { alarmBudget: 3, sessions: 140, driftedFrom: 0.7364, percentile: 97.5, heldBack: false };

describe('the words about the level of an agent', () => {
  it('name the score, its rank, the level and how it was learned', () => {
    expect(levelWords({ driftScore: 0.812, verdict: 'DRIFTED', level })).toBe(
      'Drift 0.81. Higher than 97 of 100 sessions of this agent. Drifted from 0.74, learned from 140 sessions for 3 alarms in 100.',
    );
  });

  it('say that the level is held back, that sessions are few, and that there is nothing to judge by', () => {
    expect(levelWords({ driftScore: 0.9, verdict: 'DRIFTED', level: { ...level, heldBack: true } })).toContain(
      'The level rises slowly',
    );
    const few = { ...level, sessions: 4, driftedFrom: null, percentile: null };
    expect(levelWords({ driftScore: 0.9, verdict: 'REVIEW', level: few })).toBe(
      'Drift 0.90. Backstop knows 4 other sessions of this agent and needs 20 to call one drifted.',
    );
    expect(levelWords({ driftScore: 0, verdict: 'INSUFFICIENT_EVIDENCE', level: few })).toContain('too little');
  });
});
