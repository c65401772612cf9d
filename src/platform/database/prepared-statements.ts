import type pg from 'pg';

/** A text that is sent so often is worth a plan on each connection; pgJDBC and psycopg count to five as well. */
const PREPARED_FROM = 5;
/** The most texts that a process prepares: each costs memory on each connection. */
const MOST_PREPARED = 256;
/** The most texts that are counted at a time. */
const MOST_COUNTED = 2_000;

/**
 * Decides which statements PostgreSQL prepares: the texts that come again and again. It then parses such a text once on
 * each connection, and plans it once where a plan without the values is as good (its `plan_cache_mode`).
 */
export class PreparedStatements {
  private readonly counts = new Map<string, number>();
  private readonly names = new Map<string, string>();
  private generation = 0;

  /** Counts a use of a text. Returns the name under which a connection prepares it; undefined if it stays unprepared. */
  nameOf(text: string): string | undefined {
    const name = this.names.get(text);
    if (name !== undefined || this.names.size >= MOST_PREPARED) return name;
    const count = (this.counts.get(text) ?? 0) + 1;
    if (count < PREPARED_FROM) {
      if (this.counts.size >= MOST_COUNTED) this.counts.clear();
      this.counts.set(text, count);
      return undefined;
    }
    this.counts.delete(text);
    this.names.set(text, this.named(`text_${this.names.size}`).name);
    return this.names.get(text);
  }

  /** The name of a statement that is always prepared, until the next {@link renew}. */
  named(name: string): { name: string } {
    return { name: `${name}_${this.generation}` };
  }

  /** Gives every text a new name, because a migration changed what the prepared ones return. */
  renew(): void {
    this.names.clear();
    this.generation++;
  }

  /** The class of clients that prepare what comes again. */
  clients(Client: typeof pg.Client): typeof pg.Client {
    const nameOf = (text: string) => this.nameOf(text);
    const named = (query: unknown, values: unknown) => {
      if (typeof query !== 'string' || !Array.isArray(values) || values.length === 0) return query;
      const name = nameOf(query);
      return name === undefined ? query : { name, text: query };
    };
    class PreparingClient extends Client {}
    const plain = Client.prototype.query as (...parameters: unknown[]) => unknown;
    Object.assign(PreparingClient.prototype, {
      query(this: pg.Client, query: unknown, values: unknown, ...more: unknown[]) {
        return plain.call(this, named(query, values), values, ...more);
      },
    });
    return PreparingClient;
  }
}
