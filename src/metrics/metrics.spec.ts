import { daysUpTo } from './days.js';
import { summarizeTransitions, type Transition, toDays } from './metrics.js';

const transition = (more: Partial<Transition>): Transition => ({
  day: null,
  simulated: false,
  subject: 'action',
  was: null,
  became: null,
  detail: null,
  times: 1,
  ...more,
});

const decided = (ms: number, times = 1) =>
  transition({
    subject: 'approval',
    was: 'PENDING',
    became: 'APPROVED',
    detail: String(Math.ceil(Math.log(ms) / Math.log(1.1))),
    times,
  });

const medianOf = (...transitions: Transition[]) => summarizeTransitions(transitions, false).approvals.medianDecisionMs;

describe('the totals', () => {
  it('count the present rows as the added minus the removed ones', () => {
    const { actions } = summarizeTransitions(
      [
        transition({ became: 'CLEARED', times: 10 }),
        transition({ was: 'CLEARED', became: 'SUCCESS', times: 6 }),
        transition({ was: 'SUCCESS', became: 'ROLLED_BACK', times: 2 }),
        transition({ was: 'SUCCESS', became: null, times: 1 }),
      ],
      false,
    );
    expect(actions.total).toBe(9);
    expect(actions.byStatus).toMatchObject({ CLEARED: 4, SUCCESS: 3, ROLLED_BACK: 2, FAILED: 0 });
  });

  it('count a call that was undone among the successful ones: it took effect', () => {
    const calls = [
      transition({ became: 'SUCCESS', times: 2 }),
      transition({ was: 'SUCCESS', became: 'ROLLED_BACK' }),
      transition({ became: 'FAILED' }),
    ];
    expect(summarizeTransitions(calls, false).successRate).toBeCloseTo(2 / 3);
    expect(summarizeTransitions([], false).successRate).toBeNull();
  });

  it('keep simulated sessions out of the live ones, and live ones out of the simulated', () => {
    const both = [transition({ became: 'SUCCESS', times: 3 }), transition({ became: 'FAILED', simulated: true })];
    expect(summarizeTransitions(both, false).actions.total).toBe(3);
    expect(summarizeTransitions(both, true).actions.total).toBe(1);
  });

  it('remember that a call was blocked, whatever its later status is', () => {
    const summary = summarizeTransitions(
      [
        transition({ became: 'BLOCKED', times: 2 }),
        transition({ was: 'BLOCKED', became: 'SUCCESS', detail: 'blocked' }),
        transition({ became: 'FAILED', detail: 'paused', times: 4 }),
      ],
      false,
    );
    expect(summary.blocked).toBe(2);
    expect(summary.actions.byStatus.BLOCKED).toBe(1);
    expect(summary.violations.total).toBe(5);
    expect(summary.violations.byKind).toMatchObject({ blocked: 1, paused: 4, unapproved: 0 });
  });
});

describe('the median time to a decision', () => {
  it.each([1, 7, 90, 1_500, 60_000, 3_600_000, 86_400_000, 31_536_000_000])('of %i ms is within 5 %% of it', (ms) => {
    expect(Math.abs((medianOf(decided(ms)) ?? 0) - ms)).toBeLessThanOrEqual(Math.max(1, ms * 0.05));
  });

  it('is that of the middle one, the lower of two, and null without a decision', () => {
    expect(medianOf(decided(50_000), decided(10, 3), decided(1_000, 5))).toBe(medianOf(decided(1_000)));
    expect(medianOf(decided(1_000), decided(10))).toBe(medianOf(decided(10)));
    expect(medianOf(transition({ subject: 'approval', was: 'PENDING', became: 'EXPIRED' }))).toBeNull();
  });
});

describe('the days', () => {
  it('are all there, the oldest first, over the end of a month', () => {
    const days = toDays(daysUpTo('2028-03-01', 30), [
      transition({ day: '2028-02-29', became: 'SUCCESS', times: 2 }),
      transition({ day: '2028-02-29', subject: 'approval', became: 'PENDING' }),
      { ...decided(1_000, 3), day: '2028-02-29' },
      transition({ day: '2028-02-29', subject: 'approval', was: 'PENDING', became: 'EXPIRED' }),
      transition({ day: '2028-02-29', subject: 'rollback', became: 'RUNNING' }),
      transition({ day: '2028-02-29', subject: 'rollback', was: 'RUNNING', became: 'FINISHED' }),
    ]);
    expect(days.map(({ day }) => day)).toHaveLength(30);
    expect([days[0]?.day, days[28], days[29]?.day]).toEqual([
      '2028-02-01',
      {
        ...{ day: '2028-02-29', actions: 2, success: 2, failed: 0, blocked: 0, approvalsRequested: 1 },
        ...{
          approved: 3,
          rejected: 0,
          expired: 1,
          medianDecisionMs: medianOf(decided(1_000)),
          rollbacks: 1,
          rolledBack: 0,
        },
      },
      '2028-03-01',
    ]);
  });
});
