// SQL: a move compares, numbers and writes an action in one statement.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Json, JsonObject, OperationType } from '../../connectors/connector.js';
import { canonicalHash } from '../../platform/hash.js';
import { eventsOfUndo } from '../../policies/history/policy-events.js';
import type { KeptPart } from '../../redaction/call-redactor.js';
import { RegistryService } from '../../registry/registry.service.js';
import { type ActionStatus, hasRefusal, type SettledAs, type Violation } from '../rules/action.js';
import type { Command, LoggedAction, Perform } from '../rules/action-state.js';
import { type Transition, transition } from '../rules/transition.js';
import { type ActionNote, countsOf } from './items.js';
import { traitsOf } from './recording.js';

/** The columns of an answer in which something was replaced, as JSON; two nulls where nothing was. */
function sealedAnswer(id: string, { replaced, seal }: KeptPart<Json>): (string | null)[] {
  const response = seal(id);
  return response === null ? [null, null] : [JSON.stringify(replaced), JSON.stringify({ response })];
}

/** An action as it was read after its session's row was locked; `now` is the database's clock then. */
export interface HeldAction extends LoggedAction {
  readonly id: string;
  readonly organizationId: string;
  readonly sessionId: string;
  readonly simulated: boolean;
  /** The policies that matched the action when it was logged. */
  readonly policyIds: readonly string[];
  readonly shadowPolicyIds: readonly string[];
  readonly loggedAt: Date;
  readonly now: Date;
}

/** The values of `decided_as` that say that an approval was taken back. */
const TAKEN_BACK: Readonly<Record<string, LoggedAction['takenBack']>> = { REVOKED: 'revoked', LAPSED: 'lapsed' };

/** A call whose arguments an operator edits. */
interface EditedAction {
  readonly id: string;
  readonly organization_id: string;
  readonly session_id: string;
  readonly api_name: string;
  readonly operation_type: OperationType;
}

/** A person's statement of the outcome of an effect. */
export interface Settlement {
  readonly as: SettledAs;
  /** The name of the operator in the audit. */
  readonly by: string;
  readonly note: string;
}

/** The outcome of a call that the service made. */
interface Performance {
  readonly outcome: Perform['outcome'];
  readonly response: Json;
  /** The answer as it is stored. */
  readonly kept: KeptPart<Json>;
  /** The snapshot that the service captured right before the call; null when it captured none. */
  readonly snapshotId: string | null;
}

interface HeldRow {
  id: string;
  organization_id: string;
  session_id: string;
  simulated: boolean;
  status: ActionStatus;
  is_read: boolean;
  violation: Violation | null;
  payload_hash: string;
  is_edited: boolean;
  is_refused: boolean;
  is_settled: boolean;
  performed: boolean;
  approval_status: 'PENDING' | 'APPROVED' | 'REJECTED' | null;
  approval_expires_at: string;
  approval_permits_at: string | null;
  approval_usable_until: string | null;
  approval_decided_as: string | null;
  has_begun: boolean;
  claim: string | null;
  session_status: LoggedAction['session']['status'];
  rolled: boolean;
  policy_ids: string[];
  shadow_policy_ids: string[] | null;
  created_at: string;
  now: string;
}

/**
 * Moves actions that are in the ledger: the status, the session's counters, the number of the effect and the note for
 * the metrics change together. Approvals and rollback call it in their own transaction, which holds the session's row.
 */
@Injectable()
export class ActionMoves {
  constructor(private readonly registry: RegistryService) {}

  /** @throws Error when there is no such action */
  async hold(em: EntityManager, organizationId: string, actionId: string): Promise<HeldAction> {
    const [found]: { action: HeldRow | null }[] = await em.query('SELECT held_action($1, $2) AS action', [
      organizationId,
      actionId,
    ]);
    const row = found?.action;
    if (!row) throw new Error(`There is no action ${actionId}.`);
    return {
      id: row.id,
      organizationId,
      sessionId: row.session_id,
      simulated: row.simulated,
      status: row.status,
      isRead: row.is_read,
      session: { status: row.session_status, isRolled: row.rolled },
      violation: row.violation,
      payloadHash: row.payload_hash,
      isEdited: row.is_edited,
      isRefused: row.is_refused,
      isSettled: row.is_settled,
      isPerformed: row.performed,
      approval: row.approval_status && {
        status: row.approval_status,
        expiresAt: new Date(row.approval_expires_at),
        permitsAt: row.approval_permits_at === null ? null : new Date(row.approval_permits_at),
        usableUntil: row.approval_usable_until === null ? null : new Date(row.approval_usable_until),
      },
      takenBack: TAKEN_BACK[row.approval_decided_as ?? ''] ?? null,
      hasBegun: row.has_begun,
      claim: row.claim,
      policyIds: row.policy_ids,
      shadowPolicyIds: row.shadow_policy_ids ?? [],
      loggedAt: new Date(row.created_at),
      now: new Date(row.now),
    };
  }

  /**
   * Applies a command to the action. A caller that may be refused asks `transition` before.
   * @throws Error when the table refuses the command, or when the action has another status than the caller read, as
   * its
   *   session was not locked: nothing is changed
   */
  async move(em: EntityManager, action: HeldAction, command: Command): Promise<void> {
    const moved = transition(action, command, action.now);
    if (moved.status === null)
      throw new Error(`Action ${action.id}, ${action.status}, refuses ${command.type}: ${moved.refusal}`);
    if (moved.status !== action.status) await this.write(em, action, moved.status, moved);
    const { sessionId, simulated, organizationId, status: was } = action;
    if (Object.keys(moved.counters).length > 0) {
      await em.query('SELECT count_in_sessions($1)', [JSON.stringify([countsOf(organizationId, sessionId, moved)])]);
    }
    if (moved.status !== was) {
      const counted = moved.status === 'ROLLED_BACK' && !simulated ? eventsOfUndo(action) : [];
      const policies = counted.length > 0 && { policies: counted };
      const note: ActionNote = { org: organizationId, simulated, was, became: moved.status, ...policies };
      await em.query('SELECT note_action_changes($1)', [JSON.stringify([note])]);
    }
  }

  /** Replaces the snapshot by the one that the service captured right before its call. Null when it captured none. */
  async capture(em: EntityManager, { organizationId, id }: HeldAction, snapshotId: string | null): Promise<void> {
    await em.query('UPDATE actions SET precapture_id = $3 WHERE organization_id = $1 AND id = $2', [
      organizationId,
      id,
      snapshotId,
    ]);
  }

  /** Records that a client begins the call, for which a caller asks `transition` before. */
  async begin(em: EntityManager, { organizationId, id }: HeldAction, claim: string): Promise<void> {
    await em.query(
      `UPDATE actions SET claim = $3, begun_at = now(), updated_at = now()
       WHERE organization_id = $1 AND id = $2 AND claim IS NULL`,
      [organizationId, id, claim],
    );
  }

  /** Records the provider's answer to the service. */
  async perform(
    em: EntityManager,
    action: HeldAction,
    { outcome, response, kept, snapshotId }: Performance,
  ): Promise<void> {
    await em.query(
      `UPDATE actions SET response = $3, precapture_id = coalesce($4, precapture_id),
         redacted = redacted_with_answer(redacted, $5), sealed = sealed_with_answer(sealed, $6)
       WHERE organization_id = $1 AND id = $2`,
      [action.organizationId, action.id, JSON.stringify(kept.shown), snapshotId, ...sealedAnswer(action.id, kept)],
    );
    await this.move(em, action, { type: 'perform', outcome, isRefused: hasRefusal(response) });
  }

  /**
   * Replaces the arguments of a call that waits for an approval, and keeps the original ones. Answers the hash of the
   * new ones.
   */
  async edit(em: EntityManager, action: EditedAction, payload: JsonObject): Promise<string> {
    const { id, organization_id: org, session_id: session, api_name: apiName, operation_type: type } = action;
    const hash = canonicalHash(payload);
    await em.query(
      `UPDATE actions SET original_payload = coalesce(original_payload, payload), payload = $2, payload_hash = $3, updated_at = now()
       WHERE id = $1`,
      [id, JSON.stringify(payload), hash],
    );
    const traits = traitsOf(this.registry.traitsOf(apiName, payload), type);
    const kept = traits.map((trait) => ({ org, session, action: id, ...trait }));
    await em.query('SELECT keep_traits($1)', [JSON.stringify(kept)]);
    return hash;
  }

  /**
   * Records a person's statement. A caller that may be refused asks `transition` before. The database refuses a
   * statement for an action without a possible effect.
   */
  async settle(em: EntityManager, { id }: HeldAction, { as, by, note }: Settlement): Promise<void> {
    await em.query(
      `UPDATE actions SET settled_as = $2, settled_by = $3, settled_note = $4, settled_at = now(), updated_at = now()
       WHERE id = $1`,
      [id, as, by, note],
    );
  }

  private async write(em: EntityManager, action: HeldAction, status: ActionStatus, { takesEffect }: Transition) {
    const [, written]: [unknown, number] = await em.query(
      `UPDATE actions SET status = $3, updated_at = now(), effect_sequence = CASE
         WHEN $4 THEN coalesce(effect_sequence, (SELECT last_effect_sequence + 1 FROM session_states WHERE id = $5))
         ELSE effect_sequence END
       WHERE id = $1 AND status = $2`,
      [action.id, action.status, status, takesEffect, action.sessionId],
    );
    if (written !== 1)
      throw new Error(`Action ${action.id} is not ${action.status} any more; its session was not locked.`);
  }
}
