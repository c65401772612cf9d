import { AS_LEFT, NOT_HAPPENED, UNKNOWN } from '../../proof/proof.js';
import { decideField, itemOf, outcomeOfFields, outcomeOfPresence, summarise } from './compare.js';

describe('comparing before, after and now', () => {
  const field = (after: (string | null)[], now: string | null) => {
    return { name: 'f', before: 'b', after, now, isAsBefore: now?.trim() === 'b' };
  };

  it.each([
    [['a'], 'b', 'skip', 'already-restored'],
    [['a'], 'a', 'skip', 'restored'],
    [['a'], 'a', 'force', 'restored'],
    [['x', 'a'], 'a', 'skip', 'restored'],
    [[null], null, 'skip', 'restored'],
    [['a'], 'other', 'skip', 'conflict'],
    [['a'], null, 'skip', 'conflict'],
    [['a'], 'other', 'force', 'forced'],
    [[], 'other', 'skip', 'conflict'],
    [[], 'b', 'skip', 'already-restored'],
    [['a'], ' b', 'skip', 'already-restored'],
    [[' b'], ' b', 'skip', 'restored'],
  ] as const)('decides that left %j, now %j under %s is %s', (after, now, onConflict, result) => {
    expect(decideField(field([...after], now), onConflict).result).toBe(result);
  });

  it('calls a row what the worst of its fields is', () => {
    const reports = (...nows: string[]) => nows.map((now) => decideField(field(['a'], now), 'skip'));
    expect(itemOf('r', reports('a', 'b', 'other')).result).toBe('conflict');
    expect(itemOf('r', reports('a', 'b')).result).toBe('restored');
    expect(itemOf('r', reports('b')).result).toBe('already-restored');
  });

  it('is done only when nothing is left over', () => {
    const item = (result: 'restored' | 'forced' | 'conflict' | 'impossible') => ({ resource: 'r', result, fields: [] });
    expect(summarise([])).toMatchObject({ outcome: 'done', detail: 'no rows were touched' });
    expect(summarise([item('restored'), item('forced')]).outcome).toBe('done');
    expect(summarise([item('restored'), item('conflict')]).detail).toBe('1 row restored; 1 row conflict');
    expect(summarise([item('restored'), item('impossible')]).outcome).toBe('conflict');
    expect(summarise([item('restored')], 'something is missing').outcome).toBe('conflict');
  });

  it('answers only what every field agrees on', () => {
    const at = (now: string | undefined) => ({ before: 'b', after: 'a', now });
    expect(outcomeOfFields([at('a'), at('a')])).toEqual(AS_LEFT);
    expect(outcomeOfFields([at('b'), at('b')])).toEqual(NOT_HAPPENED);
    expect(outcomeOfFields([at('a'), at('b')])).toEqual(UNKNOWN);
    expect(outcomeOfFields([at('a'), at(undefined)])).toEqual(UNKNOWN);
    expect(outcomeOfFields([at('a'), { before: 'same', after: 'same', now: 'same' }])).toEqual(AS_LEFT);
    expect(outcomeOfFields([{ before: 'b', after: undefined, now: 'x' }])).toEqual(UNKNOWN);
    expect([outcomeOfPresence([true, true]), outcomeOfPresence([false]), outcomeOfPresence([true, false])]).toEqual([
      AS_LEFT,
      NOT_HAPPENED,
      UNKNOWN,
    ]);
  });
});
