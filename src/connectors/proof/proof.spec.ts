import {
  AS_LEFT,
  isSeen,
  NOT_HAPPENED,
  outcomeOfAll,
  outcomeOfSome,
  type ProbedOutcome,
  proved,
  UNKNOWN,
} from './proof.js';

const KEY = proved('key');

describe('a call of several parts', () => {
  it.each<[string, ProbedOutcome[], ProbedOutcome]>([
    ['has a proof where each part has one', [KEY, proved('answer')], KEY],
    ['has none where one part only looks as it would have left it', [KEY, AS_LEFT], AS_LEFT],
    ['has not happened where no part has', [NOT_HAPPENED, NOT_HAPPENED], NOT_HAPPENED],
    ['is unknown where its parts differ', [KEY, NOT_HAPPENED], UNKNOWN],
    ['is unknown where a part cannot', [AS_LEFT, UNKNOWN], UNKNOWN],
    ['is unknown without parts', [], UNKNOWN],
  ])('%s', (_, parts, outcome) => expect(outcomeOfAll(parts)).toEqual(outcome));

  it.each<[string, ProbedOutcome[], ProbedOutcome]>([
    ['has happened on the parts that have a proof', [KEY, NOT_HAPPENED], KEY],
    ['looks as it would have left some of them', [AS_LEFT, NOT_HAPPENED], AS_LEFT],
    ['has no proof where one of those has none', [KEY, AS_LEFT, NOT_HAPPENED], AS_LEFT],
    ['has not happened where no part has', [NOT_HAPPENED], NOT_HAPPENED],
    ['is unknown where a part cannot', [KEY, UNKNOWN], UNKNOWN],
    ['is unknown without parts', [], UNKNOWN],
  ])('that may take effect on some of them %s', (_, parts, outcome) => expect(outcomeOfSome(parts)).toEqual(outcome));

  it('is seen where it has a proof, or looks as the call would have left it', () => {
    expect([KEY, AS_LEFT, NOT_HAPPENED, UNKNOWN].map(isSeen)).toEqual([true, true, false, false]);
  });
});
