import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { PinoLogger } from '../../platform/pino-logger.js';
import { jobFailures } from '../../platform/telemetry/meters.js';
import { RollbackEngine } from './rollback.engine.js';

/** How soon a rollback whose owner died is found, once its lease has run out. */
const EVERY_MS = 1_000;
const MAX_CONCURRENT_ROLLBACKS = 8;
/** Of one organization. */
const EACH = 4;

/** Takes up every rollback that no process is working on, of any organization. */
@Injectable()
export class RollbackJob extends Periodic {
  private readonly underWay = new Map<string, { readonly organizationId: string; readonly end: Promise<void> }>();

  constructor(
    private readonly database: Database,
    private readonly engine: RollbackEngine,
    logger: PinoLogger,
  ) {
    super(EVERY_MS, logger);
  }

  /** What is left to do is taken up by another process, or by this one after its restart. */
  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    this.engine.stop();
    await Promise.all([...this.underWay.values()].map(({ end }) => end));
  }

  /** Settles when this process is done with the rollback; never, when it is not at it. */
  finished(id: string): Promise<void> {
    return this.underWay.get(id)?.end ?? new Promise(() => {});
  }

  protected async work(): Promise<void> {
    if (this.underWay.size >= MAX_CONCURRENT_ROLLBACKS) return;
    const due = await this.database.lookup<{ rollback_id: string; organization_id: string }>(
      'SELECT * FROM due_rollbacks($1)',
      // Of organizations that have their share already, none is begun.
      [MAX_CONCURRENT_ROLLBACKS * 2],
    );
    for (const { rollback_id: id, organization_id: organizationId } of due) {
      const running = [...this.underWay.values()];
      if (running.length >= MAX_CONCURRENT_ROLLBACKS) return;
      const own = running.filter((one) => one.organizationId === organizationId);
      if (this.underWay.has(id) || own.length >= EACH) continue;
      this.underWay.set(id, { organizationId, end: this.run(organizationId, id) });
    }
  }

  private async run(organizationId: string, id: string): Promise<void> {
    try {
      await this.engine.run(organizationId, id);
    } catch (error) {
      jobFailures.inc({ job: this.constructor.name });
      this.logger.error({ err: error, rollbackId: id }, 'a rollback stopped and will be taken up again');
    } finally {
      this.underWay.delete(id);
      // Its end, or its waiting for another session's step, may be another's turn.
      this.wake();
    }
  }
}
