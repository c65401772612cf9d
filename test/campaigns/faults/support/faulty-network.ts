import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Schedule } from './faults.js';

/** After all that a service looks at when a request got no answer. */
const LATE_MS = 2_500;

/** The network from one service to its providers: it draws the next fault, and notes what has happened so far. */
export class FaultyNetwork {
  /** Requests that changed something at a provider, whichever answer they got; those of a database are not known. */
  readonly writes: string[] = [];
  /** One line for each message that met a fault. */
  readonly faults: string[] = [];
  private readonly late: Promise<unknown>[] = [];
  private readonly byKey = new Map<string, Promise<unknown>>();
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

  /** The answer to the first request under an idempotency key is the answer to the others. */
  onceUnder<T>(key: string, work: () => Promise<T>): Promise<T> {
    const known = this.byKey.get(key) as Promise<T> | undefined;
    const answer = known ?? work();
    this.byKey.set(key, answer);
    return answer;
  }

  /** Lets a request arrive that its sender has given up. */
  later(arrive: () => Promise<unknown>): void {
    this.late.push(
      sleep(LATE_MS)
        .then(arrive)
        .catch(() => undefined),
    );
  }

  /** Waits until nothing is on its way any more. */
  async settled(): Promise<void> {
    await Promise.all(this.late.splice(0));
    await this.before;
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
