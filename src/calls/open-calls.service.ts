import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActionMoves } from '../actions/ledger/action-moves.js';
import { CallSignals } from '../actions/performing/call-signals.js';
import { Database } from '../platform/database/database.js';
import { callsOpen } from '../sessions/session.errors.js';
import { SessionLocks } from '../sessions/session-locks.js';
import type { Reason } from './call.js';
import { CallsRepository } from './calls.repository.js';

const LOOK_EVERY_MS = 100;

/** Performed calls of sessions that are about to end (docs/contract.md, "Performed calls"). */
@Injectable()
export class OpenCalls {
  constructor(
    private readonly database: Database,
    private readonly repository: CallsRepository,
    private readonly moves: ActionMoves,
    private readonly locks: SessionLocks,
    private readonly signals: CallSignals,
  ) {}

  /**
   * Takes back the calls that have not begun, also those asked for meanwhile, and waits for those that run.
   * @throws 409 calls-open when a call still runs after `ms`
   */
  async end(organizationId: string, sessionIds: readonly string[], reason: Reason, ms: number): Promise<void> {
    for (const until = performance.now() + ms; ; ) {
      const isRunning = await this.database.transaction(organizationId, async (em) => {
        await this.locks.holdAll(em, organizationId, sessionIds);
        return this.takeBackIn(em, organizationId, sessionIds, reason);
      });
      if (!isRunning) return;
      if (performance.now() > until) throw callsOpen();
      await sleep(LOOK_EVERY_MS);
    }
  }

  /** Ends the calls of an agent that was paused. */
  async endOf(organizationId: string, agent: string, ms: number): Promise<void> {
    const sessions = await this.database.transaction(organizationId, (em) =>
      this.repository.sessionsOf(em, organizationId, agent),
    );
    if (sessions.length > 0) await this.end(organizationId, sessions, 'agent-paused', ms);
  }

  /** Part of a transaction that holds the sessions and closes them. @throws 409 calls-open when one runs */
  async refuseRunning(em: EntityManager, organizationId: string, sessionIds: readonly string[], reason: Reason) {
    if (await this.takeBackIn(em, organizationId, sessionIds, reason)) throw callsOpen();
  }

  /** @returns whether a call runs that cannot be taken back */
  private async takeBackIn(
    em: EntityManager,
    organizationId: string,
    sessionIds: readonly string[],
    reason: Reason,
  ): Promise<boolean> {
    const open = await this.repository.openOf(em, organizationId, sessionIds);
    for (const { action_id: id, state } of open)
      if (state === 'queued') await this.takeBack(em, organizationId, id, reason);
    return open.some(({ state }) => state === 'running');
  }

  private async takeBack(em: EntityManager, organizationId: string, id: string, reason: Reason): Promise<void> {
    await this.repository.giveReason(em, organizationId, id, reason);
    await this.moves.move(em, await this.moves.hold(em, organizationId, id), { type: 'take-back' });
    this.signals.over(organizationId, id);
  }
}
