import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { type Due, DueWork } from '../../platform/due-work/due-work.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { type DueAge, watchDue } from '../../platform/telemetry/due-work-meter.js';
import { RollbackEngine } from './rollback.engine.js';

const MAX_CONCURRENT_ROLLBACKS = 8;
/** The time within which a rollback whose owner died is found, once its lease has run out. */
const EVERY_MS = 1_000;
/** The most rollbacks of one organization at a time. */
const EACH = 4;

/** Takes up every rollback that no process is working on, of any organization. */
@Injectable()
export class RollbackJob extends DueWork {
  constructor(
    private readonly database: Database,
    private readonly engine: RollbackEngine,
    logger: PinoLogger,
  ) {
    super({ everyMs: EVERY_MS, atOnce: MAX_CONCURRENT_ROLLBACKS, ofEach: EACH }, logger);
    watchDue('rollback', () => database.lookup<DueAge>('SELECT oldest_due_rollback() AS seconds', []));
  }

  protected async due(): Promise<Due[]> {
    const due = await this.database.lookup<{ rollback_id: string; organization_id: string }>(
      'SELECT * FROM due_rollbacks($1)',
      // The query returns more rows than can run, because rollbacks of an organization with a full share are not begun.
      [MAX_CONCURRENT_ROLLBACKS * 2],
    );
    return due.map((row) => ({
      id: row.rollback_id,
      organizationId: row.organization_id,
      share: row.organization_id,
    }));
  }

  protected async carryOut({ id, organizationId }: Due): Promise<void> {
    try {
      await this.engine.run(organizationId, id);
    } finally {
      // Its end, or its waiting for another session's step, may be another's turn.
      this.wake();
    }
  }

  /** Stops. Another process takes up the remaining rollbacks, or this one after its restart. */
  protected stop(): void {
    this.engine.stop();
  }
}
