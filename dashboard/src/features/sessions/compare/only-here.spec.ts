import type { Action } from '../api';
import { onlyIn } from './only-here';

const call = (id: string, summary: string) => ({ id, apiName: 'postgres.rows.update', summary }) as unknown as Action;

describe('the calls that only one of two sessions has', () => {
  it('are found by what they do, in any order', () => {
    const one = [call('1', 'Update a'), call('2', 'Update b')];
    const other = [call('3', 'Update b'), call('4', 'Update c')];
    expect([...onlyIn(one, other)]).toEqual(['1']);
    expect([...onlyIn(other, one)]).toEqual(['4']);
  });

  it('contain the second of two calls that the other session has once', () => {
    expect([...onlyIn([call('1', 'x'), call('2', 'x')], [call('3', 'x')])]).toEqual(['2']);
  });
});
