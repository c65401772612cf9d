const ROWS = 25;

/** The page of a list that the URL names, from 1. */
export const readRowPage = (text: string | undefined) => (/^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : 1);

/** The rows of a page, and how many pages there are. */
export function rowsOf<T>(rows: readonly T[], wanted: number) {
  const pages = Math.max(1, Math.ceil(rows.length / ROWS));
  const page = Math.min(wanted, pages);
  return { rows: rows.slice((page - 1) * ROWS, page * ROWS), page, pages };
}
