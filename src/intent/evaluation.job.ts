import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { Periodic } from '../platform/due-work/periodic.js';
import { idAt } from '../platform/ids.js';
import { PinoLogger } from '../platform/logging/pino-logger.js';
import { EvaluationsService } from './evaluations.service.js';
import { PendingEvaluations } from './pending-evaluations.js';

const EVERY_MS = 1_000;
/** A run ends after this time; the next one continues. */
const RUN_MS = 100;
/**
 * While the process is busy for more than this share of the time, a run is followed by a rest of `REST` times its
 * length: a tenth of the time is for evaluations, and the backlog waits until there is less to do. A reader waits for
 * neither, because it catches up by itself.
 */
const BUSY = 0.25;
const REST = 9;
/** The pause between the runs of a process that is not busy, while sessions are left. */
const PAUSE_MS = 10;
const SWEEP_EVERY_MS = 300_000;
/** A session that began before and is still at work is noticed with its next call, or when it is read. */
const SWEEP_BACK_MS = 25 * 3_600_000;
/** At most this many sessions of a sweep come before the sessions that are noticed meanwhile. */
const SESSIONS_PER_SWEEP = 50;

/**
 * Evaluates off the hot path: the sessions that this process recorded, and at intervals those that a dead process left.
 */
@Injectable()
export class EvaluationJob extends Periodic {
  private sweepAt = 0;
  /** The session that the sweep under way goes on from. */
  private since: string | null = null;
  private isLeft = false;
  private rested = performance.eventLoopUtilization();
  private restUntil = 0;

  constructor(
    private readonly database: Database,
    private readonly evaluations: EvaluationsService,
    private readonly pending: PendingEvaluations,
    logger: PinoLogger,
  ) {
    super(EVERY_MS, logger);
  }

  protected override restMs(): number {
    return this.isLeft ? PAUSE_MS : EVERY_MS;
  }

  protected async work(): Promise<void> {
    const { utilization } = performance.eventLoopUtilization(this.rested);
    const begun = performance.now();
    // The next run waits the full interval, also after a run that fails.
    this.isLeft = false;
    if (utilization > BUSY && begun < this.restUntil) return;
    if (Date.now() >= this.sweepAt) {
      this.sweepAt = Date.now() + SWEEP_EVERY_MS;
      this.since ??= idAt(new Date(Date.now() - SWEEP_BACK_MS), 0);
    }
    if (this.since !== null && this.pending.isEmpty) this.since = await this.sweep(this.since);
    this.isLeft = !(await this.advance(begun + RUN_MS)) || this.since !== null;
    const ended = performance.now();
    this.restUntil = ended + REST * (ended - begun);
    this.rested = performance.eventLoopUtilization();
  }

  /**
   * Evaluates each session in turns of a limited number of calls.
   * @returns true when all pending sessions are done
   */
  private async advance(until: number): Promise<boolean> {
    const due = this.pending.take();
    let done = 0;
    for (; done < due.length && performance.now() < until && !this.isStopped; done++) {
      await this.each(due.slice(done, done + 1), async (one) => {
        if (await this.evaluations.advance(one.organizationId, one.sessionId)) due.push(one);
      });
    }
    this.pending.putBack(due.slice(done));
    return done === due.length;
  }

  /** Evaluates some sessions of the sweep; answers where to continue, or null at the end. */
  private async sweep(since: string): Promise<string | null> {
    const found = await this.database.lookup<{ session_id: string; organization_id: string }>(
      'SELECT * FROM unevaluated_sessions($1, $2)',
      [since, SESSIONS_PER_SWEEP],
    );
    for (const row of found) this.pending.add(row.session_id, row.organization_id);
    return found.length < SESSIONS_PER_SWEEP ? null : (found.at(-1)?.session_id ?? null);
  }
}
