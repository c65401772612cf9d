import { Injectable } from '@nestjs/common';
import { ActionsService } from '../actions/actions.service.js';
import { ActionMoves } from '../actions/ledger/action-moves.js';
import { CallSignals } from '../actions/performing/call-signals.js';
import { DecisionsService } from '../approvals/decisions/decisions.service.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { Principal } from '../auth/access/principal.js';
import { Database } from '../platform/database/database.js';
import { notFound } from '../platform/errors.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { alreadyBegun } from './call.errors.js';
import { CallsRepository } from './calls.repository.js';

/** Taking one performed call back (docs/contract.md, "Performed calls"). */
@Injectable()
export class Cancellation {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly actions: ActionsService,
    private readonly repository: CallsRepository,
    private readonly decisions: DecisionsService,
    private readonly moves: ActionMoves,
    private readonly signals: CallSignals,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Decides under the lock of the session: either the call begins, or it is taken back.
   * @throws 404, 409 already-begun
   */
  async cancel(caller: Principal, sessionId: string, actionId: string) {
    const { organizationId } = caller;
    await this.database.transaction(organizationId, async (em) => {
      await this.sessions.lock(em, caller, sessionId);
      const action = await this.actions.find(em, organizationId, actionId);
      if (action?.session_id !== sessionId) throw notFound('action');
      const call = await this.repository.find(em, organizationId, actionId);
      // Without a row, the client makes the call and may have begun.
      if (call === null || call.state === 'running' || call.state === 'done') throw alreadyBegun();
      await this.repository.giveReason(em, organizationId, actionId, 'cancelled');
      if (call.state === 'waiting') {
        const changes = await this.decisions.rejectActions(em, organizationId, sessionId, [actionId], 'cancelled');
        await this.audit.record(em, caller, ...changes);
        return;
      }
      await this.moves.move(em, await this.moves.hold(em, organizationId, actionId), { type: 'take-back' });
    });
    this.signals.over(organizationId, actionId);
    return this.actions.readOne(caller, sessionId, actionId);
  }
}
