import { type Dirt, type DirtyReason, reasonsOf } from './dirty.js';

const dirt = (reason: DirtyReason, actions = 1): Dirt => ({ reason, actions, actionIds: [] });

describe('the reasons of a dirty session', () => {
  it('are none where nothing was found', () => {
    expect(reasonsOf(false, [])).toEqual([]);
    expect(reasonsOf(false, [dirt('violation', 0)])).toEqual([]);
  });

  it('come in one order, however they were found', () => {
    const order: DirtyReason[] = [
      'not-undone',
      'rollback-incomplete',
      'unconfirmed-approval',
      'violation',
      'unknown-outcome',
    ];
    const found = [...order].reverse().map((reason) => dirt(reason));
    expect(reasonsOf(false, found)).toEqual(order.map((reason) => dirt(reason)));
  });

  it('name a rollback under way also when it has no step left', () => {
    expect(reasonsOf(true, [dirt('violation')])).toEqual([dirt('rollback-incomplete', 0), dirt('violation')]);
    expect(reasonsOf(true, [dirt('rollback-incomplete', 3)])).toEqual([dirt('rollback-incomplete', 3)]);
  });
});
