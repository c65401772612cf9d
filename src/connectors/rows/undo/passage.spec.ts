import { Passage, Unsettled, WHOLE } from './passage.js';

describe('an undo of several calls', () => {
  it('ends once captured values have taken the place of all that it wrote on the way', () => {
    const first = new Passage([]);
    first.owe('places id=1', ['pos', 'note']);
    first.owe('users id=1', [WHOLE]);
    const second = first.after([]);
    second.pay('places id=1', ['pos', 'note']);
    second.pay('users id=1');
    expect(() => second.requireSettled()).not.toThrow();
  });

  it.each([
    ['one column', 'places id=1', ['note']],
    ['a whole row', 'places id=2', undefined],
  ])('is taken back where only another call would bring back %s', (_, resource, paid) => {
    const passage = new Passage([]);
    passage.owe('places id=1', ['pos', 'note']);
    passage.pay(resource, paid);
    expect(() => passage.requireSettled()).toThrow(Unsettled);
  });
});
