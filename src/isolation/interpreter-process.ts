import { type ChildProcess, fork } from 'node:child_process';
import type { Notice, Order } from './protocol.js';

/** Of one interpreter. */
export interface Bounds {
  /** From an order to the moment where all that can be computed is computed; milliseconds. */
  readonly deadlineMs: number;
  readonly heapMegabytes: number;
}

/** `isLate`: it was ended for not being done in time. */
export interface End {
  readonly isLate: boolean;
  /** The task it was at work for; null: it was between two orders. */
  readonly task: number | null;
}

interface Listener {
  heard(notice: Exclude<Notice, { is: 'ready' | 'idle' }>): void;
  ended(end: End): void;
}

const STARTS_WITHIN_MS = 60_000;
const PING_MS = 1_000;
const TICKS = 10;

/**
 * A child process that is given one order at a time, so that it is known for which task it works. Organizations take turns:
 * one that has much to be read holds up another by one order.
 */
export class InterpreterProcess {
  private readonly child: ChildProcess;
  /** Of each organization, in the order in which it is their turn. */
  private readonly orders = new Map<string, Order[]>();
  private isReady = false;
  private isLate = false;
  private current: Order | null = null;
  private deadline: NodeJS.Timeout;
  private readonly pings: NodeJS.Timeout;

  constructor(
    file: string,
    private readonly bounds: Bounds,
    private readonly listener: Listener,
  ) {
    this.child = fork(file, {
      // Nothing of this process's settings and secrets.
      env: { ...(process.env.TZ && { TZ: process.env.TZ }) },
      execArgv: [`--max-old-space-size=${bounds.heapMegabytes}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.deadline = this.within(STARTS_WITHIN_MS);
    // Work may also go on too long after its order, in a later turn of the event loop.
    this.pings = setInterval(() => {
      if (this.isReady && !this.current) this.give({ is: 'ping' }, '');
    }, PING_MS);
    this.child.on('message', (notice: Notice) => this.hear(notice));
    this.child.on('error', () => this.stop());
    this.child.once('exit', () => this.end());
  }

  give(order: Order, organizationId: string): void {
    const waiting = this.orders.get(organizationId);
    if (waiting) waiting.push(order);
    else this.orders.set(organizationId, [order]);
    this.next();
  }

  stop(): void {
    this.child.kill('SIGKILL');
  }

  private hear(notice: Notice): void {
    if (notice.is !== 'ready' && notice.is !== 'idle') {
      this.listener.heard(notice);
      return;
    }
    clearInterval(this.deadline);
    this.isReady = true;
    this.current = null;
    this.next();
  }

  private next(): void {
    if (!this.isReady || this.current) return;
    const order = this.take();
    if (!order) return;
    this.current = order;
    this.deadline = this.within(this.bounds.deadlineMs);
    // That it cannot be sent any more is told by its end.
    this.child.send(order, () => undefined);
  }

  /** The first of the organization whose turn it is; its next one comes after those of all others. */
  private take(): Order | undefined {
    const [turn] = this.orders;
    if (!turn) return undefined;
    const [organizationId, [first, ...others]] = turn;
    this.orders.delete(organizationId);
    if (others.length > 0) this.orders.set(organizationId, others);
    return first;
  }

  private within(ms: number): NodeJS.Timeout {
    let left = TICKS;
    // Counted in ticks: a service that stood still itself has not read yet what the interpreter said meanwhile.
    return setInterval(() => {
      if (--left > 0) return;
      this.isLate = true;
      this.stop();
    }, ms / TICKS);
  }

  private end(): void {
    clearInterval(this.deadline);
    clearInterval(this.pings);
    this.isReady = false;
    const task = this.current && 'task' in this.current ? this.current.task : null;
    this.listener.ended({ isLate: this.isLate, task });
  }
}
