import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Periodic } from '../../platform/due-work/periodic.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { openOrganizations } from '../archive/open-organizations.js';
import { Retention } from './retention.js';

const EVERY_MS = 3_600_000;

/** Goes through the organizations every hour. Any number of processes may do so at the same time. */
@Injectable()
export class RetentionJob extends Periodic {
  constructor(
    private readonly database: Database,
    private readonly retention: Retention,
    logger: PinoLogger,
  ) {
    super(EVERY_MS, logger);
  }

  protected async work(): Promise<void> {
    if (!this.retention.isOn) return;
    for await (const page of openOrganizations(this.database))
      await this.each(page, async (organizationId) => {
        const sessions = await this.retention.keepTo(organizationId, () => this.isStopped);
        if (sessions > 0) this.logger.info({ organizationId, sessions }, 'expired sessions were deleted');
      });
  }
}
