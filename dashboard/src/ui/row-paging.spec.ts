import { readRowPage, rowsOf } from './row-paging';

describe('a completely loaded list', () => {
  const rows = Array.from({ length: 51 }, (_, index) => index);

  it('is shown 25 rows at a time', () => {
    expect(rowsOf(rows, 3)).toEqual({ rows: [50], page: 3, pages: 3 });
    expect(rowsOf(rows, 1).rows).toHaveLength(25);
  });

  it('ends with its last page, whatever the URL names', () => {
    expect(rowsOf(rows, 9).page).toBe(3);
    expect(rowsOf([], 2)).toEqual({ rows: [], page: 1, pages: 1 });
    expect(['2', '0', '-1', 'x', undefined].map(readRowPage)).toEqual([2, 1, 1, 1, 1]);
  });
});
