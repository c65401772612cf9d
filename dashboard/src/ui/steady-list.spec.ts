import { steadyList } from './steady-list';

const list = (...ids: string[]) => ids.map((id) => ({ id, state: 'before' }));
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join(' ');

describe('a list on the screen', () => {
  it('keeps new rows back, and every row where it is', () => {
    const { rows, unseen } = steadyList(list('b', 'a'), list('d', 'b', 'c', 'a'));
    expect(ids(rows)).toBe('b a');
    expect(ids(unseen)).toBe('d c');
  });

  it('shows a row as it is now', () => {
    const [row] = steadyList(list('a'), [{ id: 'a', state: 'after' }]).rows;
    expect(row?.state).toBe('after');
  });

  it('keeps a row that the latest list does not hold any more, and says so', () => {
    const { rows, gone } = steadyList(list('b', 'a'), list('c', 'b'));
    expect(ids(rows)).toBe('b a');
    expect([...gone]).toEqual(['a']);
  });

  it('shows everything at once when there is no row to be moved', () => {
    expect(ids(steadyList([], list('b', 'a')).rows)).toBe('b a');
    expect(ids(steadyList(list('b'), list('c')).rows)).toBe('c');
  });
});
