import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Database } from '../platform/database/database.js';
import { Periodic } from '../platform/jobs/periodic.js';
import { RollbackEngine } from './rollback.engine.js';

/** How soon a rollback whose owner died is found, once its lease has run out. */
const EVERY_MS = 1_000;
const AT_ONCE = 8;

/** Takes up every rollback that nobody is working on, of any organization. */
@Injectable()
export class RollbackJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: Periodic;
  private readonly running = new Map<string, Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly engine: RollbackEngine,
    private readonly logger: PinoLogger,
  ) {
    this.job = new Periodic('rollbacks', EVERY_MS, () => this.takeUpDue(), logger);
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.job.stop();
    // What is left to do is taken up by another process, or by this one after its restart.
    this.engine.stop();
    await Promise.all(this.running.values());
  }

  get isStopped(): boolean {
    return this.job.isStopped;
  }

  wake(): void {
    this.job.wake();
  }

  private async takeUpDue(): Promise<void> {
    const free = AT_ONCE - this.running.size;
    if (free <= 0) return;
    const due = await this.database.lookup<{ rollback_id: string; organization_id: string }>(
      'SELECT * FROM due_rollbacks($1)',
      [free],
    );
    for (const { rollback_id: id, organization_id: organizationId } of due) {
      if (this.running.has(id)) continue;
      const run = this.engine
        .run(organizationId, id)
        .catch((error: unknown) =>
          this.logger.error({ err: error, rollbackId: id }, 'a rollback stopped and will be taken up again'),
        )
        .finally(() => this.running.delete(id));
      this.running.set(id, run);
    }
  }
}
