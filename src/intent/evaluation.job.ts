import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Database } from '../platform/database/database.js';
import { idAt } from '../platform/ids.js';
import { Periodic } from '../platform/jobs/periodic.js';
import { EvaluationsService } from './evaluations.service.js';
import { Noticed } from './noticed.js';

const EVERY_MS = 1_000;
const SWEEP_EVERY_MS = 300_000;
/** A session that began before and is still at work is noticed with its next call, or when it is read. */
const SWEEP_BACK_MS = 25 * 3_600_000;
const SWEEP_AT_ONCE = 500;

/** Evaluates off the hot path: what this process recorded, and now and then what another may have died over. */
@Injectable()
export class EvaluationJob extends Periodic {
  private sweepAt = 0;

  constructor(
    private readonly database: Database,
    private readonly evaluations: EvaluationsService,
    private readonly noticed: Noticed,
    logger: PinoLogger,
  ) {
    super(EVERY_MS, logger);
  }

  protected async work(): Promise<void> {
    if (Date.now() >= this.sweepAt) {
      this.sweepAt = Date.now() + SWEEP_EVERY_MS;
      await this.sweep();
    }
    await this.each(this.noticed.take(), ({ organizationId, sessionId }) =>
      this.evaluations.catchUp(organizationId, sessionId),
    );
  }

  private async sweep(): Promise<void> {
    for (let since = idAt(new Date(Date.now() - SWEEP_BACK_MS), 0); !this.isStopped; ) {
      const found = await this.database.lookup<{ session_id: string; organization_id: string }>(
        'SELECT * FROM unevaluated_sessions($1, $2)',
        [since, SWEEP_AT_ONCE],
      );
      await this.each(found, (row) => this.evaluations.catchUp(row.organization_id, row.session_id));
      const last = found.at(-1);
      if (!last || found.length < SWEEP_AT_ONCE) return;
      since = last.session_id;
    }
  }
}
