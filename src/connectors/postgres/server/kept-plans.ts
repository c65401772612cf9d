import { randomUUID } from 'node:crypto';

const MOST_PLANS = 32;

/**
 * The prepared statements of a connection. PostgreSQL plans each of them again when its tables change. None is used
 * before the connection is known to lead to one server process: a pooler may send each transaction to another.
 */
export class KeptPlans {
  private readonly names = new Map<string, string>();
  private mayKeep = false;

  /** Undefined when the statement is to be planned each time. */
  nameOf(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || !this.mayKeep || this.names.size >= MOST_PLANS) return known;
    const name = `backstop_${randomUUID()}`;
    this.names.set(text, name);
    return name;
  }

  /** @param isOneProcess the server process that answers is the one that the connection was opened to */
  found(isOneProcess: boolean): void {
    if (!isOneProcess) this.discarded();
    this.mayKeep = isOneProcess;
  }

  get count(): number {
    return this.names.size;
  }

  /** The server has forgotten all of them. */
  discarded(): void {
    this.names.clear();
  }
}
