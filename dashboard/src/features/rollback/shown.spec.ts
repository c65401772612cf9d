import type { Part } from './api';
import {
  chosenAs,
  countOf,
  differences,
  joined,
  type PlanItem,
  type Result,
  type ShownPlan,
  type ShownReport,
} from './shown';

const HASH = 'a'.repeat(64);
const item = (actionId: string, more: Partial<PlanItem> = {}) =>
  ({ actionId, apiName: `of.${actionId}`, status: 'SUCCESS', class: 'exact', calls: ['PUT'], ...more }) as PlanItem;
const plan = (...items: PlanItem[]) => ({ state: 'planned', hash: HASH, items }) as unknown as ShownPlan;
const part = (hash: string, ...items: PlanItem[]) => ({ state: 'planned', hash, plan: items }) as unknown as Part;
const result = (actionId: string, outcome: Result['outcome'], isUnproved = false) =>
  ({ actionId, apiName: `of.${actionId}`, outcome, isUnproved }) as Result;
const report = (...results: Result[]) => ({ state: 'finished', hash: HASH, results }) as unknown as ShownReport;
const described = (list: ReturnType<typeof differences>) => list.map(({ actionId, what }) => `${actionId} ${what}`);

describe('the parts of a plan', () => {
  it('are one plan while they have one hash', () => {
    const shown = joined([part(HASH, item('a')), part(HASH, item('b'))]);
    expect(shown?.state === 'planned' && shown.items.map(({ actionId }) => actionId)).toEqual(['a', 'b']);
  });

  it('are none when the plan changed between them', () => {
    expect(joined([part(HASH, item('a')), part('b'.repeat(64), item('b'))])).toBeNull();
  });
});

describe('the differences between two plans', () => {
  it('are the added, removed and changed calls', () => {
    const before = plan(item('a'), item('b'), item('c'));
    const now = plan(item('d'), item('a', { status: 'UNKNOWN' }), item('b', { calls: ['DELETE'] }));
    expect(described(differences(before, now))).toEqual([
      'd is new',
      'a was SUCCESS, is UNKNOWN',
      'b is undone with other calls',
      'c is no longer part of it',
    ]);
  });

  it('are empty between a plan and itself', () => {
    expect(differences(plan(item('a')), plan(item('a')))).toEqual([]);
  });

  it('show the outcome of a planned call when another operator rolled back first', () => {
    expect(described(differences(plan(item('a')), report(result('a', 'ROLLED_BACK'))))).toEqual([
      'a was planned, is ROLLED_BACK',
    ]);
  });
});

describe('the counts of a plan', () => {
  it('do not overlap: each call is in one of them', () => {
    const items = [
      item('a', { remains: [] }),
      item('b', { remains: ['People may have read it.'] }),
      item('c', { class: 'compensating', remains: ['The refund stays in the list.'] }),
      item('d', { class: 'impossible', remains: [] }),
      item('e', { remains: [] }),
    ];
    expect(countOf(items)).toEqual({ exact: 2, traces: 1, compensating: 1, impossible: 1 });
  });
});

describe('the list of forced calls', () => {
  it("holds the operator's choices among the conflicts that the report shows", () => {
    const results = [result('a', 'CONFLICT'), result('b', 'CONFLICT'), result('c', 'ROLLED_BACK')];
    expect(
      chosenAs(
        'force',
        results,
        new Map([
          ['a', 'subtract'],
          ['b', 'force'],
          ['c', 'force'],
          ['z', 'force'],
        ]),
      ),
    ).toEqual(['b']);
  });

  it('holds calls without a proof, too, and no other call whose outcome is UNKNOWN', () => {
    const results = [result('a', 'UNKNOWN', true), result('b', 'UNKNOWN')];
    expect(
      chosenAs(
        'force',
        results,
        new Map([
          ['a', 'force'],
          ['b', 'force'],
        ]),
      ),
    ).toEqual(['a']);
  });
});
