import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { PinoLogger } from '../logging/pino-logger.js';
import { jobFailures } from '../telemetry/meters.js';

/**
 * Runs its work repeatedly while the application is up, never twice at the same time, and immediately after `wake`.
 * Rows decide which work is due, so a missed or doubled wake-up loses and repeats nothing.
 */
export abstract class Periodic implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private again = false;
  private stopped = false;

  protected constructor(
    private readonly everyMs: number,
    protected readonly logger: PinoLogger,
  ) {}

  protected abstract work(): Promise<void>;

  /** The rest after a run, in milliseconds. */
  protected restMs(): number {
    return this.everyMs;
  }

  get isStopped(): boolean {
    return this.stopped;
  }

  onApplicationBootstrap(): void {
    this.wake();
  }

  /** Waits for the run in flight. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }

  wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.again = true;
      return;
    }
    if (this.timer) clearTimeout(this.timer);
    this.running = this.work()
      .catch((error: unknown) => this.complain(error))
      .finally(() => {
        this.running = null;
        if (this.stopped) return;
        if (this.again) {
          this.again = false;
          this.wake();
          return;
        }
        this.timer = setTimeout(() => this.wake(), this.restMs());
      });
  }

  /** Works on the items one after another until the process stops; a failing item is logged and delays no other. */
  protected async each<Due>(due: readonly Due[], work: (one: Due) => Promise<unknown>): Promise<void> {
    for (const one of due) {
      if (this.stopped) return;
      await work(one).catch((error: unknown) => this.complain(error));
    }
  }

  /** @param id of the piece of work that failed, if it was one */
  protected complain(error: unknown, id?: string): void {
    const job = this.constructor.name;
    jobFailures.inc({ job });
    this.logger.error({ err: error, job, ...(id && { id }) }, 'a job failed and will be tried again');
  }
}
