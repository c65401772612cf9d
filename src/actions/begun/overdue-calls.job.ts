import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Periodic } from '../../platform/due-work/periodic.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { BegunCalls } from './begun-calls.service.js';

const EVERY_MS = 2_000;
const AT_MOST = 200;
/** A client reports the outcome right after the call, so an hour without one means that it cannot. */
const OUTCOME_WITHIN_MS = 3_600_000;

/** Finds calls that began and got no outcome (docs/contract.md, "Actions"). */
@Injectable()
export class OverdueCallsJob extends Periodic {
  constructor(
    private readonly database: Database,
    private readonly calls: BegunCalls,
    logger: PinoLogger,
  ) {
    super(EVERY_MS, logger);
  }

  protected async work(): Promise<void> {
    const due = await this.database.lookup<{ action_id: string; organization_id: string }>(
      "SELECT * FROM overdue_calls($1 * interval '1 millisecond', $2)",
      [OUTCOME_WITHIN_MS, AT_MOST],
    );
    await this.each(due, (row) => this.calls.giveUp(row.organization_id, row.action_id));
    if (due.length === AT_MOST) this.wake();
  }
}
