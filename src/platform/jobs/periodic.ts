import type { PinoLogger } from 'nestjs-pino';

/**
 * Wakes `work` again and again, never twice at once, and at once when `wake` is called. It only wakes: what is due is
 * decided by rows, so a missed or doubled wake-up loses and repeats nothing.
 */
export class Periodic {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private again = false;
  private stopped = false;

  constructor(
    private readonly name: string,
    private readonly everyMs: number,
    private readonly work: () => Promise<void>,
    private readonly logger: PinoLogger,
  ) {}

  start(): void {
    this.wake();
  }

  wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.again = true;
      return;
    }
    if (this.timer) clearTimeout(this.timer);
    this.running = this.work()
      .catch((error: unknown) =>
        this.logger.error({ err: error, job: this.name }, 'a job failed and will be tried again'),
      )
      .finally(() => {
        this.running = null;
        if (this.stopped) return;
        if (this.again) {
          this.again = false;
          this.wake();
          return;
        }
        this.timer = setTimeout(() => this.wake(), this.everyMs);
      });
  }

  get isStopped(): boolean {
    return this.stopped;
  }

  /** Waits for the run in flight. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }
}
