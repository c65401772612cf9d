import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActionMoves } from '../actions/ledger/action-moves.js';
import { CallSignals } from '../actions/performing/call-signals.js';
import { Database } from '../platform/database/database.js';
import { callsOpen } from '../sessions/session.errors.js';
import { SessionLocks } from '../sessions/session-locks.js';
import type { OpenCall, Reason } from './call.js';
import { CallsJob } from './calls.job.js';
import { CallsRepository } from './calls.repository.js';

const LOOK_EVERY_MS = 100;
/** Calls that are held back are held again at each look; they go on this long after the last one. */
const HELD_BACK_MS = 1_000;

/** The performed calls of sessions that must be over before something begins. */
interface Ending {
  readonly organizationId: string;
  readonly sessionIds: readonly string[];
  readonly reason: Reason;
  /** Says which calls are taken back where they have not begun; the others are kept. All of them by default. */
  readonly covers?: (call: OpenCall) => boolean;
}

/** A call runs, so nothing was taken back: `whenOver` waits for it. */
class CallRunsError extends Error {
  override readonly name = 'CallRunsError';

  constructor(readonly ending: Ending) {
    super('a performed call runs');
  }
}

/** Performed calls of sessions that are about to end (docs/contract.md, "Performed calls"). */
@Injectable()
export class OpenCalls {
  constructor(
    private readonly database: Database,
    private readonly repository: CallsRepository,
    private readonly moves: ActionMoves,
    private readonly locks: SessionLocks,
    private readonly signals: CallSignals,
    private readonly job: CallsJob,
  ) {}

  /** The calls of locked sessions that have not begun or that run. */
  openOf(em: EntityManager, organizationId: string, sessionIds: readonly string[]): Promise<OpenCall[]> {
    return this.repository.openOf(em, organizationId, sessionIds);
  }

  /**
   * Runs `begin`, a transaction that makes all of its checks and then calls `endIn`, so that what is refused takes no call
   * back. While a call runs, this takes back those that have not begun, also those asked for meanwhile; then `begin` runs
   * again, with all of its checks.
   * @throws 409 calls-open when a call still runs at `until`, by `performance.now()`, or when the process stops
   */
  async whenOver<T>(until: number, begin: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await begin();
      } catch (error) {
        if (!(error instanceof CallRunsError)) throw error;
        await this.end(error.ending, until);
      }
    }
  }

  /**
   * Part of the transaction of `whenOver`, which holds the sessions: takes calls back, unless one runs.
   * @returns the ids of the calls that were taken back
   */
  async endIn(em: EntityManager, ending: Ending): Promise<readonly string[]> {
    const open = await this.openOf(em, ending.organizationId, ending.sessionIds);
    if (open.some(isRunning)) throw new CallRunsError(ending);
    return (await this.takeBackIn(em, ending, open)).map(({ id }) => id);
  }

  /** Ends the calls of an agent that was paused. */
  async endOf(organizationId: string, agent: string, ms: number): Promise<void> {
    const until = performance.now() + ms;
    const sessionIds = await this.database.transaction(organizationId, (em) =>
      this.repository.sessionsOf(em, organizationId, agent),
    );
    if (sessionIds.length > 0) await this.end({ organizationId, sessionIds, reason: 'agent-paused' }, until);
  }

  /** Takes back the calls that have not begun, and waits for those that run; none that is kept begins meanwhile. */
  private async end(ending: Ending, until: number): Promise<void> {
    const { organizationId, sessionIds } = ending;
    for (;;) {
      const runs = await this.database.transaction(organizationId, async (em) => {
        await this.locks.holdAll(em, organizationId, sessionIds);
        const open = await this.openOf(em, organizationId, sessionIds);
        const takenBack = await this.takeBackIn(em, ending, open);
        const kept = open.filter((call) => !isRunning(call) && !takenBack.includes(call)).map(({ id }) => id);
        if (kept.length > 0) await this.repository.holdBack(em, organizationId, kept, HELD_BACK_MS);
        return open.some(isRunning);
      });
      if (!runs) return;
      if (performance.now() > until || this.job.isStopped) throw callsOpen();
      await sleep(LOOK_EVERY_MS);
    }
  }

  private async takeBackIn(
    em: EntityManager,
    { organizationId, reason, covers = () => true }: Ending,
    open: readonly OpenCall[],
  ): Promise<readonly OpenCall[]> {
    const covered = open.filter((call) => !isRunning(call) && covers(call));
    for (const { id } of covered) {
      await this.repository.giveReason(em, organizationId, id, reason);
      await this.moves.move(em, await this.moves.hold(em, organizationId, id), { type: 'take-back' });
      this.signals.over(organizationId, id);
    }
    return covered;
  }
}

const isRunning = ({ state }: OpenCall) => state === 'running';
