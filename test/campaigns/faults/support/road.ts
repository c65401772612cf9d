import type { Fault, Schedule } from './faults.js';

/** The road from one service to its providers: it draws the next fault, and notes what has happened so far. */
export class Road {
  /** Requests that changed something at a provider, whichever answer they got; those of a database are not known. */
  readonly writes: string[] = [];
  /** One line for each message that met a fault. */
  readonly faults: string[] = [];
  private faultOf: Schedule | null = null;
  private ordinal = 0;
  private act: { readonly at: number; run(): void } | null = null;
  private before: Promise<unknown> = Promise.resolve();

  /** A new session: nothing has happened, and nothing goes wrong. */
  begin(): void {
    this.faultOf = null;
    this.writes.length = 0;
    this.faults.length = 0;
  }

  /** @param faultOf null: nothing goes wrong */
  follow(faultOf: Schedule | null): void {
    this.faultOf = faultOf;
    this.ordinal = 0;
    this.act = null;
  }

  /** Another client acts as soon as this message comes, and the message does not wait for it. */
  meanwhile(at: number, run: () => void): void {
    this.act = { at, run };
  }

  next(message: string): { fault: Fault | null; turn: number } {
    const turn = this.ordinal++;
    if (this.act?.at === turn) this.act.run();
    const fault = this.faultOf?.(turn) ?? null;
    if (fault) this.faults.push(`${turn}: ${message}: ${fault.kind} (${fault.when})`);
    return { fault, turn };
  }

  /**
   * One request at a time reaches a provider: a request that the service has given up does not overtake the next one.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.before.then(work);
    this.before = mine.catch(() => undefined);
    return mine;
  }
}
