import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { Periodic } from '../platform/due-work/periodic.js';
import { idAt } from '../platform/ids.js';
import { PinoLogger } from '../platform/logging/pino-logger.js';
import { EvaluationsService } from './evaluations.service.js';
import { PendingEvaluations } from './pending-evaluations.js';

const EVERY_MS = 1_000;
/**
 * After a run it rests so many times as long as the run took: on a busy machine a run takes long, and evaluates more calls of
 * a session at once the longer it rested. A reader waits for neither, because it catches up by itself.
 */
const REST = 9;
const REST_AT_MOST_MS = 10_000;
const SWEEP_EVERY_MS = 300_000;
/** A session that began before and is still at work is noticed with its next call, or when it is read. */
const SWEEP_BACK_MS = 25 * 3_600_000;
/** At most this many sessions of a sweep come before the pending ones. */
const SESSIONS_PER_SWEEP = 50;

/** Evaluates off the hot path: what this process recorded, and now and then what another may have died over. */
@Injectable()
export class EvaluationJob extends Periodic {
  private sweepAt = 0;
  /** The session that the sweep under way goes on from. */
  private since: string | null = null;

  constructor(
    private readonly database: Database,
    private readonly evaluations: EvaluationsService,
    private readonly pending: PendingEvaluations,
    logger: PinoLogger,
  ) {
    super(EVERY_MS, logger);
  }

  protected override restMs(tookMs: number): number {
    return Math.min(Math.max(EVERY_MS, REST * tookMs), REST_AT_MOST_MS);
  }

  protected async work(): Promise<void> {
    await this.each(this.pending.take(), ({ organizationId, sessionId }) =>
      this.evaluations.catchUp(organizationId, sessionId),
    );
    if (Date.now() >= this.sweepAt) {
      this.sweepAt = Date.now() + SWEEP_EVERY_MS;
      this.since ??= idAt(new Date(Date.now() - SWEEP_BACK_MS), 0);
    }
    if (this.since === null) return;
    this.since = await this.sweep(this.since);
    if (this.since !== null) this.wake();
  }

  /** Some of them; gives where to go on, or null. */
  private async sweep(since: string): Promise<string | null> {
    const found = await this.database.lookup<{ session_id: string; organization_id: string }>(
      'SELECT * FROM unevaluated_sessions($1, $2)',
      [since, SESSIONS_PER_SWEEP],
    );
    await this.each(found, (row) => this.evaluations.catchUp(row.organization_id, row.session_id));
    return found.length < SESSIONS_PER_SWEEP ? null : (found.at(-1)?.session_id ?? null);
  }
}
