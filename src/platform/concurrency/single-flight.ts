/** Those who ask for the same while it is under way share one answer, or one failure. Nothing is kept after that. */
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
