import { changesOf } from './changes';

describe("the list of an edit's changes", () => {
  it('names each changed member', () => {
    const before = { amount: 1200, charge: 'ch_1', metadata: { note: 'a', kept: true }, gone: null, list: [1, 2] };
    const after = { amount: 400, charge: 'ch_1', metadata: { note: 'b', kept: true }, list: [1, 3], added: 'x' };
    expect(changesOf(before, after)).toEqual([
      { path: 'amount', before: 1200, after: 400 },
      { path: 'metadata.note', before: 'a', after: 'b' },
      { path: 'gone', before: null, after: undefined },
      { path: 'list', before: [1, 2], after: [1, 3] },
      { path: 'added', before: undefined, after: 'x' },
    ]);
  });

  it('is empty for equal arguments', () => {
    expect(changesOf({ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 2 }] } })).toEqual([]);
  });
});
