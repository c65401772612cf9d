const REMEMBERED = 1000;

/** Keeps a server's answers for a short time, since they may change; the same question of one asker is sent once. */
export class RecentAnswers<T> {
  #known = new Map<string, { readonly until: number; readonly answer: T }>();
  #underWay = new WeakMap<object, Map<string, Promise<T>>>();

  /** @param validMs the milliseconds after which another client's changes are noticed */
  constructor(private readonly validMs: number) {}

  get(key: string): T | undefined {
    const known = this.#known.get(key);
    return known && known.until > Date.now() ? known.answer : undefined;
  }

  /** Answers that are under way still reach those who wait for them, and are not kept. */
  forget(): void {
    this.#known = new Map();
    this.#underWay = new WeakMap();
  }

  /**
   * Returns the kept answer, or the new one of `find`.
   * @param asker a pool or a connection: to wait for the question of another one could be to wait for the connection
   *   that one's own caller holds
   * @throws the error of `find`; the failure of a question that was sent for another call is not passed on to this one
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
