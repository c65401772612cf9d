/**
 * Callers that ask for the same key while a call is in flight share its answer, or its failure. Nothing is kept after
 * that.
 */
export class SingleFlight<T> {
  private readonly underWay = new Map<string, Promise<T>>();

  run(key: string, work: () => Promise<T>): Promise<T> {
    const shared = this.underWay.get(key);
    if (shared) return shared;
    const own = work().finally(() => this.underWay.delete(key));
    this.underWay.set(key, own);
    return own;
  }
}
