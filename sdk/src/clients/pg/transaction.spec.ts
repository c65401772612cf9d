import fc from '../../../../test/support/properties.js';
import type { SessionEffect } from './reading/classify.js';
import { Transaction } from './transaction.js';

const begin: SessionEffect = { type: 'begin', chained: false };
const commit: SessionEffect = { type: 'commit', chained: false };
const rollback: SessionEffect = { type: 'rollback', chained: false };
const savepoint = (name: string): SessionEffect => ({ type: 'savepoint', name });
const release = (name: string): SessionEffect => ({ type: 'release', name });
const rollbackTo = (name: string): SessionEffect => ({ type: 'rollback-to', name });

/** Applies effects and holds numbers, and returns those that were committed and those that were rolled back. */
function play(steps: (SessionEffect | number)[]) {
  const transaction = new Transaction<number>();
  const committed: number[] = [];
  const rolledBack: number[] = [];
  for (const step of steps) {
    if (typeof step === 'number') transaction.hold(step);
    else {
      const released = transaction.apply(step, step.type.toUpperCase());
      committed.push(...released.committed);
      rolledBack.push(...released.rolledBack);
    }
  }
  return { committed, rolledBack, held: [...transaction.held], open: transaction.open };
}

describe('the effects of a transaction', () => {
  it('are committed in the order they came', () => {
    expect(play([begin, 1, 2, commit])).toEqual({ committed: [1, 2], rolledBack: [], held: [], open: false });
  });

  it('are rolled back when the server answers COMMIT with ROLLBACK', () => {
    const transaction = new Transaction<number>();
    transaction.hold(1);
    expect(transaction.apply(commit, 'ROLLBACK')).toEqual({ committed: [], rolledBack: [1] });
  });

  it('since a savepoint are rolled back with it, which remains', () => {
    const steps = [begin, 1, savepoint('a'), 2, rollbackTo('a'), 3, rollbackTo('a'), 4, commit];
    expect(play(steps)).toEqual({ committed: [1, 4], rolledBack: [2, 3], held: [], open: false });
  });

  it('survive the release of a savepoint and of those within it', () => {
    const steps = [begin, savepoint('a'), 1, savepoint('b'), 2, release('a'), rollbackTo('b'), commit];
    expect(play(steps)).toMatchObject({ committed: [1, 2], rolledBack: [] });
  });

  it('belong to the last savepoint of a name', () => {
    const steps = [
      begin,
      savepoint('a'),
      1,
      savepoint('a'),
      2,
      rollbackTo('a'),
      release('a'),
      3,
      rollbackTo('a'),
      commit,
    ];
    expect(play(steps)).toEqual({ committed: [], rolledBack: [2, 1, 3], held: [], open: false });
  });

  it('are each reported exactly once', () => {
    const effect = fc.oneof(
      fc.constantFrom(begin, commit, rollback, { type: 'commit', chained: true } as const),
      fc.constantFrom('a', 'b').chain((name) => fc.constantFrom(savepoint(name), release(name), rollbackTo(name))),
      fc.constant(null),
    );
    fc.assert(
      fc.property(fc.array(effect, { maxLength: 40 }), (effects) => {
        const steps = effects.map((step, index) => step ?? index);
        const { committed, rolledBack, held } = play(steps);
        const numbers = steps.filter((step) => typeof step === 'number');
        expect([...committed, ...rolledBack, ...held].sort((a, b) => a - b)).toEqual(numbers);
      }),
    );
  });
});
