import { Injectable } from '@nestjs/common';
import { CallSignals } from '../actions/performing/call-signals.js';
import { Database } from '../platform/database/database.js';
import { type Due, DueWork } from '../platform/due-work/due-work.js';
import { PinoLogger } from '../platform/logging/pino-logger.js';
import { Performer } from './performer.js';

const MOST_CALLS = 64;
/** Of one organization. */
const EACH = 8;
/** How soon a call is found that was queued elsewhere, or whose owner died, once its lease has run out. */
const EVERY_MS = 500;

/** Takes up every call that no process is working on, of any organization. */
@Injectable()
export class CallsJob extends DueWork {
  constructor(
    private readonly database: Database,
    private readonly performer: Performer,
    signals: CallSignals,
    logger: PinoLogger,
  ) {
    super({ everyMs: EVERY_MS, atOnce: MOST_CALLS, ofEach: EACH }, logger);
    signals.onQueued(() => this.wake());
  }

  protected async due(free: number, busy: readonly string[]): Promise<Due[]> {
    const rows = await this.database.lookup<{ action_id: string; organization_id: string }>(
      'SELECT * FROM due_calls($1, $2::uuid[])',
      [free + EACH, busy],
    );
    return rows.map((row) => ({ id: row.action_id, organizationId: row.organization_id, share: row.organization_id }));
  }

  protected async carryOut({ id, organizationId }: Due): Promise<void> {
    try {
      await this.performer.run(organizationId, id);
    } finally {
      // Its end may be the turn of the next one of its session.
      this.wake();
    }
  }

  /** What is left to do is taken up by another process, or by this one after its restart. */
  protected stop(): void {
    this.performer.stop();
  }
}
