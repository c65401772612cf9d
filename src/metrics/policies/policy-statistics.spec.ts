import { approvedByOperators, type Counted, statisticsOf } from './policy-statistics.js';

const DAYS = ['2028-02-29', '2028-03-01'];
const on = (day: string, event: Counted['event'], times: number): Counted => ({ day, event, seconds: null, times });
const took = (seconds: number, times = 1): Counted => ({ day: null, event: 'approved', seconds, times });
const medianOf = (...counted: Counted[]) => statisticsOf(counted, DAYS).medianSecondsToDecide;

describe('the statistics of a policy', () => {
  it('add up the days, each of which is there', () => {
    const counted = [
      ...[on('2028-02-29', 'matched', 5), on('2028-03-01', 'matched', 2), on('2028-02-29', 'requested', 4)],
      ...[on('2028-02-29', 'approved', 2), on('2028-02-29', 'rejected', 1), on('2028-02-29', 'expired', 1)],
      ...[on('2028-03-01', 'undone', 1), on('2028-03-01', 'would-gate', 3), on('2028-03-01', 'would-block', 2)],
      ...[on('2028-03-01', 'would-allow', 1), on('2028-03-01', 'would-hold-up', 4)],
      ...[on('2028-03-01', 'shadow-undone', 2), took(7, 3)],
    ];
    const nothing = { matches: 0, approvals: 0, approved: 0, rejected: 0, laterUndone: 0, shadowMatches: 0 };
    expect(statisticsOf(counted, DAYS)).toEqual({
      matches: 7,
      approvals: 4,
      decisions: { approved: 2, rejected: 1, expired: 1, withdrawn: 0 },
      shareApproved: 2 / 3,
      medianSecondsToDecide: 7,
      laterUndone: 1,
      shadow: { matches: 6, wouldHave: { allowed: 1, gated: 3, blocked: 2 }, newlyHeldUp: 4, laterUndone: 2 },
      days: [
        { ...nothing, day: '2028-02-29', matches: 5, approvals: 4, approved: 2, rejected: 1 },
        { ...nothing, day: '2028-03-01', matches: 2, laterUndone: 1, shadowMatches: 6 },
      ],
    });
  });

  it('tell the approvals of operators from those that the end of a hold window gave', () => {
    const rejected: Counted = { day: null, event: 'rejected', seconds: 3, times: 1 };
    const counted = [on('2028-03-01', 'approved', 5), on('2028-03-01', 'rejected', 1), took(2, 2), took(9), rejected];
    expect(approvedByOperators(counted)).toBe(3);
    expect(statisticsOf(counted, DAYS)).toMatchObject({ decisions: { approved: 5 }, medianSecondsToDecide: 2.5 });
  });

  it('have no share and no median where operators have decided nothing', () => {
    const { shareApproved, medianSecondsToDecide } = statisticsOf([on('2028-03-01', 'expired', 2)], DAYS);
    expect([shareApproved, medianSecondsToDecide]).toEqual([null, null]);
  });

  it('have the exact median: the middle one, or the mean of the two in the middle', () => {
    expect(medianOf(took(0))).toBe(0);
    expect(medianOf(took(90), took(1, 2))).toBe(1);
    expect(medianOf(took(10), took(3))).toBe(6.5);
    expect(medianOf(took(3_600, 2), took(4, 2))).toBe(1_802);
    expect(medianOf(took(5, 3), took(6), took(7, 4))).toBe(6.5);
  });
});
