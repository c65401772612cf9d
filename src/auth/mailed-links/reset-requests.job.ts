import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Periodic } from '../../platform/due-work/periodic.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { RecoveryService } from './recovery.service.js';

const EVERY_MS = 1_000;
const AT_MOST = 200;

/** Finds the account of each address for which a new password was requested. */
@Injectable()
export class ResetRequestsJob extends Periodic {
  constructor(
    private readonly database: Database,
    private readonly recovery: RecoveryService,
    logger: PinoLogger,
  ) {
    super(EVERY_MS, logger);
  }

  protected async work(): Promise<void> {
    const due = await this.database.lookup<{
      request_id: string;
      user_id: string | null;
      organization_id: string | null;
    }>('SELECT * FROM due_reset_requests($1)', [AT_MOST]);
    await this.each(due, ({ request_id, user_id: userId, organization_id: organizationId }) =>
      this.recovery.answerRequest(request_id, userId && organizationId ? { userId, organizationId } : null),
    );
  }
}
