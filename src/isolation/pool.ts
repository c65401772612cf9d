import type { ConnectorContext } from '../connectors/connector.js';
import { KeptTransports } from '../connectors/transport/kept-transports.js';
import { FairQueue } from '../platform/concurrency/fair-queue.js';
import { PassingError } from '../platform/errors.js';
import { type Bounds, type End, InterpreterProcess } from './interpreter-process.js';
import { PoisonedWorkError } from './poisoned-work.error.js';
import type { Work } from './protocol.js';
import { Task } from './task.js';

/** The work was interrupted repeatedly by other work in its process; it may be tried again. */
export class InterruptedWorkError extends PassingError {
  override readonly name = 'InterruptedWorkError';

  constructor(readonly mayHaveWritten: boolean) {
    super('the service was interrupted at this work');
  }
}

export interface PoolOptions extends Omit<Bounds, 'niceness'> {
  /** The program that an interpreter runs. */
  readonly file: string;
  /** Interpreters at once, besides one for organizations whose work had to be ended, and one for suspects. */
  readonly most: number;
  /** The time after which an interpreter without work is ended, unless it is the last one; milliseconds. */
  readonly idleMs: number;
  /** Pieces of work of one organization at once; the others wait. */
  readonly each: number;
  /** The time for which an organization whose work had to be ended has one piece of work at a time; milliseconds. */
  readonly apartMs: number;
  /**
   * Called at each unwanted end of an interpreter. `failure` is what the system says of an interpreter that it did not
   * start.
   */
  readonly onEnd?: (culprit: Culprit | null, failure: string | null) => void;
}

interface Culprit {
  readonly organizationId: string;
  readonly connector: string;
  readonly method: string;
}

interface Seat {
  process: InterpreterProcess | null;
  readonly tasks: Map<number, Task>;
  idle: NodeJS.Timeout | null;
}

const TRIES = 3;
const NICENESS = { usual: 5, ofCulprits: 12 };

const newSeat = (): Seat => ({ process: null, tasks: new Map(), idle: null });

/**
 * Runs connectors in a few child processes, started when first needed. A piece of work that takes too much time or
 * memory of its process is ended; others in the same process begin again. When the culprit is unknown, each suspect
 * begins again alone.
 */
export class InterpreterPool {
  private readonly usual: readonly Seat[];
  /** The interpreter of organizations whose work had to be ended. */
  private readonly apart = newSeat();
  /** The interpreter of suspects, one at a time. */
  private readonly alone = newSeat();
  private suspects: Task[] = [];
  private readonly waiting = new FairQueue<Task>();
  private readonly apartUntil = new Map<string, number>();
  /** The connections to databases that outlive a piece of work. */
  readonly kept = new KeptTransports();
  private ids = 0;
  private isClosed = false;

  constructor(private readonly options: PoolOptions) {
    this.usual = Array.from({ length: options.most }, newSeat);
  }

  /** @throws PoisonedWorkError, InterruptedWorkError, and the errors of the connector */
  run(organizationId: string, work: Work, context: ConnectorContext | null): Promise<unknown> {
    const task = new Task(++this.ids, organizationId, work, context, this.kept);
    if (this.isClosed) void task.fail(new InterruptedWorkError(false));
    else this.admit(task);
    return task.done;
  }

  /** Starts an interpreter when none runs, so that the first piece of work does not wait for its start. */
  warm(): void {
    const [first] = this.usual;
    if (!first || this.isClosed || this.processes > 0) return;
    first.process = this.start(first);
  }

  /** The number of running interpreters. */
  get processes(): number {
    return this.seats.filter(({ process }) => process !== null).length;
  }

  close(): void {
    this.isClosed = true;
    for (const task of [...this.suspects, ...this.waiting.takeAll()])
      void task.fail(new InterruptedWorkError(task.mayHaveWritten));
    this.suspects = [];
    for (const { process } of this.seats) process?.stop();
    this.kept.close();
  }

  private get seats(): readonly Seat[] {
    return [...this.usual, this.apart, this.alone];
  }

  private admit(task: Task): void {
    const { organizationId } = task;
    const seat = this.seatOf(organizationId);
    const most = this.isApart(organizationId) ? 1 : this.options.each;
    const own = [...seat.tasks.values()].filter((one) => one.organizationId === organizationId);
    if (own.length < most) this.begin(seat, task);
    else this.waiting.add(organizationId, task);
  }

  /** All of an organization is in one place: its neighbours are few, and the same. */
  private seatOf(organizationId: string): Seat {
    if (this.isApart(organizationId)) return this.apart;
    const isHere = ({ tasks }: Seat) => [...tasks.values()].some((task) => task.organizationId === organizationId);
    const load = ({ process, tasks }: Seat) => tasks.size * 2 + (process ? 0 : 1);
    return this.usual.find(isHere) ?? this.usual.toSorted((a, b) => load(a) - load(b))[0] ?? this.apart;
  }

  private isApart(organizationId: string): boolean {
    const until = this.apartUntil.get(organizationId);
    if (until !== undefined && until <= performance.now()) this.apartUntil.delete(organizationId);
    return this.apartUntil.has(organizationId);
  }

  private begin(seat: Seat, task: Task): void {
    if (seat.idle) clearTimeout(seat.idle);
    seat.idle = null;
    seat.process ??= this.start(seat);
    seat.tasks.set(task.id, task);
    task.tries++;
    seat.process.give(task.order(), task.organizationId);
  }

  private start(seat: Seat): InterpreterProcess {
    const { file, deadlineMs, heapMegabytes, reads } = this.options;
    const process: InterpreterProcess = new InterpreterProcess(
      file,
      { deadlineMs, heapMegabytes, reads, niceness: this.usual.includes(seat) ? NICENESS.usual : NICENESS.ofCulprits },
      {
        heard: (notice) => {
          const task = seat.tasks.get(notice.task);
          if (!task || seat.process !== process) return;
          if (notice.is === 'done') {
            this.leave(seat, task);
            if (notice.answer) void task.end(notice.answer);
            else void task.fail(new PoisonedWorkError(task.mayHaveWritten));
            return;
          }
          const { call } = notice;
          void task.answer(notice.ask).then((answer) => {
            if (!answer) return this.leave(seat, task);
            if (seat.process === process && call !== null)
              process.give({ is: 'answer', task: task.id, call, answer }, task.organizationId);
          });
        },
        ended: (end) => {
          if (seat.process === process) this.ended(seat, end);
        },
      },
    );
    return process;
  }

  private leave(seat: Seat, task: Task): void {
    if (!seat.tasks.delete(task.id)) return;
    if (seat === this.alone) this.nextSuspect();
    else this.next(task.organizationId);
    if (seat.tasks.size > 0 || this.isClosed) return;
    seat.idle = setTimeout(() => {
      seat.idle = null;
      if (this.usual.includes(seat) && this.isLast(seat)) return;
      seat.process?.stop();
      seat.process = null;
    }, this.options.idleMs);
    seat.idle.unref();
  }

  /** True when no other usual interpreter runs: one stays warm. */
  private isLast(seat: Seat): boolean {
    return !this.usual.some((other) => other !== seat && other.process !== null);
  }

  private next(organizationId: string): void {
    const first = this.waiting.takeOf(organizationId);
    if (first) this.admit(first);
  }

  private ended(seat: Seat, end: End): void {
    const tasks = [...seat.tasks.values()];
    seat.tasks.clear();
    seat.process = null;
    const suspects = end.failure === null ? suspectsOf(tasks, end) : [];
    const failing = suspects.length === 1 ? (suspects[0] ?? null) : null;
    if (!this.isClosed) this.blame(failing, end.failure);
    for (const task of tasks) void this.afterEnd(task, task === failing, suspects.includes(task));
    if (seat === this.alone) this.nextSuspect();
  }

  private blame(culprit: Task | null, failure: string | null): void {
    if (culprit) this.apartUntil.set(culprit.organizationId, performance.now() + this.options.apartMs);
    this.options.onEnd?.(culprit && { organizationId: culprit.organizationId, ...culprit.work }, failure);
  }

  private async afterEnd(task: Task, isCulprit: boolean, isSuspect: boolean): Promise<void> {
    await task.close();
    if (isCulprit && !this.isClosed) await task.fail(new PoisonedWorkError(task.mayHaveWritten));
    else if (this.isClosed || task.tries >= TRIES || task.isOver)
      await task.fail(new InterruptedWorkError(task.mayHaveWritten));
    else if (isSuspect) {
      this.suspects.push(task);
      this.nextSuspect();
    } else {
      this.admit(task);
      return;
    }
    this.next(task.organizationId);
  }

  private nextSuspect(): void {
    if (this.alone.tasks.size > 0) return;
    const suspect = this.suspects.shift();
    if (suspect) this.begin(this.alone, suspect);
  }
}

/**
 * The suspects of an end: for a late process, the task that it worked for, or those that wait for no answer; for a
 * process that ended by itself, any of its tasks.
 */
function suspectsOf(tasks: readonly Task[], { isLate, task }: End): readonly Task[] {
  const current = tasks.filter(({ id }) => id === task);
  if (isLate && current.length > 0) return current;
  const computing = tasks.filter(({ isComputing }) => isComputing);
  return isLate && computing.length > 0 ? computing : tasks;
}
