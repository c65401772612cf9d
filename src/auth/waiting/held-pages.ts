/** The most requests of one owner that a process may hold. */
const MOST_REQUESTS = 250;

/** The pages, or approvals, for which the requests of each owner wait. */
export class HeldPages {
  /** Requests by page, by owner. */
  private readonly pages = new Map<string, Map<string, number>>();

  /** @param mostPages that the requests of one owner may wait for: each may cost every look something */
  constructor(private readonly mostPages: number) {}

  /** @returns whether one request more may wait for the page; if so, it is to be removed in the end */
  add(owner: string, page: string): boolean {
    const held = this.pages.get(owner) ?? new Map<string, number>();
    const requests = [...held.values()].reduce((sum, count) => sum + count, 0);
    if (requests >= MOST_REQUESTS || (held.size >= this.mostPages && !held.has(page))) return false;
    this.pages.set(owner, held.set(page, (held.get(page) ?? 0) + 1));
    return true;
  }

  remove(owner: string, page: string): void {
    const held = this.pages.get(owner);
    const left = (held?.get(page) ?? 1) - 1;
    if (left > 0) held?.set(page, left);
    else held?.delete(page);
    if (held?.size === 0) this.pages.delete(owner);
  }
}
