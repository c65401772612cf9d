import { IncompleteUndoError, IntermediateValues, WHOLE } from './intermediate-values.js';

describe('an undo of several calls', () => {
  it('ends once captured values have taken the place of all that it wrote on the way', () => {
    const first = new IntermediateValues([]);
    first.add('places id=1', ['pos', 'note']);
    first.add('users id=1', [WHOLE]);
    const second = first.after([]);
    second.replaced('places id=1', ['pos', 'note']);
    second.replaced('users id=1');
    expect(() => second.requireNone()).not.toThrow();
  });

  it.each([
    ['one column', 'places id=1', ['note']],
    ['a whole row', 'places id=2', undefined],
  ])('is rolled back where only another call would restore %s', (_, resource, paid) => {
    const intermediate = new IntermediateValues([]);
    intermediate.add('places id=1', ['pos', 'note']);
    intermediate.replaced(resource, paid);
    expect(() => intermediate.requireNone()).toThrow(IncompleteUndoError);
  });
});
