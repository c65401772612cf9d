import { type IntentCount, summarizeIntent } from './organization-intent.js';

const count = (more: Partial<IntentCount>): IntentCount => ({
  day: '2026-01-02',
  dimension: 'agent',
  name: 'bot',
  verdict: 'ALIGNED',
  sessions: 1,
  drift: 100,
  ...more,
});
const none = { ALIGNED: 0, REVIEW: 0, DRIFTED: 0, INSUFFICIENT_EVIDENCE: 0 };

describe('the organization’s summary of intent', () => {
  it('adds up agents once, and connectors by themselves', () => {
    const summary = summarizeIntent(
      [
        count({ sessions: 3, drift: 300 }),
        count({ name: 'bad-bot', verdict: 'DRIFTED', drift: 900 }),
        count({ dimension: 'connector', name: 'mail', sessions: 4, drift: 400 }),
        count({ dimension: 'connector', name: 'bank', verdict: 'DRIFTED', drift: 900 }),
      ],
      ['2026-01-01', '2026-01-02'],
    );
    expect(summary).toEqual({
      sessions: 4,
      verdicts: { ...none, ALIGNED: 3, DRIFTED: 1 },
      averageDriftScore: 0.3,
      agents: [
        { agentId: 'bad-bot', sessions: 1, verdicts: { ...none, DRIFTED: 1 }, averageDriftScore: 0.9 },
        { agentId: 'bot', sessions: 3, verdicts: { ...none, ALIGNED: 3 }, averageDriftScore: 0.1 },
      ],
      connectors: [
        { connector: 'bank', sessions: 1, verdicts: { ...none, DRIFTED: 1 }, averageDriftScore: 0.9 },
        { connector: 'mail', sessions: 4, verdicts: { ...none, ALIGNED: 4 }, averageDriftScore: 0.1 },
      ],
      days: [
        { day: '2026-01-01', sessions: 0, verdicts: none, averageDriftScore: null },
        { day: '2026-01-02', sessions: 4, verdicts: { ...none, ALIGNED: 3, DRIFTED: 1 }, averageDriftScore: 0.3 },
      ],
    });
  });
});
