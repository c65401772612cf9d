/** How many requests for lists one organization may hold in one process, and for how many different pages of them. */
const MOST_REQUESTS = 250;
const MOST_PAGES = 50;

/** Which pages each organization's requests wait for: each page costs every look something, however many wait for it. */
export class HeldPages {
  /** Requests by page, by organization. */
  private readonly pages = new Map<string, Map<string, number>>();

  /** @returns whether one request more may wait for the page; if so, it is to be removed in the end */
  add(organizationId: string, page: string): boolean {
    const held = this.pages.get(organizationId) ?? new Map<string, number>();
    const requests = [...held.values()].reduce((sum, count) => sum + count, 0);
    if (requests >= MOST_REQUESTS || (held.size >= MOST_PAGES && !held.has(page))) return false;
    this.pages.set(organizationId, held.set(page, (held.get(page) ?? 0) + 1));
    return true;
  }

  remove(organizationId: string, page: string): void {
    const held = this.pages.get(organizationId);
    const left = (held?.get(page) ?? 1) - 1;
    if (left > 0) held?.set(page, left);
    else held?.delete(page);
    if (held?.size === 0) this.pages.delete(organizationId);
  }
}
