// SQL: the action is read through a view of its module.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ActionRow, toActionView } from '../../actions/action.view.js';
import { ActionMoves } from '../../actions/ledger/action-moves.js';
import type { SettledAs } from '../../actions/rules/action.js';
import { transition } from '../../actions/rules/transition.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { may } from '../../auth/access/permissions.js';
import type { Principal } from '../../auth/access/principal.js';
import { type IdempotencyKey, IdempotencyKeys } from '../../auth/idempotency.js';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { alreadySettled, notSettleable, settledDuringRollback } from '../rollback.errors.js';

export interface SettleOrder {
  readonly sessionId: string;
  readonly actionId: string;
  readonly as: SettledAs;
  readonly note: string;
}

/** Records a person's statement of an effect that no connector can determine (docs/contract.md, "Rollback"). */
@Injectable()
export class SettlementService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly moves: ActionMoves,
    private readonly idempotency: IdempotencyKeys,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws 404; 409 rollback-running, already-settled, not-settleable */
  settle(caller: Principal, order: SettleOrder, key: IdempotencyKey | null) {
    return this.database.transaction(caller.organizationId, (em) =>
      this.idempotency.once(
        em,
        caller,
        key,
        () => this.record(em, caller, order),
        () => this.read(em, caller, order),
      ),
    );
  }

  private async record(em: EntityManager, caller: Principal, order: SettleOrder): Promise<string> {
    const { as, note, sessionId, actionId } = order;
    const session = await this.sessions.lock(em, caller, sessionId);
    const { settledBy } = await this.read(em, caller, order);
    const action = await this.moves.hold(em, caller.organizationId, actionId);
    // The rollback has its say first: its step may be about this very action.
    if (session.rollbackState === 'RUNNING') throw settledDuringRollback();
    const { refusal } = transition(action, { type: 'settle' }, action.now);
    if (refusal === 'already-settled') throw alreadySettled(settledBy);
    if (refusal) throw notSettleable(action.status);
    await this.moves.settle(em, action, { as, by: caller.label, note });
    await this.audit.record(em, caller, {
      action: 'action.settled',
      target: { type: 'action', id: actionId },
      before: { sessionId, status: action.status, settledAs: null },
      after: { sessionId, status: action.status, settledAs: as, note },
    });
    return actionId;
  }

  private async read(em: EntityManager, caller: Principal, { sessionId, actionId }: SettleOrder) {
    const { simulated } = await this.sessions.get(em, caller, sessionId);
    const [row]: ActionRow[] = await em.query(
      'SELECT * FROM action_details WHERE organization_id = $1 AND session_id = $2 AND id = $3',
      [caller.organizationId, sessionId, actionId],
    );
    if (!row) throw notFound('action');
    return toActionView(row, simulated, may(caller, 'read-captured-values'));
  }
}
