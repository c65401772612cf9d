import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { Periodic } from '../platform/due-work/periodic.js';
import { PinoLogger } from '../platform/logging/pino-logger.js';
import { type DueAge, watchDue } from '../platform/telemetry/due-work-meter.js';

/** A read of the metrics adds up at most the unfolded changes of this period. */
const EVERY_MS = 2_000;
const ORGANIZATIONS_PER_LOOKUP = 100;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Folds the notes of the hot path into totals and days; safe with any number of processes (decision 9). */
@Injectable()
export class FoldJob extends Periodic {
  constructor(
    private readonly database: Database,
    logger: PinoLogger,
  ) {
    super(EVERY_MS, logger);
    watchDue('fold', () => database.lookup<DueAge>('SELECT oldest_unfolded_change() AS seconds', []));
  }

  protected async work(): Promise<void> {
    let after = BEFORE_ALL;
    while (!this.isStopped) {
      const found = await this.database.lookup<{ id: string }>('SELECT unfolded_organizations($1, $2) AS id', [
        after,
        ORGANIZATIONS_PER_LOOKUP,
      ]);
      const organizations = found.map(({ id }) => id);
      const last = organizations.at(-1);
      if (!last) return;
      await this.database.statements
        .query('SELECT fold_metric_changes($1::uuid[])', [organizations])
        .catch((error: unknown) => this.complain(error));
      after = last;
    }
  }
}
