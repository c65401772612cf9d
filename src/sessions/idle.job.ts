import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Database } from '../platform/database/database.js';
import { Periodic } from '../platform/due-work/periodic.js';
import { PinoLogger } from '../platform/logging/pino-logger.js';
import { SessionsService } from './sessions.service.js';

const EVERY_MS = 2_000;
const AT_MOST = 200;

/** Turns sessions in which nothing happened for `SESSION_IDLE_HOURS` into abandoned ones (docs/contract.md, "Sessions"). */
@Injectable()
export class IdleJob extends Periodic {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly config: Config,
    logger: PinoLogger,
  ) {
    super(EVERY_MS, logger);
  }

  protected async work(): Promise<void> {
    const hours = this.config.sessionIdleHours;
    const idle = await this.database.lookup<{ session_id: string; organization_id: string }>(
      `SELECT * FROM idle_sessions($1 * interval '1 hour', $2)`,
      [hours, AT_MOST],
    );
    await this.each(idle, (row) => this.sessions.abandon(row.organization_id, row.session_id, hours));
  }
}
