const REMEMBERED = 1000;

/** What a server answered, kept for a short time, since it may change; the same question of one asker is put once. */
export class RecentAnswers<T> {
  #known = new Map<string, { readonly until: number; readonly answer: T }>();
  #underWay = new WeakMap<object, Map<string, Promise<T>>>();

  /** @param validMs what another client changes is noticed after this time, in milliseconds */
  constructor(private readonly validMs: number) {}

  get(key: string): T | undefined {
    const known = this.#known.get(key);
    return known && known.until > Date.now() ? known.answer : undefined;
  }

  /** Answers that are under way are still told to those who wait for them, and not kept. */
  forget(): void {
    this.#known = new Map();
    this.#underWay = new WeakMap();
  }

  /**
   * What is known, or what `find` tells now.
   * @param asker a pool or a connection: to wait for the question of another one could be to wait for the connection
   *   that one's own caller holds
   * @throws what `find` throws; the failure of a question that was put for another call is not told to this one
   */
  async ask(key: string, asker: object, find: () => Promise<T>): Promise<T> {
    const known = this.get(key);
    if (known !== undefined) return known;
    try {
      const shared = this.#underWay.get(asker)?.get(key);
      if (shared) return await shared;
    } catch {
      // Another connection may serve this call.
    }
    return this.#find(key, asker, find);
  }

  async #find(key: string, asker: object, find: () => Promise<T>): Promise<T> {
    const [known, ways] = [this.#known, this.#underWay];
    const mine = ways.get(asker) ?? new Map<string, Promise<T>>();
    ways.set(asker, mine);
    const finding = find();
    mine.set(key, finding);
    try {
      const answer = await finding;
      const [oldest] = known.keys();
      if (known.size >= REMEMBERED && oldest !== undefined) known.delete(oldest);
      known.set(key, { until: Date.now() + this.validMs, answer });
      return answer;
    } finally {
      if (mine.get(key) === finding) mine.delete(key);
    }
  }
}
