import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Periodic } from '../../platform/due-work/periodic.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { type DueAge, watchDue } from '../../platform/telemetry/due-work-meter.js';
import { ExpiryService } from './expiry.service.js';

const EVERY_MS = 1_000;
const AT_MOST = 200;

/** Rejects approvals that no operator decided in time, and permits held calls that none stopped (docs/contract.md, "Approvals"). */
@Injectable()
export class ExpiryJob extends Periodic {
  constructor(
    private readonly database: Database,
    private readonly expiry: ExpiryService,
    logger: PinoLogger,
  ) {
    super(EVERY_MS, logger);
    watchDue('approval', () => database.lookup<DueAge>('SELECT oldest_due_approval() AS seconds', []));
  }

  protected async work(): Promise<void> {
    const due = await this.database.lookup<{ approval_id: string; organization_id: string }>(
      'SELECT * FROM due_approvals($1)',
      [AT_MOST],
    );
    await this.each(due, (row) => this.expiry.expire(row.organization_id, row.approval_id));
  }
}
