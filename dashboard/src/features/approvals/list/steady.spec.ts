import type { Approval } from '../approval';
import { steady } from './steady';

const approval = (id: string, status = 'PENDING') => ({ id, status }) as Approval;
const list = (...ids: string[]) => ids.map((id) => approval(id));
const shownBy = ({ rows }: ReturnType<typeof steady>) =>
  rows.map(({ approval: { id }, isGone }) => (isGone ? `(${id})` : id)).join(' ');

describe('the list on the screen', () => {
  it('keeps new approvals back, and every row where it is', () => {
    const view = steady(list('b', 'a'), list('d', 'c', 'b', 'a'));
    expect(shownBy(view)).toBe('b a');
    expect(view.unseen.map(({ id }) => id)).toEqual(['d', 'c']);
  });

  it('keeps the place of what was decided', () => {
    expect(shownBy(steady(list('c', 'b', 'a'), list('c', 'a')))).toBe('c (b) a');
  });

  it('shows at once what comes when there is no row to be moved', () => {
    expect(shownBy(steady([], list('b', 'a')))).toBe('b a');
    expect(shownBy(steady(list('b'), list('c')))).toBe('c');
  });

  it('shows a row as it is now', () => {
    const [row] = steady(list('a'), [approval('a', 'APPROVED')]).rows;
    expect(row?.approval.status).toBe('APPROVED');
  });
});
