// SQL: the action is read through a view of its module, and erased by its function.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ActionRow, toActionView } from '../../actions/action.view.js';
import { ActionMoves } from '../../actions/ledger/action-moves.js';
import { OPEN } from '../../actions/rules/action.js';
import { transition } from '../../actions/rules/transition.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { may } from '../../auth/access/permissions.js';
import type { Principal } from '../../auth/access/principal.js';
import { OrganizationEpochs } from '../../auth/organizations/organization-epochs.js';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { RegistryService } from '../../registry/registry.service.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { erasedDuringRollback, notErasable } from '../rollback.errors.js';

const PAGE = 100;
/** An effect that is in the world is settled as kept: no undo is possible without the arguments. */
const NOTE = 'The call was erased, so it can no longer be undone.';

/** Erases what one call holds of people and secrets (docs/contract.md, "Actions"); its place in the session stays. */
@Injectable()
export class CallErasureService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly moves: ActionMoves,
    private readonly registry: RegistryService,
    private readonly epochs: OrganizationEpochs,
    private readonly audit: AuditTrail,
  ) {}

  /** Again, it changes nothing. @throws 404; 409 not-erasable, rollback-running */
  erase(caller: Principal, sessionId: string, actionId: string) {
    const { organizationId, label } = caller;
    return this.database.transaction(organizationId, async (em) => {
      const session = await this.sessions.lock(em, caller, sessionId);
      const row = await this.read(em, caller, sessionId, actionId);
      const isErased = row.erased_at !== null;
      if (!isErased) {
        if (session.rollbackState === 'RUNNING') throw erasedDuringRollback();
        if (OPEN.includes(row.status)) throw notErasable(row.status);
        const action = await this.moves.hold(em, organizationId, actionId);
        const isSettleable = transition(action, { type: 'settle' }, action.now).refusal === null;
        if (isSettleable) await this.moves.settle(em, action, { as: 'kept', by: label, note: NOTE });
        const targets = await this.ownNames(em, organizationId, row);
        if (targets.length > 0) await this.epochs.raise(em, organizationId);
        await em.query('SELECT erase_call($1, $2, $3, $4)', [organizationId, actionId, targets, label]);
        const facts = { sessionId, status: row.status, payloadHash: action.payloadHash };
        const target = { type: 'action', id: actionId };
        await this.audit.record(em, caller, {
          action: 'action.erased',
          target,
          before: facts,
          after: { ...facts, settledAs: isSettleable ? 'kept' : row.settled_as },
        });
      }
      const after = isErased ? row : await this.read(em, caller, sessionId, actionId);
      return toActionView(after, session.simulated, may(caller, 'read-captured-values'));
    });
  }

  /** The targets of the call that no other call of its session has: those of the others still find the session. */
  private async ownNames(em: EntityManager, organizationId: string, erased: ActionRow): Promise<string[]> {
    const names = new Set(this.targetsOf(erased));
    for (let after = 0, isMore = true; isMore && names.size > 0; ) {
      const others: ActionRow[] = await em.query(
        `SELECT sequence, api_name, payload, original_payload FROM action_details
         WHERE organization_id = $1 AND session_id = $2 AND sequence > $3 AND id <> $4 AND erased_at IS NULL
           AND status <> 'BLOCKED' AND operation_type <> 'READ'
         ORDER BY sequence LIMIT ${PAGE}`,
        [organizationId, erased.session_id, after, erased.id],
      );
      for (const name of others.flatMap((other) => this.targetsOf(other))) names.delete(name);
      after = others.at(-1)?.sequence ?? after;
      isMore = others.length === PAGE;
    }
    return [...names];
  }

  private targetsOf({ api_name: apiName, payload, original_payload: original }: ActionRow): readonly string[] {
    return [payload, original ?? payload].flatMap((one) => this.registry.traitsOf(apiName, one).targets);
  }

  private async read(em: EntityManager, { organizationId }: Principal, sessionId: string, actionId: string) {
    const [row]: ActionRow[] = await em.query(
      'SELECT * FROM action_details WHERE organization_id = $1 AND session_id = $2 AND id = $3',
      [organizationId, sessionId, actionId],
    );
    if (!row) throw notFound('action');
    return row;
  }
}
