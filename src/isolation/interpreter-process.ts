import { type ChildProcess, fork, spawn } from 'node:child_process';
import os from 'node:os';
import { FairQueue } from '../platform/concurrency/fair-queue.js';
import { confinement } from './confinement.js';
import { processorTime } from './processor-time.js';
import type { Notice, Order } from './protocol.js';

/** The bounds of one interpreter. */
export interface Bounds {
  /**
   * The time from an order until all possible computation is done. It is processor time in milliseconds where the
   * system reports that, because an interpreter yields to everything else on its machine.
   */
  readonly deadlineMs: number;
  readonly heapMegabytes: number;
  /** Files and directories that it may read; it may write none. */
  readonly reads: readonly string[];
  /** The nice value by which it yields to the service and to the database beside it: up to 19. */
  readonly niceness: number;
}

/** `isLate`: it was ended for not being done in time. */
export interface End {
  /** The reason why the system did not start it, and no task is to blame; null when it was started. */
  readonly failure: string | null;
  readonly isLate: boolean;
  /** The task that it worked for; null when it was between two orders. */
  readonly task: number | null;
}

interface Listener {
  heard(notice: Exclude<Notice, { is: 'ready' | 'idle' }>): void;
  ended(end: End): void;
}

const STARTS_WITHIN_MS = 60_000;
const PING_MS = 1_000;
const TICKS = 10;
/** The factor by which the elapsed time may exceed the deadline. */
const PATIENCE = 6;

/**
 * A child process that is given one order at a time, so that it is known for which task it works. Organizations take turns:
 * one that has much to be read holds up another by one order.
 */
export class InterpreterProcess {
  private readonly child: ChildProcess;
  /** The waiting orders of each organization. */
  private readonly orders = new FairQueue<Order>();
  private isReady = false;
  private isLate = false;
  private current: Order | null = null;
  private deadline: NodeJS.Timeout;
  private readonly pings: NodeJS.Timeout;
  private readonly unwatch: (() => void) | null;

  constructor(
    file: string,
    private readonly bounds: Bounds,
    private readonly listener: Listener,
  ) {
    const { execArgv, account } = confinement(bounds.reads);
    this.child = fork(file, {
      // The environment holds none of this process's settings and secrets.
      env: { ...(process.env.TZ && { TZ: process.env.TZ }) },
      execArgv: [...execArgv, `--max-old-space-size=${bounds.heapMegabytes}`],
      ...account,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    if (this.child.pid) lowerPriority(this.child.pid, bounds.niceness);
    this.unwatch = this.child.pid ? killWithParent(this.child.pid) : null;
    this.deadline = this.within(STARTS_WITHIN_MS);
    // Work may also go on too long after its order, in a later turn of the event loop.
    this.pings = setInterval(() => {
      if (this.isReady && !this.current) this.give({ is: 'ping' }, '');
    }, PING_MS);
    this.child.on('message', (notices: readonly Notice[]) => {
      for (const notice of notices) this.hear(notice);
    });
    this.child.on('error', ({ message }) => {
      this.stop();
      // A process that the system did not start has no exit.
      if (this.child.pid === undefined) this.end(message);
    });
    this.child.once('exit', () => this.end(null));
  }

  give(order: Order, organizationId: string): void {
    this.orders.add(organizationId, order);
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
    const order = this.orders.take();
    if (!order) return;
    this.current = order;
    this.deadline = this.within(this.bounds.deadlineMs);
    // If the order cannot be sent any more, the child's end reports it.
    this.child.send(order, () => undefined);
  }

  private within(ms: number): NodeJS.Timeout {
    const tick = ms / TICKS;
    let [left, patience] = [ms, ms * PATIENCE];
    // The first tick counts as a whole, because reading the processor time at each order would cost more than most orders.
    let used: number | null = null;
    // The time is counted in ticks, because a service that was blocked itself has not yet read the interpreter's
    // messages.
    return setInterval(() => {
      const now = this.used();
      left -= used === null || now === null ? tick : Math.min(tick, now - used);
      patience -= tick;
      used = now;
      if (left > 0 && patience > 0) return;
      this.isLate = true;
      this.stop();
    }, tick);
  }

  private used(): number | null {
    return this.child.pid === undefined ? null : processorTime(this.child.pid);
  }

  private end(failure: string | null): void {
    clearInterval(this.deadline);
    clearInterval(this.pings);
    this.unwatch?.();
    this.isReady = false;
    const task = this.current && 'task' in this.current ? this.current.task : null;
    this.listener.ended({ failure, isLate: this.isLate, task });
  }
}

function lowerPriority(pid: number, niceness: number): void {
  try {
    os.setPriority(pid, Math.max(os.getPriority(pid), niceness));
  } catch {
    // It has ended already, or the system does not let it: it works as fast as others then.
  }
}

/**
 * Ends another process when this one is gone, also after SIGKILL and while the other one is busy: a shell waits for the
 * end of a pipe that only this process holds. The other process could not do it by a thread of its own, because the
 * thread would not be confined.
 * @returns a function to call when the other process has ended
 */
function killWithParent(pid: number): () => void {
  const script = `trap '' INT TERM HUP; read _; kill -9 ${pid}`;
  const shell = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], env: {} });
  // Without a shell, a busy child outlives a service that was killed.
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  return () => void shell.kill('SIGKILL');
}
