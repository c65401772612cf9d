import { Injectable } from '@nestjs/common';
import type { BegunCall } from '../actions/performing/begun-call.js';
import { CallSignals } from '../actions/performing/call-signals.js';
import { Database } from '../platform/database/database.js';
import { type Due, DueWork } from '../platform/due-work/due-work.js';
import { PinoLogger } from '../platform/logging/pino-logger.js';
import { type DueAge, watchDue } from '../platform/telemetry/due-work-meter.js';
import { Performer } from './performer.js';

const MOST_CALLS = 64;
/** The most calls of one organization at a time. */
const EACH = 8;
/**
 * The time within which a call is found that another process queued, or whose owner died and whose lease has run out.
 */
const EVERY_MS = 500;

/** Takes up every call that no process is working on, of any organization. */
@Injectable()
export class CallsJob extends DueWork {
  /** Calls that were taken up without a look-up. */
  private readonly fresh = new Set<string>();
  /** Calls that have begun in the transaction that logged them. */
  private readonly begun = new Map<string, BegunCall>();

  constructor(
    private readonly database: Database,
    private readonly performer: Performer,
    signals: CallSignals,
    logger: PinoLogger,
  ) {
    super({ everyMs: EVERY_MS, atOnce: MOST_CALLS, ofEach: EACH }, logger);
    watchDue('performed_call', () => database.lookup<DueAge>('SELECT oldest_due_call() AS seconds', []));
    signals.onQueued((call) => {
      if (!call || !this.startImmediately(call.organizationId, call.actionId)) this.wake();
    });
    signals.onPlace((organizationId) => {
      const place = this.reserveSlot({ organizationId, share: organizationId });
      if (place === null) return null;
      const goOn = (actionId: string, begun: BegunCall) => {
        this.begun.set(actionId, begun);
        place.take(toDue(organizationId, actionId));
      };
      return { goOn, leave: () => place.leave() };
    });
  }

  protected async due(free: number, busy: readonly string[]): Promise<Due[]> {
    const rows = await this.database.lookup<{ action_id: string; organization_id: string }>(
      'SELECT * FROM due_calls($1, $2::uuid[])',
      [free + EACH, busy],
    );
    return rows.map((row) => toDue(row.organization_id, row.action_id));
  }

  protected async carryOut({ id, organizationId }: Due): Promise<void> {
    const begun = this.begun.get(id) ?? null;
    this.begun.delete(id);
    const end = begun
      ? await this.performer.goOn(organizationId, id, begun)
      : await this.performer.run(organizationId, id, { onlyIfPlain: this.fresh.delete(id) });
    // Its end may be the turn of the next one of its session. A call that failed waits for the next look-up.
    if (end !== 'last') this.wake();
  }

  private startImmediately(organizationId: string, actionId: string): boolean {
    this.fresh.add(actionId);
    if (this.startDue(toDue(organizationId, actionId))) return true;
    this.fresh.delete(actionId);
    return false;
  }

  /** Stops. Another process takes up the remaining calls, or this one after its restart. */
  protected stop(): void {
    this.performer.stop();
  }
}

const toDue = (organizationId: string, id: string): Due => ({ id, organizationId, share: organizationId });
