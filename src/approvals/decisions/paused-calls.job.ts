import { Injectable } from '@nestjs/common';
import { bySystem } from '../../audit/audit-entry.js';
import { Database } from '../../platform/database/database.js';
import { Periodic } from '../../platform/due-work/periodic.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { PausedCalls } from './paused-calls.service.js';

const EVERY_MS = 500;
const AT_MOST = 100;

/**
 * Finishes the rejections of a pause: when its process died or ran out of time, or when a call asked for an approval
 * during the pause.
 */
@Injectable()
export class PausedCallsJob extends Periodic {
  constructor(
    private readonly database: Database,
    private readonly calls: PausedCalls,
    logger: PinoLogger,
  ) {
    super(EVERY_MS, logger);
  }

  protected async work(): Promise<void> {
    const waiting = await this.database.lookup<{ session_id: string; organization_id: string }>(
      'SELECT * FROM sessions_waiting_while_paused($1)',
      [AT_MOST],
    );
    let rejected = 0;
    await this.each(waiting, async (row) => {
      rejected += await this.calls.rejectIn(bySystem(row.organization_id, 'pause'), row.session_id);
    });
    if (rejected > 0) this.wake();
  }
}
